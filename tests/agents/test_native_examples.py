"""The rows that the page shows as examples of the project's own format can be loaded."""

from pathlib import Path

import pytest

from agents.formats import FORMATS
from agents.formats.base import ResponseRow, StimulusRow
from agents.formats.native_examples import write_example
from agents.tasks import TASKS
from agents.tasks.base import Task


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.slug)
def test_an_example_is_read_as_it_stands(task: Task, tmp_path: Path) -> None:
    example = write_example(task)
    stimuli, responses = tmp_path / f"stimuli{example.suffix}", tmp_path / f"responses{example.suffix}"
    stimuli.write_text(example.stimuli, encoding="utf-8")
    responses.write_text(example.responses, encoding="utf-8")

    (stimulus,) = FORMATS["native"].read_stimuli(stimuli, task.slug)
    answers = list(FORMATS["native"].read_responses(responses, task.slug))

    assert isinstance(stimulus, StimulusRow)
    task.check_stimulus(stimulus.payload)
    assert bool(stimulus.media) == task.needs_picture or not task.needs_picture
    origins = set()
    for answer in answers:
        assert isinstance(answer, ResponseRow)
        assert answer.stimulus.key == stimulus.key
        task.check_response(answer.payload)
        origins |= {str(author.origin) for author in answer.authors}
    assert origins == {"human", "ai"}
