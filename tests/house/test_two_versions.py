"""A newer version beside an older one: their web processes serve the same judges over one PostgreSQL."""

import csv
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psycopg2
import pytest
from lxml import html
from PIL import Image

from tests.databases import make_database
from tests.house.versions import ROOT, name_version_before, unpack_version
from tests.pages.stories import Visitor
from turingapp.listening import HOST, find_free_port, is_answering
from turingapp.running import Program, Troupe

pytestmark = pytest.mark.long
TRIALS, STIMULI, WITHIN_SECONDS, MOST_PAGES = 6, 8, 180.0, 30
PROTOCOL = f"""
slug: colors
title: Colors
task: color
label: "Made up: the answers were written by a test."
pool: {{names: [colors]}}
trials: {TRIALS}
human_share: 0.5
judgements_per_response: 100
control: true
min_seconds: 0.1
minutes: 3
consent: You may stop at any time.
debrief: Thank you.
"""


@dataclass
class Version:
    """The code of one version, and the web process that runs it."""

    name: str
    code: Path
    environment: Mapping[str, str]
    port: int = field(default_factory=find_free_port)

    def carry_out(self, *words: str) -> str:
        """What one of its commands prints."""
        argv = [sys.executable, "manage.py", *words]
        done = subprocess.run(argv, cwd=self.code, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{self.name}: {' '.join(words)}: {done.stderr}"
        return done.stdout

    def start(self, troupe: Troupe) -> None:
        """Start its web process, and wait until it answers."""
        told = [f"{name}={value}" for name, value in self.environment.items()]
        serve = ("--interface", "wsgi", "--host", HOST, "--port", str(self.port), "--blocking-threads", "2")
        granian = (sys.executable, "-m", "granian", *serve, "turingapp.wsgi:application")
        shell = ("sh", "-c", 'cd "$0" && exec "$@"', str(self.code), *granian)
        troupe.start(Program(self.name, ("env", "-i", *told, *shell)))
        what = f"an answer of the {self.name} version"
        troupe.wait_until(lambda: is_answering(self.port), what=what, within_seconds=WITHIN_SECONDS)


class Answer:
    """What a web process answered, as the steps of a visit look at it."""

    def __init__(self, answer: httpx.Response) -> None:
        self.status_code, self.content, self.headers = answer.status_code, answer.content, answer.headers

    def __getitem__(self, header: str) -> str:
        return str(self.headers[header])


class Proxy:
    """Passes each request of a judge to one of the web processes, and notes which pictures the pages name."""

    def __init__(self, rng: random.Random, *versions: Version) -> None:
        self.rng, self.versions = rng, list(versions)
        self.cookies = httpx.Cookies()
        self.pictures: set[tuple[str, str]] = set()  # the name of the version, the address

    def get(self, address: str) -> Answer:
        version = self.rng.choice(self.versions)
        answer = Answer(httpx.get(f"http://{HOST}:{version.port}{address}", timeout=60))
        assert answer.status_code == 200, (version.name, address, answer.status_code)
        found = html.fromstring(answer.content).xpath("//img/@src | //link[@rel='prefetch']/@href")
        self.pictures |= {(version.name, str(picture)) for picture in found}
        return answer

    def post(self, address: str, fields: Mapping[str, str]) -> Answer:
        version = self.rng.choice(self.versions)
        return Answer(httpx.post(f"http://{HOST}:{version.port}{address}", data=dict(fields), timeout=60))


def write_pool(folder: Path) -> None:
    """Pictures, a human's and a machine's answer to each, and the protocol of a study of them."""
    for name, columns in (("stimuli", "key image present absent"), ("answers", "stimulus origin agent color")):
        with (folder / f"{name}.csv").open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(columns.split())
            for number in range(STIMULI):
                Image.new("RGB", (64, 48), (20 * number, 80, 120)).save(folder / f"{number}.png")
                if name == "stimuli":
                    rows.writerow([number, f"{number}.png", "wall", "dog"])
                else:
                    rows.writerows([[number, "human", "somebody", "red"], [number, "ai", "some-program", "blue"]])
    (folder / "colors.yaml").write_text(PROTOCOL)


def open_study(version: Version, folder: Path) -> None:
    """The study, opened by the commands of a version."""
    form = ("--format", "native", "--pool", "colors")
    version.carry_out("load_stimuli", "color", str(folder / "stimuli.csv"), "--media", str(folder), *form)
    version.carry_out("load_responses", "color", str(folder / "answers.csv"), *form)
    version.carry_out("open_study", str(folder / "colors.yaml"))


def begin(proxy: Proxy, link: str) -> Visitor:
    """A judge at the first trial."""
    visitor = Visitor(proxy)  # type: ignore[arg-type]
    visitor.open(f"/join/{link}/")
    visitor.send()
    visitor.send(answer="agree")
    while b'name="verdict-agent"' not in visitor.page.content:  # type: ignore[union-attr]
        visitor.send()
    return visitor


def finish(visitor: Visitor) -> None:
    """To the code at the end."""
    for _ in range(MOST_PAGES):
        if b'id="code"' in visitor.page.content:  # type: ignore[union-attr]
            return
        visitor.send()
    pytest.fail("the visit came to no end")


@contextmanager
def running_troupe(folder: Path) -> Iterator[Troupe]:
    troupe = Troupe(log_dir=folder / "logs")
    try:
        yield troupe
    finally:
        troupe.stop_all()


def ask_database(url: str, query: str) -> list[tuple[object, ...]]:
    with closing(psycopg2.connect(url)) as database, database.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())


