"""Whatever stands in a draft, its page can be looked at and saved: odd values are told, none is lost by looking."""

from typing import Any

import pytest
import yaml
from django.http import QueryDict
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.looking_at_protocols import look_at
from judging.models import StudyDraft
from judging.protocol import Settings
from judging.protocol_text import change_fields, write_document
from judging.protocol_words import SUBJECTS
from tests.builders import AT
from turingapp.workplace.building.draft_shown import gather_draft
from turingapp.workplace.building.drawn import DrawnField
from turingapp.workplace.building.fields import draw_subjects
from turingapp.workplace.building.reading import read_changes

pytestmark = [pytest.mark.django_db, pytest.mark.long]
NAMES = [name for subject in SUBJECTS for name in subject.fields]
ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 10**20)
    | st.floats()
    | st.sampled_from(["", "x", "color", "judge", "1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["names", "H", "HH", "x"]), inner),
    max_leaves=5,
)
ROWS = st.fixed_dictionaries(
    {},
    optional={
        "screening": st.lists(st.dictionaries(st.sampled_from(["rule", "least", "values"]), ODD), max_size=3),
        "comprehension": st.lists(st.dictionaries(st.sampled_from(["question", "options", "x"]), ODD), max_size=3),
        "pool": st.fixed_dictionaries({"facets": st.dictionaries(st.text(max_size=3) | st.integers(), ODD)}),
        "practice": st.fixed_dictionaries({"pool": st.dictionaries(st.sampled_from(["names", "facets"]), ODD)}),
    },
)


def write_form(drawn: DrawnField) -> list[tuple[str, str]]:
    """What a browser sends of a field that nobody touched."""
    if drawn.is_group:
        return [pair for inner in drawn.within for pair in write_form(inner)]
    if drawn.control == "switch":
        return [(drawn.name, "on")] if drawn.is_on else []
    if drawn.control == "shares":
        return [(f"{drawn.name}.{option.value}", option.label) for option in drawn.options]
    if drawn.control in ("ticks", "choose"):
        return [(drawn.name, option.value) for option in drawn.options if option.is_chosen]
    return [(drawn.name, drawn.text.replace("\n", "\r\n"))]


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from([*Settings.model_fields, "unknown"]), ODD, max_size=8))
def test_odd_values_are_told_and_drawn(document: dict[str, Any]) -> None:
    draft = StudyDraft(content=write_document(document), begun_at=AT, saved_at=AT)
    page = gather_draft(draft, at=timezone.now())
    assert page.problems or page.looked.settings is not None
    assert all(problem.sentence for problem in page.problems)
    assert page.subjects
    assert isinstance(page.numbers, list)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from([*Settings.model_fields]), ODD, max_size=6), st.sampled_from(NAMES), ODD)
def test_any_field_can_be_set_over_odd_values(document: dict[str, Any], name: str, value: object) -> None:
    text = change_fields(write_document(document), {name: value})
    assert isinstance(yaml.safe_load(text), dict | None)
    look_at(text, at=timezone.now())


@settings(max_examples=150, deadline=None)
@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_any_text_at_all_is_looked_at(text: str) -> None:
    looked = look_at(text, at=timezone.now())
    assert looked.problems or looked.settings is not None
    if looked.document is not None:
        draw_subjects(looked.document, looked.problems)


@settings(max_examples=150, deadline=None)
@given(ROWS)
def test_whatever_stands_in_rows_is_drawn_with_its_faults_and_kept_by_saving(document: dict[str, Any]) -> None:
    draft = StudyDraft(content=write_document(document), begun_at=AT, saved_at=AT)
    page = gather_draft(draft, at=timezone.now())
    posted = QueryDict(mutable=True)
    for subject in page.subjects:
        for drawn in subject.fields:
            posted.appendlist("shown", drawn.name)
            for name, value in write_form(drawn):
                posted.appendlist(name, value)
    fields = [drawn for subject in page.subjects for drawn in subject.fields]
    assert read_changes(page.looked.document or {}, fields, posted) == {}
