"""The command that runs an AI agent, and the worker's job."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from agents.jobs import carry_on_runs
from agents.models import Agent, AgentRun, Response
from tests.builders import make_stimulus

pytestmark = pytest.mark.django_db


def make_cues(*cues: str) -> None:
    for cue in cues:
        make_stimulus(task="association", key=cue, payload={"cue": cue, "prompt": None})


def call(*arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command("run_agent", *arguments, "--pool", "tests", stdout=out, **options)
    return out.getvalue()


def test_the_command_runs_an_agent_over_a_pool_and_says_what_was_done() -> None:
    make_cues("snow", "fire")
    asked = ("letter-neighbors", "--task", "association")
    assert "1 of 1 stimuli answered in 1 tries." in call(*asked, "--limit", "1")
    assert list(Response.objects.values_list("stimulus__key", flat=True)) == ["fire"]
    assert "1 of 1 stimuli answered" in call(*asked)
    assert "answered every stimulus of association/tests already" in call(*asked)


def test_what_an_agent_could_not_answer_is_told_by_kind() -> None:
    make_cues("ж", "fire")
    said = call("letter-neighbors", "--task", "association")
    assert "1 of 2 stimuli answered in 2 tries." in said
    assert "cannot take the stimulus: 1 tries, and the last word on 1 stimuli" in said


def test_a_run_can_be_left_to_the_worker() -> None:
    make_cues("snow")
    assert "waits for the worker" in call("letter-neighbors", "--task", "association", "--queue")
    assert carry_on_runs() == 1
    assert AgentRun.objects.get().state == AgentRun.State.FINISHED
    assert carry_on_runs() == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nobody", "--task", "color"), "No AI agent is called 'nobody'"),
        (("mean-color", "--task", "colour"), "No task is called 'colour'"),
        (("mean-color", "--task", "color"), "pool is 'tests': it has 0 stimuli of color"),
        (("mean-color", "--task", "association"), "Mean color does color"),
        (("mean-color", "--task", "color", "--set", "x"), "The option 'x' should be NAME=VALUE"),
        (("mean-color", "--task", "color", "--set", "x=1"), "x is given: this system has no settings"),
        (("letter-neighbors", "--task", "association", "--cap", "much"), "'much' should be an amount in US dollars"),
        (("letter-neighbors", "--task", "association", "--cap", "1e30"), "'1e30' should be an amount in US dollars"),
        (("letter-neighbors", "--task", "association", "--seed", str(2**70)), "seed is 1180591620717411303424: it sh"),
        (("letter-neighbors", "--task", "association", "--tries", "99"), "tries is 99: it should be at least 1 and at"),
    ],
)
def test_the_command_says_what_it_cannot_do(arguments: tuple[str, ...], sentence: str) -> None:
    make_cues("snow")
    with pytest.raises(CommandError, match=sentence):
        call(*arguments)
    assert not AgentRun.objects.exists()
    assert not Agent.objects.exclude(system="letter-neighbors").exclude(system="mean-color").exists()
