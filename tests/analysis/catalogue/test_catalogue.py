"""The catalogue of AI agents: what each answered, how like people's, how often taken for a human."""

import json
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from agents.adding import find_agent
from agents.models import Agent, AgentRun, ItemTry, Origin, Provenance, Response, RunItem, Stimulus
from agents.tasks import TASKS
from analysis.catalogue.scoring import SCORES
from analysis.catalogue.tables import find_catalogue, read_catalogue
from tests.builders import make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit

pytestmark = pytest.mark.django_db

PEOPLE = ("red", "red", "blue")


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """A rolled back database gives the same counts again."""
    read_catalogue.cache_clear()
    yield
    read_catalogue.cache_clear()


def answer(agent: Agent, stimulus: Stimulus, color: str) -> Any:
    return make_response(agent, stimulus=stimulus, payload={"color": color})


def fill(*, machines: dict[str, str]) -> list[Stimulus]:
    """Six stimuli whose color two of three people call red, and agents that call all of them one color."""
    stimuli = [make_stimulus(task="color", key=f"s{number}") for number in range(6)]
    people = [make_agent(f"p{number}") for number in range(3)]
    systems = {make_agent(name, origin=Origin.AI): color for name, color in machines.items()}
    for stimulus in stimuli:
        for person, color in zip(people, PEOPLE, strict=True):
            answer(person, stimulus, color)
        for system, color in systems.items():
            answer(system, stimulus, color)
    return stimuli


def find_row(title: str, task: str = "color") -> dict[str, Any]:
    return next(dict(row.values) for row in find_catalogue(task).table.rows if row.values["agent"] == title)


def test_agents_stand_beside_people_with_agreement_coverage_and_their_doubles() -> None:
    fill(machines={"reds": "red", "blues": "blue", "copies": "blue"})
    make_stimulus(task="color", key="unanswered")
    reds, blues = find_row("Reds"), find_row("Blues")
    assert (reds["agreement"], blues["agreement"]) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert (reds["responses"], reds["coverage"], reds["twins"]) == (6, pytest.approx(6 / 7), "")
    assert (blues["twins"], find_row("Copies")["twins"]) == ("Copies", "Blues")
    # The first person says red; of the other two one does.
    assert find_row("People")["agreement"] == pytest.approx(0.5)


def test_being_taken_for_a_human_is_summed_over_studies_and_set_against_the_score() -> None:
    fill(machines={f"agent{number}": color for number, color in enumerate(("red", "red", "blue", "green"))})
    study = make_study("one")
    verdicts = {
        "agent0": ("human", "human"),
        "agent1": ("human", "ai"),
        "agent2": ("ai", "human"),
        "agent3": ("ai", "ai"),
    }
    for place in range(2):
        visit = make_visit(study)
        for number, (slug, said) in enumerate(verdicts.items()):
            agent = Agent.objects.get(slug=slug)
            response = agent.authorships.order_by("pk")[number].response
            make_judgement(visit, response, said[place])
    found = {row.values["agent"]: (row.values["rate"], row.values["n"]) for row in find_catalogue("color").table.rows}
    assert found["Agent0"] == (1.0, 2)
    assert found["Agent1"] == (0.5, 2)
    assert found["People"] == (None, 0)
    # Ranks of agreement 3.5, 3.5, 2, 1 and of rates 4, 2.5, 2.5, 1: Pearson's correlation of the two is 0.83 (by hand).
    assert find_catalogue("color").correlations == (
        "Over 4 agents the rank correlation (Spearman) of Agreement with being taken for a human is 0.83.",
    )
    assert find_catalogue("color").notices == ()


def test_verdicts_of_robots_are_called_simulated() -> None:
    fill(machines={"reds": "red"})
    study = make_study("robots", simulated=True)
    make_judgement(make_visit(study), Agent.objects.get(slug="reds").authorships.all()[0].response, "human")
    found = find_catalogue("color")
    assert found.notices[0].startswith("Simulated: ")
    assert "there is 1." in found.correlations[0]


