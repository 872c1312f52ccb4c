"""A package brought to another machine gives the same report; one that was tampered with gives nothing."""

import hashlib
import json
import zipfile
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from agents.models import Agent, Origin, Stimulus
from analysis.observations import read_observations
from analysis.packages.importing import import_study
from analysis.reports import describe_results
from judging import leasing
from judging.admitting import Arrival, admit
from judging.models import Assignment, Judge, Study
from tests.analysis.packages.conftest import Packed, both_kinds
from tests.analysis.packages.full_study import lock_study
from tests.builders import AT, make_study
from turingapp.errors import InvalidPayload, StudyNotOpen

pytestmark = pytest.mark.django_db
NAMES = ("study", "title", "label")


def leave_names(report: dict[str, Any]) -> Any:
    """All numbers of a report, without its names."""
    return json.loads(json.dumps({key: value for key, value in report.items() if key not in NAMES}))


def count_everything() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Study, Agent, Stimulus, Judge, Assignment))


def rewrite(packed: Packed, path: Path, change: Callable[[dict[str, bytes]], None], *, honest: bool = True) -> Path:
    """The package with its members changed; an honest one has a manifest that fits them."""
    members = {name: packed.package.read(name) for name in packed.package.namelist()}
    change(members)
    if honest:
        manifest = json.loads(members["manifest.json"])
        manifest["members"] = [
            {"name": name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in members.items()
            if name != "manifest.json"
        ]
        members["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path / "changed.zip", "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in members.items():
            package.writestr(name, content)
    return path / "changed.zip"


def replace(member: str, old: str, new: str) -> Callable[[dict[str, bytes]], None]:
    """A change of the first place where a text stands in a member."""

    def change(members: dict[str, bytes]) -> None:
        text = members[member].decode()
        assert old in text
        members[member] = text.replace(old, new, 1).encode()

    return change


@both_kinds
def test_an_imported_study_has_the_same_report_to_the_digit(packed: Packed) -> None:
    imported = import_study(packed.path, at=AT)
    here, there = leave_names(describe_results(read_observations(imported))), leave_names(packed.report)
    for slug, tables in there["reports"].items():
        assert here["reports"][slug] == tables
    assert here == there


def test_an_imported_study_is_closed_says_where_it_is_from_and_stays_as_it_was(packed: Packed) -> None:
    imported = import_study(packed.path, slug="elsewhere", at=AT)
    assert imported.label.startswith(
        f"Imported from {packed.report['study']}, packed on 2024-05-06: collected elsewhere."
    )
    with pytest.raises(StudyNotOpen):
        admit(imported, Arrival("link", "live", "1", "somebody"), at=AT, seed=0)
    still_open = imported.assignments.filter(state=Assignment.State.OPEN).count()
    leasing.expire_visits(at=AT.replace(year=2034))
    leasing.release_lapsed_places(at=AT.replace(year=2034))
    assert imported.assignments.filter(state=Assignment.State.OPEN).count() == still_open > 0


def test_a_package_comes_in_once(packed: Packed) -> None:
    import_study(packed.path, at=AT)
    with pytest.raises(CommandError, match="package is here already: it was imported as packed-"):
        call_command("import_study", packed.path, "--as", "again")


def test_the_command_says_what_is_here_now_and_takes_another_name(packed: Packed) -> None:
    make_study(packed.report["study"])
    with pytest.raises(CommandError, match="a study has this name; choose another with --as"):
        call_command("import_study", packed.path)
    told = StringIO()
    call_command("import_study", packed.path, "--as", "elsewhere", stdout=told)
    assert told.getvalue().startswith("elsewhere is here with 20 visits, closed. Imported from packed-")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (replace("README.md", "What", "Who"), "README.md is changed: its SHA-256 is not that of the manifest"),
        (lambda members: members.pop("jsonl/trials.jsonl"), "'jsonl/trials.jsonl': it is missing"),
        (lambda members: members.update({"more.txt": b""}), "'more.txt': the manifest does not list it"),
        (lambda members: members.update({"../out.txt": b""}), "'../out.txt': it should lie inside the package"),
        (lambda members: members.update({"/etc/out": b""}), "'/etc/out': it should lie inside the package"),
        (
            lambda members: members.update({"bomb": bytes(300_000_000)}),
            "should not unpack to more than 300 times as much",
        ),
        (replace("manifest.json", '"version": 1', '"version": 2'), "version is 2: this platform reads version 1"),
        (replace("manifest.json", "turing-study", "another"), "format is 'another': only 'turing-study'"),
    ],
)
def test_a_package_that_is_not_as_it_was_written_is_refused(
    packed: Packed, tmp_path: Path, change: Callable[[dict[str, bytes]], None], sentence: str
) -> None:
    path = rewrite(packed, tmp_path, change, honest=False)
    with pytest.raises(InvalidPayload) as refused:
        import_study(path, at=AT)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (replace("jsonl/judgements.jsonl", '"is_right":true', '"is_right":false'), "is_right of judgement"),
        (
            replace("jsonl/judgements.jsonl", '"verdict":"human"', '"verdict":"dog"'),
            "verdict is 'dog': there are human, ai",
        ),
        (replace("jsonl/judgements.jsonl", '"trial":', '"trial":99999'), "the table trials has none of this number"),
        (replace("jsonl/responses.jsonl", '"pairing":"A', '"pairing":"H'), "its authors are"),
        (
            replace("jsonl/trials.jsonl", '"position":2', '"position":1'),
            "rows is contradictory: the database refuses them",
        ),
        (replace("jsonl/assignments.jsonl", '"finished"', '"open"'), "a visit has ended if and only if it is not open"),
        (replace("jsonl/assignments.jsonl", '"seed":', '"seed":"x'), "line 1: row is"),
        (
            replace("jsonl/exclusions.jsonl", '"step":', '"step":4'),
            "by the rules of its protocol it is left out by rule",
        ),
        (lambda members: members.update({"jsonl/steps.jsonl": b""}), "the manifest says"),
        (replace("preregistration.json", "judge alike", "judge apart"), "is not the one with which it was locked"),
        (replace("protocols/version-1.yaml", "trials: 4", "trials: -1"), "trials is -1"),
        (replace("jsonl/trials.jsonl", '"position":2', f'"position":{10**30}'), "the database refuses them"),
        (replace("jsonl/assignments.jsonl", '"signs":"{}"', '"signs":null'), "the database refuses them"),
        (replace("jsonl/assignments.jsonl", '"signs":"{}"', '"signs":"{\\"honeypot\\":null}"'), "signs of visit"),
        (replace("jsonl/trials.jsonl", '"answers":"{', '"answers":"{\\"hidden_ms\\":\\"x\\",'), "hidden_ms of trial"),
        (replace("jsonl/trials.jsonl", '"answers":"{', '"answers":"{\\"sign\\":[1],'), "sign of trial"),
        (lambda members: members.update({"preregistration.json": b"[" * 100_000}), "preregistration.json is no plan"),
    ],
)
def test_rows_that_contradict_each_other_are_refused_and_nothing_is_written(
    packed: Packed, tmp_path: Path, change: Callable[[dict[str, bytes]], None], sentence: str
) -> None:
    before = count_everything()
    path = rewrite(packed, tmp_path, change)
    with pytest.raises(InvalidPayload) as refused:
        import_study(path, at=AT)
    assert sentence in str(refused.value)
    assert count_everything() == before


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("slug", "../a b", "slug of the study is '../a b': Enter a valid"),
        ("slug", "", "slug of the study is ''"),
        ("title", "", "title of the study is ''"),
        ("title", "half \ud800", "rows is contradictory: the database refuses them"),
        ("opened_at", "2024-01-01T00:00:00", "it should be in UTC"),
    ],
)
def test_a_study_that_no_page_could_show_is_refused(
    packed: Packed, tmp_path: Path, field: str, value: str, sentence: str
) -> None:
    def change(members: dict[str, bytes]) -> None:
        manifest = json.loads(members["manifest.json"])
        manifest["study"][field] = value
        members["manifest.json"] = json.dumps(manifest).encode()

    with pytest.raises(InvalidPayload) as refused:
        import_study(rewrite(packed, tmp_path, change), at=AT)
    assert sentence in str(refused.value)
    assert not Study.objects.exists()


