"""Asking AI agents: answers are stored once, with who gave them, whatever else is asked."""

import random
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from agents.ai_agents import AI_AGENTS
from agents.loading import LoadResult
from agents.models import Response, Stimulus
from agents.responding import SELF_TALK_TURNS, ask_agent
from agents.tasks import TASKS
from tests.builders import make_stimulus
from turingapp.errors import InvalidPayload

pytestmark = pytest.mark.django_db

AT = datetime(2024, 5, 6, tzinfo=UTC)


def make_cues(*cues: str) -> list[Stimulus]:
    return [make_stimulus(task="association", key=cue, payload={"cue": cue, "prompt": None}) for cue in cues]


def ask(stimuli: list[Stimulus], agent: str = "compound-words", task: str = "association", seed: int = 0) -> LoadResult:
    rng = random.Random(seed)
    return ask_agent(AI_AGENTS[agent], stimuli, task=TASKS[task], pool="tests", at=AT, rng=rng)


def list_words() -> dict[str, str]:
    return {response.stimulus.key: response.payload["word"] for response in Response.objects.select_related("stimulus")}


def test_an_answer_is_stored_as_computed_with_the_agent_and_its_rule() -> None:
    result = ask(make_cues("snow"))
    assert (result.loaded, result.refused) == (1, [])
    response = Response.objects.get()
    assert (response.provenance, response.pairing, response.pool, response.created_at) == ("computed", "A", "tests", AT)
    agent = response.authorships.get().agent
    assert (agent.slug, agent.origin) == ("compound-words", "ai")
    assert agent.details == AI_AGENTS["compound-words"].details


def test_asking_twice_changes_nothing_even_with_another_seed() -> None:
    stimuli = make_cues("snow", "fire")
    ask(stimuli)
    words = list_words()
    result = ask(stimuli, seed=9)
    assert (result.loaded, result.unchanged) == (0, 2)
    assert list_words() == words


def test_an_answer_does_not_depend_on_which_others_were_asked() -> None:
    cues = make_cues("snow", "fire", "book", "hand", "fall", "break")
    ask(cues)
    words = list_words()
    Response.objects.all().delete()
    ask(cues[3:])
    ask(cues[2::-1])
    assert list_words() == words


def test_an_agent_talks_with_itself_where_there_are_two_roles() -> None:
    ask([make_stimulus(task="conversation")], agent="scripted-chat", task="conversation")
    response = Response.objects.get()
    assert response.pairing == "AA"
    assert len(response.payload["turns"]) == SELF_TALK_TURNS
    assert [authorship.role for authorship in response.authorships.order_by("role")] == ["A", "B"]


def test_a_stimulus_that_the_agent_cannot_see_is_listed_and_the_others_are_answered() -> None:
    payload = TASKS["color"].check_stimulus({"image": {"media": "gone", "width": 1, "height": 1}})
    result = ask([make_stimulus(task="color", payload=payload)], agent="mean-color", task="color")
    assert result.loaded == 0
    assert "gone.jpg" in str(result.refused[0])


def test_an_agent_of_another_task_is_refused() -> None:
    with pytest.raises(InvalidPayload, match="Mean color does color"):
        ask(make_cues("snow"), agent="mean-color")


def test_the_command_asks_about_a_pool_and_says_what_was_done() -> None:
    make_cues("snow", "fire")
    out = StringIO()
    call_command("ask_agent", "letter-neighbors", "association", "--pool", "tests", "--limit", "1", stdout=out)
    assert "1 answers loaded into association/tests" in out.getvalue()
    assert set(list_words()) == {"fire"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nobody", "color"), "No AI agent is called 'nobody'"),
        (("mean-color", "colour"), "No task is called 'colour'"),
        (("mean-color", "color"), "The pool tests has 0 stimuli of color"),
        (("mean-color", "association"), "Mean color does color"),
    ],
)
def test_the_command_says_what_it_cannot_do(arguments: tuple[str, str], sentence: str) -> None:
    make_cues("snow")
    with pytest.raises(CommandError, match=sentence):
        call_command("ask_agent", *arguments, "--pool", "tests")
