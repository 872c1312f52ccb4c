"""Made-up files that are brought into the database: what is refused must leave nothing there."""

import hashlib
import json
import zipfile
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hypothesis import strategies as st

from agents.formats import FORMATS
from agents.loading import load_responses
from agents.models import Provenance
from agents.tasks import TASKS
from analysis.packages.importing import import_study
from analysis.packages.writing import write_package
from bench.breaking.trying import Kind
from bench.breaking.world import World
from judging.models import Study
from tests.analysis.packages.full_study import make_full_study
from tests.api.whole.test_hostile_rows import GAZE, TALK, VALUES, WORD
from tests.builders import AT
from turingapp.errors import TuringError

FILES_BETWEEN = 50  # from one world that is as it was to the next
ROWS = {"association": WORD, "conversation": TALK, "attention": GAZE}
MANIFEST = "manifest.json"
PIECES = ("", "0", "-1", "1e999", "NaN", "null", "[]", "\x00", '"', ",", "\r\n", "human", "9" * 30, "ä", "=1+1", "../x")
Members = dict[str, bytes]


def make_load_kind(world: World) -> Kind:
    """Files of responses in our own format, good rows with some fields changed or left out."""
    folder, tried = Path(mkdtemp(dir=world.folder)), 0

    def take(made: tuple[str, list[dict[str, Any]]]) -> None:
        nonlocal tried
        if tried % FILES_BETWEEN == 0:
            world.restore()
        tried += 1
        task, rows = made
        path = folder / "rows.jsonl"
        path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
        load(path, task, world)

    return Kind("loads into the database", st.sampled_from(sorted(ROWS)).flatmap(make_rows), take)


def make_rows(task: str) -> st.SearchStrategy[tuple[str, list[dict[str, Any]]]]:
    """Some rows of a task."""
    row = ROWS[task]
    names = st.sampled_from((*row, "mood", "facet_place", "image"))
    rows = st.tuples(st.dictionaries(names, VALUES, max_size=2), st.sets(names, max_size=1)).map(
        lambda made: {name: value for name, value in {**row, **made[0]}.items() if name not in made[1]}
    )
    return st.tuples(st.just(task), st.lists(rows, min_size=1, max_size=4))


def load(path: Path, task: str, world: World) -> None:
    """Load all of a file or nothing; raises where something is left of what is refused."""
    world.remember()
    try:
        rows = FORMATS["native"].read_responses(path, task)
        provenance = Provenance.LOADED
        result = load_responses(rows, task=TASKS[task], pool="fuzz", provenance=provenance, at=AT, strict=True)
        if result.refused:
            world.check_unchanged()
    except TuringError:
        world.check_unchanged()
    finally:
        world.forget()


def make_package_kind(world: World) -> Kind:
    """Packages of a study in which one member is changed at one place, mostly with a manifest that says so."""
    folder, tried = Path(mkdtemp(dir=world.folder)), 0
    members = read_package(folder / "whole.zip")

    def take(made: tuple[str, float, int, str, bool]) -> None:
        nonlocal tried
        if tried % FILES_BETWEEN == 0:
            world.restore()
        tried += 1
        path = folder / "changed.zip"
        write_changed(path, members, *made)
        import_changed(path, world)

    inputs = st.tuples(
        st.sampled_from(sorted(members)),
        st.floats(0, 1),
        st.integers(0, 12),
        st.sampled_from(PIECES) | st.text(max_size=6),
        st.sampled_from((True, True, True, False)),
    )
    return Kind("imports of packages", inputs, take)


def read_package(path: Path) -> Members:
    """The members of the package of a study that has something of everything."""
    write_package(make_full_study("packed"), path, at=AT, smallest=1)
    Study.objects.filter(slug="packed").update(slug="there-already")
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def write_changed(path: Path, members: Members, member: str, place: float, cut: int, piece: str, honest: bool) -> None:
    """The package with some characters of one member replaced by others."""
    content = members[member]
    start = int(place * len(content))
    changed = {**members, member: content[:start] + piece.encode() + content[start + cut :]}
    if honest and member != MANIFEST:
        manifest = json.loads(changed[MANIFEST])
        for listed in manifest["members"]:
            said = changed[listed["name"]]
            listed.update(bytes=len(said), sha256=hashlib.sha256(said).hexdigest())
        changed[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as package:
        for name, said in changed.items():
            package.writestr(name, said)


def import_changed(path: Path, world: World) -> None:
    """Import it; raises where something is left of what is refused."""
    world.remember()
    try:
        import_study(path, at=AT)
    except TuringError:
        world.check_unchanged()
    finally:
        world.forget()