def test_a_plan_that_was_locked_here_is_not_taken_for_the_plan_of_an_imported_study(packed: Packed) -> None:
    lock_study(Study(slug="elsewhere", task="color"))
    with pytest.raises(InvalidPayload, match="a plan is locked here for a study of this name"):
        import_study(packed.path, slug="elsewhere", at=AT)


def change_flags(content: bytes, flag: int) -> bytes:
    """The bytes of a package with a flag set in every entry of its list of members."""
    changed, start = bytearray(content), content.rfind(b"PK\x05\x06")
    place = int.from_bytes(content[start + 16 : start + 20], "little")
    while (place := content.find(b"PK\x01\x02", place)) != -1:
        changed[place + 8] |= flag
        place += 4
    return bytes(changed)


@pytest.mark.parametrize(("flag", "word"), [(1, "encrypted"), (0x20, "patched")])
def test_a_package_that_cannot_be_unpacked_is_refused(packed: Packed, tmp_path: Path, flag: int, word: str) -> None:
    path = tmp_path / "odd.zip"
    path.write_bytes(change_flags(packed.path.read_bytes(), flag))
    with pytest.raises(InvalidPayload, match=f"it cannot be unpacked .*{word}"):
        import_study(path, at=AT)


def test_a_package_whose_bytes_were_damaged_is_refused(packed: Packed, tmp_path: Path) -> None:
    content = bytearray(packed.path.read_bytes())
    info = packed.package.getinfo("README.md")
    start = info.header_offset + 30 + len(info.filename) + 20
    content[start : start + 40] = bytes([255] * 40)
    path = tmp_path / "damaged.zip"
    path.write_bytes(bytes(content))
    with pytest.raises(InvalidPayload, match="README.md is damaged: it cannot be unpacked"):
        import_study(path, at=AT)


def test_an_agent_that_is_something_else_here_is_refused(packed: Packed) -> None:
    machine = json.loads(packed.package.read("jsonl/agents.jsonl").splitlines()[-1])["agent"]
    Agent.objects.create(slug=machine, title="A person", origin=Origin.HUMAN)
    with pytest.raises(InvalidPayload, match="an agent of this name is here, and its origin is human"):
        import_study(packed.path, at=AT)


def test_what_is_no_package_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "words.zip").write_text("words")
    with pytest.raises(
        CommandError, match=r"^words\.zip: file is 'words\.zip': it is no ZIP file that can be read; export_study"
    ):
        call_command("import_study", tmp_path / "words.zip")
    with pytest.raises(CommandError, match="it cannot be read: No such file or directory"):
        call_command("import_study", tmp_path / "nothing.zip")
