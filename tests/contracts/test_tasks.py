"""What every task promises, the ones of the list and a seventh that a third party adds."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from agents.tasks import TASKS
from agents.tasks.base import Task
from judging.models import Assignment
from tests.pages.stories import Visitor
from tests.pools import make_payload, make_pool, open_small_study
from turingapp.errors import InvalidPayload, UnknownPlugin


@pytest.fixture(params=TASKS.slugs)
def task(request: pytest.FixtureRequest) -> Task:
    """Each task of the list."""
    return TASKS[request.param]


@pytest.mark.parametrize("slug", TASKS.slugs)
@given(seed=st.integers())
def test_a_sample_passes_its_own_checks_and_schema_and_a_second_check_changes_nothing(slug: str, seed: int) -> None:
    task = TASKS[slug]
    made = task.sample(random.Random(seed))
    assert task.check_stimulus(made.stimulus) == made.stimulus
    assert task.check_response(made.response) == made.response
    jsonschema.validate(json.loads(json.dumps(made.stimulus)), task.Stimulus.model_json_schema())
    jsonschema.validate(json.loads(json.dumps(made.response)), task.Response.model_json_schema())


TELLING = ("tellingpresent", "tellingabsent", "tellingtopic")


def test_every_view_can_be_shown_and_holds_nothing_of_the_controls_truth(task: Task) -> None:
    made = task.sample(random.Random(1))
    marks = {"present": [TELLING[0]], "absent": [TELLING[1]] * 2, "topic": TELLING[2]}
    stimulus = make_payload(task.slug, 1)
    stimulus |= {field: mark for field, mark in marks.items() if field in task.Stimulus.model_fields}
    for view in task.views(made.response):
        shown = task.show(stimulus, made.response, view)
        page = render_to_string(f"tasks/{task.slug}/judge.html", {"shown": shown})
        assert page.strip()
        assert not any(mark in text for mark in TELLING for text in (str(shown), page))


def test_what_people_are_asked_can_be_drawn_and_holds_nothing_of_the_controls_truth(task: Task) -> None:
    if not task.takes_answers:
        pytest.skip(f"nobody answers {task.slug} alone")
    marks = {"present": [TELLING[0]], "absent": [TELLING[1]] * 2}
    stimulus = make_payload(task.slug, 1)
    stimulus |= {field: mark for field, mark in marks.items() if field in task.Stimulus.model_fields}
    asked = task.ask(stimulus)
    for part in ("stimulus", "fields"):
        page = render_to_string(f"tasks/{task.slug}/respond.html", {"shown": asked, "given": {}, "part": part})
        assert page.strip()
        assert not any(mark in text for mark in TELLING for text in (str(asked), page))
    assert task.writing_rules


@given(seed=st.integers())
@pytest.mark.parametrize("slug", [task.slug for task in TASKS if task.takes_answers])
def test_a_form_filled_in_with_a_sample_gives_it_back_and_keeps_the_rules(slug: str, seed: int) -> None:
    task = TASKS[slug]
    made = task.sample(random.Random(seed))
    read = task.read_answer(task.fill_form(made.response))
    checked = task.check_response(read)
    assert {name: checked[name] for name in made.response if made.response[name]} == {
        name: value for name, value in made.response.items() if value
    }
    assert not task.list_broken_rules(made.stimulus, read, [])


def test_a_control_question_has_its_truth_among_its_options(task: Task) -> None:
    made = task.sample(random.Random(1))
    questions = [task.control(made.stimulus, random.Random(seed)) for seed in range(40)]
    assert all(question is None for question in questions) != task.asks_control
    for question in questions:
        if question is not None:
            assert question.truth in question.options
            assert len(set(question.options)) == len(question.options)


def test_presence_is_asked_true_half_of_the_time() -> None:
    task = TASKS["color"]
    stimulus = task.sample(random.Random(0)).stimulus
    rng = random.Random(0)
    truths = [task.control(stimulus, rng).truth for _ in range(2000)]  # type: ignore[union-attr]
    assert 0.45 < truths.count("yes") / len(truths) < 0.55  # 4.5 standard errors of a fair coin


def test_evidence_is_given_for_known_roles_only(task: Task) -> None:
    made = task.sample(random.Random(1))
    examples = task.examples(made.stimulus, made.response)
    assert examples
    assert {example.role for example in examples} <= set(task.roles)


def test_unknown_and_missing_fields_are_refused_by_name(task: Task) -> None:
    with pytest.raises(InvalidPayload) as refusal:
        task.check_response({"nonsense": 1})
    fields = {problem.field for problem in refusal.value.problems}
    assert "nonsense" in fields
    assert len(fields) > 1


def test_a_name_that_no_task_has_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(UnknownPlugin, match="No task is called 'colour'; there are color, objects, attention"):
        TASKS["colour"]


@pytest.mark.parametrize(
    ("slug", "payload", "stored"),
    [
        ("color", {"color": " Gray "}, {"color": "gray"}),
        ("objects", {"words": "Cup, table ,spoon."}, {"words": ["cup", "table", "spoon"]}),
        ("captioning", {"caption": "A “cup” – on a table. "}, {"caption": 'a "cup" - on a table'}),
        ("association", {"word": "Sea\u00a0Side!"}, {"word": "sea side"}),
        ("attention", {"fixations": [[0.5, -0.01]]}, {"fixations": [[0.5, -0.01]], "durations_ms": []}),
        (
            "attention",
            {"fixations": [[0.5, 0.5], [0, 1]], "durations_ms": "200 451.5"},
            {"fixations": [[0.5, 0.5], [0.0, 1.0]], "durations_ms": [200.0, 451.5]},
        ),
        (
            "conversation",
            {"turns": [{"speaker": "A", "text": "Hi\r\n\ud83d"}, {"speaker": "B", "text": " "}]},
            {"turns": [{"speaker": "A", "text": "Hi \ufffd"}]},
        ),
    ],
)
def test_answers_are_normalized(slug: str, payload: dict[str, object], stored: dict[str, object]) -> None:
    assert TASKS[slug].check_response(payload) == stored


@pytest.mark.parametrize(
    ("slug", "payload", "field", "rule"),
    [
        ("color", {"color": "none"}, "color", "input should be 'red', 'pink'"),
        ("objects", {"words": "cup, cup"}, "words", "each thing should be named once"),
        ("objects", {"words": "a, b, c, d"}, "words", "at most 3"),
        ("attention", {"fixations": [[0.5, float("nan")]]}, "fixations.0.1", "finite"),
        ("attention", {"fixations": []}, "fixations", "at least 1"),
        (
            "attention",
            {"fixations": [[0.5, 0.5]], "durations_ms": [1, 2]},
            "the payload",
            "2 durations for 1 fixations",
        ),
        ("attention", {"fixations": [[0.5, 0.5]], "durations_ms": [0]}, "durations_ms.0", "greater than 0"),
        ("captioning", {"caption": " . "}, "caption", "at least 1"),
        ("association", {"word": "  "}, "word", "at least 1"),
        ("conversation", {"turns": [{"speaker": "C", "text": "x"}]}, "turns.0.speaker", "input should be 'A' or 'B'"),
        ("conversation", {"turns": [{"speaker": "A", "text": ""}]}, "turns", "at least one turn with words"),
    ],
)
def test_bad_answers_are_refused_with_field_and_rule(
    slug: str, payload: dict[str, object], field: str, rule: str
) -> None:
    with pytest.raises(InvalidPayload) as refusal:
        TASKS[slug].check_response(payload)
    assert any(problem.field == field and rule in problem.rule for problem in refusal.value.problems)


@pytest.fixture
def seventh_task(settings: Settings) -> Iterator[str]:
    """A task named in one setting, with its partial in a folder named in another."""
    folder = Path(__file__).resolve().parents[2] / "docs/examples/partials"
    settings.EXTRA_PLUGINS = {**settings.EXTRA_PLUGINS, "task": ["docs.examples.counting.Counting"]}
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [*settings.TEMPLATES[0]["DIRS"], folder]}]
    TASKS.forget()
    yield "counting"
    TASKS.forget()


@pytest.mark.django_db
def test_a_third_party_adds_a_task_by_one_file_one_partial_and_one_setting(seventh_task: str) -> None:
    make_pool(seventh_task)
    visitor = Visitor()
    visitor.begin(open_small_study(seventh_task))
    for _ in range(4):
        assert "•" in visitor.page.content.decode()  # type: ignore[union-attr]
        visitor.send()
    visitor.send(engagement="7", difficulty="3")
    assert Assignment.objects.get().state == Assignment.State.FINISHED
