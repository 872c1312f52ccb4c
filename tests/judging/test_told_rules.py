"""What judges are told before the trials, and reports of them, is what the trials are like."""

import pytest

from agents.tasks import TASKS
from analysis.writing.methods import list_extras
from judging.kinds import KINDS
from judging.sampling import draw_sample
from tests.pools import make_settings


@pytest.mark.parametrize("task", TASKS.slugs)
def test_control_questions_are_promised_where_trials_ask_them_alone(task: str) -> None:
    settings = make_settings(task)
    asks = draw_sample(TASKS[task], settings).control is not None
    assert (
        "Each trial also asks a short question that shows you looked." in KINDS["judge"].list_rules(settings)
    ) == asks
    assert ("control questions with known answers" in list_extras(settings)) == asks
