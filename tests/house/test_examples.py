"""The plug-ins that the documents show work when they are named in the settings, as a third party's would."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pytest_django.fixtures import Settings

from agents.ai_agents import AI_AGENTS
from agents.formats import FORMATS
from agents.models import Origin, Response
from agents.tasks.evidence import Text
from analysis.ai_judges import AI_JUDGES
from analysis.embedders import EMBEDDERS, find_embedder
from analysis.evaluations.splits import group_items, split_by_stimulus
from analysis.features.items import Item
from analysis.features.material import Material
from analysis.figures import FIGURES, make_drawings
from analysis.figures.themes import LIGHT
from analysis.loading.formats import JUDGEMENT_FORMATS
from analysis.observations import read_observations
from analysis.reports import REPORTS
from judging.models import Judgement, Study
from judging.recruiters import RECRUITERS
from judging.recruiters.values import Outcome
from tests.analysis.small_studies import fill_color_study, read_rows
from tests.builders import make_study
from tests.commands import run
from tests.judging.recruiters.stories import make_offer
from turingapp.errors import NotEligible

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/adding-plug-ins.md").read_text(encoding="utf-8")
ADDED = {
    "format": ["docs.examples.word_lists.WordLists"],
    "judgement format": ["docs.examples.verdict_lists.VerdictLists"],
    "AI agent": ["docs.examples.mirror.Mirror"],
    "AI judge": ["docs.examples.capitals.Capitals"],
    "embedder": ["docs.examples.alphabet.Alphabet"],
    "report": ["docs.examples.first_trials.FirstTrials"],
    "figure": ["docs.examples.first_trials.FirstTrialsFigure"],
    "recruiter": ["docs.examples.classroom.Classroom"],
}
FAMILIES = (FORMATS, JUDGEMENT_FORMATS, AI_AGENTS, AI_JUDGES, EMBEDDERS, REPORTS, FIGURES, RECRUITERS)


@pytest.fixture(autouse=True)
def added(settings: Settings) -> Iterator[None]:
    settings.EXTRA_PLUGINS = {**settings.EXTRA_PLUGINS, **ADDED}
    for family in FAMILIES:
        family.forget()
    yield
    for family in FAMILIES:
        family.forget()


def test_the_page_shows_every_example_and_the_setting_that_adds_it() -> None:
    shown = set(re.findall(r'--8<-- "examples/(\w+\.py)"', PAGE))
    assert shown == {path.name for path in (ROOT / "docs/examples").glob("*.py")} - {"counting.py"}
    assert [path for paths in ADDED.values() for path in paths if path not in PAGE] == []


@pytest.mark.django_db
def test_the_example_of_a_format_is_loaded_and_the_example_of_an_agent_answers(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("sea, ship, ann\nsea, ocean, machine\nsky blue\n", encoding="utf-8")
    told = run("load_responses", "association", file, "--format", "word-lists", "--pool", "words")
    assert "2 responses loaded" in told
    assert "words.txt, line 3" in told
    run("run_agent", "mirror", "--task", "association", "--pool", "words")
    words = dict(Response.objects.values_list("authorships__agent__slug", "payload__word"))
    assert words == {"ann": "ship", "machine": "ocean", "mirror": "aes"}


@pytest.mark.django_db
def test_the_example_of_a_format_of_judgements_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.csv"
    file.write_text("judge,cue,truth,agent,verdict\n1,sea,ai,gpt2,human\n2,sea,ai,gpt2,maybe\n", encoding="utf-8")
    where = ("--study", "elsewhere", "--task", "association")
    assert "verdicts.csv, line 3" in run("load_judgements", file, "--format", "verdict-lists", *where)
    assert [(one.verdict, one.trial.place.response.pairing) for one in Judgement.objects.all()] == [("human", "A")]
    assert Study.objects.get().slug == "elsewhere"


def test_the_example_of_an_ai_judge_finds_capitals(tmp_path: Path) -> None:
    texts = ((Origin.HUMAN, "human", "a dog in Rome"), (Origin.AI, "model", "a dog in rome"))
    items = [
        Item(f"{number}/{agent}", str(number), origin, agent, (Text(text),))
        for number in range(20)
        for origin, agent, text in texts
    ]
    y = np.array([item.is_human for item in items], dtype=np.int64)
    fold = split_by_stimulus(y, group_items(items, join_near_copies=False), seeds=(0,))[0]
    [(_, p)] = AI_JUDGES["capitals"].judge(Material(items, cache=tmp_path), [fold])
    assert (p > 0.5).astype(int).tolist() == y[fold.test].tolist()


def test_the_example_of_an_embedder_counts_letters() -> None:
    once, again, other = find_embedder("alphabet").embed(["Noon", "noon", "zzz"])
    assert once.tolist() == again.tolist()
    assert float(once @ other) == 0.0


@pytest.mark.django_db
def test_the_examples_of_a_report_and_a_figure_say_the_same() -> None:
    study = make_study()
    fill_color_study(study)
    rows = read_rows(study, "first-trials")
    assert [(row["title"], row["n"]) for row in rows] == [("Later trials", 8), ("First trial", 2)]
    drawing = {one.slug: one for one in make_drawings(read_observations(study))}["first-trials"]
    assert [row.values["n"] for row in drawing.table.rows] == [8, 2]
    assert drawing.make_spec(LIGHT)["layer"]


def test_the_example_of_a_recruiter_knows_its_seats_and_sends_people_back() -> None:
    classroom, offer = RECRUITERS["classroom"], make_offer(address="http://127.0.0.1:8000/arrive/")
    assert classroom.validate(offer, "local") == ()
    coming = classroom.read_arrival(offer, {"seat": "12"})
    assert (coming.person, coming.platform_assignment) == ("12", "12")
    back = classroom.find_exit(offer, Outcome.COMPLETE, environment="local", coming=coming, code="ABC")
    assert back.address.endswith("done?code=ABC")
    with pytest.raises(NotEligible, match="which seat is yours"):
        classroom.read_arrival(offer, {"seat": "front row"})