def test_judges_go_through_an_upgrade_from_page_to_page_on_either_version(tmp_path: Path) -> None:
    code = tmp_path / "older"
    unpack_version(name_version_before(), code)
    with make_database("postgresql") as database:
        environment = {
            "PATH": os.environ["PATH"],
            "DATABASE_URL": database,
            "VAR_DIR": str(tmp_path / "var"),
            "SECRET_KEY": "only-for-tests",
            "PERSON_KEY_SECRET": "only-for-tests",
        }
        older, newer = Version("older", code, environment), Version("newer", ROOT, environment)
        roll(older, newer, tmp_path, database)


def roll(older: Version, newer: Version, folder: Path, database: str) -> None:
    """The steps of docs/deployment.md#a-newer-version, while people judge."""
    write_pool(folder)
    older.carry_out("migrate", "-v0")
    open_study(older, folder)
    ((link,),) = ask_database(database, "SELECT link FROM judging_study")
    rng = random.Random(0)
    with running_troupe(folder) as troupe:
        older.start(troupe)
        proxy = Proxy(rng, older)
        early = [begin(proxy, str(link)) for _ in range(2)]
        newer.carry_out("migrate", "-v0")
        # The older one's pages and answers go on over the newer one's tables, a beginning among them.
        early.append(begin(proxy, str(link)))
        for visitor in early:
            visitor.send()
        newer.start(troupe)
        proxy.versions.append(newer)
        early[0].send()
        late = [begin(proxy, str(link)) for _ in range(3)]
        for visitor in (*early[1:], *late[1:]):
            finish(visitor)
        check_pictures(proxy, older, newer)
        proxy.versions.remove(older)
        for visitor in (early[0], late[0]):
            finish(visitor)
    check_rows(database, visits=6)
    report = json.loads(newer.carry_out("report", "colors", "--json"))
    assert report
    # Back again: what was judged meanwhile is there for the older one, too.
    assert json.loads(older.carry_out("report", "colors", "--json"))


def check_pictures(proxy: Proxy, older: Version, newer: Version) -> None:
    """Signed addresses hold at whichever process is asked; both versions must have drawn pages."""
    assert {name for name, _ in proxy.pictures} == {"older", "newer"}
    signed = {address for _, address in proxy.pictures if "until=" in address}
    assert {address for name, address in proxy.pictures if name == "newer"} <= signed
    for version in (older, newer):
        for address in signed:
            answer = httpx.get(f"http://{HOST}:{version.port}{address}", timeout=60)
            assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/jpeg"), version.name


def check_rows(database: str, *, visits: int) -> None:
    """Each visit is finished, each trial judged once, and no place is held by nobody."""
    query = "SELECT state, count(*), count(DISTINCT code) FROM judging_assignment GROUP BY state"
    assert ask_database(database, query) == [("finished", visits, visits)]
    counted = "SELECT count(*), count(DISTINCT trial_id) FROM judging_judgement"
    assert ask_database(database, counted) == [(visits * TRIALS, visits * TRIALS)]
    assert ask_database(database, "SELECT sum(taken) FROM judging_place") == [(visits * TRIALS,)]
    assert ask_database(database, "SELECT sum(taken) FROM judging_cell") == [(visits * TRIALS,)]
