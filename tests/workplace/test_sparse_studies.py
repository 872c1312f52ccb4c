"""Studies of which little or nothing can be said: every page, file and command answers, and names no false number."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from agents.models import Origin
from analysis.figures import FIGURES
from judging.models import Study
from tests.analysis.collections.filling import make_collection
from tests.builders import make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit
from tests.commands import run

pytestmark = pytest.mark.django_db
PAGES = ("study", "results", "figures", "gallery", "report")
NO_NUMBER = re.compile(r"(?<!\w)(nan|NaN|inf|Infinity|None(?!:)|null)(?!\w)")


def fill(*, judges: int, stimuli: int, verdict: Callable[[int, str], str], origins: tuple[str, ...]) -> Study:
    """A study in a collection whose judges all judge one response of each origin to every stimulus."""
    study = make_study("sparse", collection="all", weak_baseline="machine")
    study.collection = make_collection("all")
    study.save()
    agents = {origin: make_agent("machine" if origin == Origin.AI else "", origin=origin) for origin in origins}
    responses = {
        origin: [
            make_response(agent, stimulus=make_stimulus(facets={"kind": f"{n % 2}", "size": n})) for n in range(stimuli)
        ]
        for origin, agent in agents.items()
    }
    for judge in range(judges):
        gender = "female" if judge == 0 else "male"
        visit = make_visit(study, demographics={"gender": gender, "birth_year": "?", "country": "XX"})
        for origin, made in responses.items():
            for response in made:
                make_judgement(visit, response, verdict(judge, origin), rt_ms=None, answers={"confidence": "9"})
    return study


def say_human(judge: int, origin: str) -> str:
    return "human"


def guess(judge: int, origin: str) -> str:
    return "human" if judge % 2 else "ai"


BOTH = (Origin.HUMAN, Origin.AI)
STUDIES: dict[str, Callable[[], Study]] = {
    "empty": lambda: fill(judges=0, stimuli=3, verdict=say_human, origins=BOTH),
    "one judge": lambda: fill(judges=1, stimuli=6, verdict=guess, origins=BOTH),
    "one stimulus": lambda: fill(judges=6, stimuli=1, verdict=guess, origins=BOTH),
    "all alike": lambda: fill(judges=6, stimuli=6, verdict=say_human, origins=BOTH),
    "a group of one": lambda: fill(judges=6, stimuli=6, verdict=guess, origins=BOTH),
    "humans only": lambda: fill(judges=6, stimuli=6, verdict=guess, origins=BOTH[:1]),
    "machines only": lambda: fill(judges=6, stimuli=6, verdict=guess, origins=BOTH[1:]),
}

QUICK = ("empty", "one judge")
LONG = tuple(kind for kind in STUDIES if kind not in QUICK)


def read_texts(staff: Client, address: str) -> str:
    """What a page says, without its markup."""
    answer = staff.get(address)
    assert answer.status_code in {200, 204}, address
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return re.sub(r"<[^>]*>|&\w+;", " ", body.decode())


def test_a_cell_without_an_interval_says_why_and_is_grey(staff: Client) -> None:
    STUDIES["one judge"]()
    page = staff.get(reverse("workplace:study", args=["sparse"])).content.decode()
    assert re.search(r'is-faint">[\d.]+% \(one judge only\)<', page)
    chinese = staff.get(reverse("workplace:study", args=["sparse"]), headers={"accept-language": "zh-CN"})
    assert re.search(r'is-faint">[\d.]+%（只有一位评判者）<', chinese.content.decode())


@pytest.mark.parametrize("kind", [*QUICK, *(pytest.param(kind, marks=pytest.mark.long) for kind in LONG)])
def test_pages_and_files_of_a_sparse_study_answer_without_a_false_number(staff: Client, kind: str) -> None:
    STUDIES[kind]()
    addresses = [reverse(f"workplace:{page}", args=["sparse"]) for page in PAGES]
    addresses += [f"{address}?count=all" for address in addresses]
    addresses += [reverse(f"workplace:{page}", args=["all"]) for page in ("collection", "collection_report")]
    addresses += ["/workplace/collections/all/?count=all", "/api/collections/all/", "/api/studies/sparse/judgements/"]
    for address in addresses:
        text = read_texts(staff, address)
        if not address.startswith("/api"):
            assert not NO_NUMBER.search(text), (address, NO_NUMBER.search(text))
    for figure in FIGURES:
        for form in ("svg", "csv"):
            address = reverse("workplace:figure", args=["sparse", figure.slug, form])
            assert staff.get(address).status_code in {200, 404}, address


@pytest.mark.long
@pytest.mark.parametrize("kind", STUDIES)
def test_commands_tell_a_sparse_study_and_its_package_says_the_same(kind: str, tmp_path: Path) -> None:
    STUDIES[kind]()
    told = json.loads(run("report", "sparse", "--json"), parse_constant=pytest.fail)
    assert not NO_NUMBER.search(run("report", "sparse"))
    run("report", "sparse", "--html", tmp_path / "report.html")
    run("report_collection", "all")
    run("export_study", "sparse", tmp_path / "sparse.zip")
    packed = json.loads(run("report", tmp_path / "sparse.zip", "--json"))
    for reports in (told["reports"], packed["reports"]):
        del reports["demographics"]  # a package holds no group of fewer than five judges
    assert packed["reports"] == told["reports"]