def test_what_runs_left_without_an_answer_is_counted() -> None:
    [stimulus] = [make_stimulus(task="association", key="ice", payload={"cue": "ice", "prompt": None})]
    agent = find_agent("letter-neighbors", at=timezone.now())
    make_response(agent, task="association", payload={"word": "snow"})
    run = AgentRun.objects.create(agent=agent, task="association", pool="tests", created_at=timezone.now())
    item = RunItem.objects.create(run=run, stimulus=stimulus, state="failed", takings=2, due_at=timezone.now())
    for number in (1, 2):
        ItemTry.objects.create(item=item, number=number, outcome="refusal", at=timezone.now())
    row = find_row("Letter neighbors", "association")
    assert (row["failed"], row["refusals"], row["system"], row["version"]) == (1, 2, "letter-neighbors", "1")


@pytest.mark.parametrize("task", TASKS.slugs)
def test_every_task_says_how_its_answers_are_compared(task: str) -> None:
    assert TASKS[task].compared_as in SCORES
    person, other = make_agent("p"), make_agent("q")
    machine = make_agent("m", origin=Origin.AI)
    roles = len(TASKS[task].roles)
    stimuli = [make_stimulus(task=task, key=f"s{number}") for number in range(3)]
    for stimulus in stimuli:
        for agent in (person, other, machine):
            make_response(*[agent] * roles, stimulus=stimulus)
    row = find_row("M", task)
    assert {score.key for score in SCORES[TASKS[task].compared_as]} <= set(row)
    assert row["coverage"] == 1.0


def test_the_page_brings_its_table_by_itself_and_the_command_prints_the_same(staff: Client) -> None:
    fill(machines={"reds": "red"})
    address = reverse("workplace:ai_agents_catalogue", args=["color"])
    assert b"Comparing the answers" in staff.get(address).content
    table = staff.get(address, HTTP_HX_REQUEST="true").content.decode()
    assert "Reds" in table
    assert "66.7%" in table or "0.67" in table
    assert "<h1>" not in table
    assert b"<table" in staff.get(address, {"whole": "1"}).content
    out = StringIO()
    call_command("catalogue", "color", "--json", stdout=out)
    assert json.loads(out.getvalue())["rows"][1]["agreement"] == pytest.approx(2 / 3)
    out = StringIO()
    call_command("catalogue", "color", stdout=out)
    assert "Reds\n  Judged human" in out.getvalue()
    with pytest.raises(CommandError, match="No task is called 'colour'"):
        call_command("catalogue", "colour")


def test_an_empty_catalogue_says_what_to_do(staff: Client) -> None:
    page = staff.get(reverse("workplace:ai_agents_catalogue", args=["objects"]), HTTP_HX_REQUEST="true")
    assert b"No AI agent has answered this task yet." in page.content
    assert staff.get(reverse("workplace:ai_agents_catalogue", args=["nothing"])).status_code == 404


def test_what_another_run_answered_is_not_without_an_answer() -> None:
    stimulus = make_stimulus(task="association", key="ice", payload={"cue": "ice", "prompt": None})
    agent = find_agent("letter-neighbors", at=timezone.now())
    run = AgentRun.objects.create(agent=agent, task="association", pool="tests", created_at=timezone.now())
    RunItem.objects.create(run=run, stimulus=stimulus, state="failed", takings=1, due_at=timezone.now())
    make_response(agent, stimulus=stimulus, payload={"word": "snow"})
    row = find_row("Letter neighbors", "association")
    assert (row["failed"], row["coverage"]) == (0, 1)


def test_the_catalogue_is_made_anew_when_an_answer_is_taken_back_or_stimuli_come() -> None:
    stimuli = fill(machines={"reds": "red"})
    assert (find_row("Reds")["agreement"], find_row("Reds")["coverage"]) == (pytest.approx(2 / 3), 1)
    people = Response.objects.filter(stimulus__in=stimuli, payload__color="blue")
    people.update(payload={"taken_back": True}, provenance=Provenance.STAND_IN)
    assert find_row("Reds")["agreement"] == 1
    make_stimulus(task="color", key="new")
    assert find_row("Reds")["coverage"] == pytest.approx(6 / 7)
