"""Compiled queries say the same as the querysets they come from."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F, FilteredRelation, Q

from judging.models import Assignment, ControlAnswer, Trial
from tests.builders import AT
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study
from turingapp.compiled import Change, Insertion, Selection, send, slot

pytestmark = pytest.mark.django_db

COLUMNS = ("pk", "control", "issued_at", "answers", "gives_feedback", "stimulus__payload", "place__response__payload")
AT_POSITION = Selection(
    lambda: Trial.objects.filter(position=slot(Trial, "position")).order_by("pk").values_list(*COLUMNS)
)
VISIT = Selection(lambda: Assignment.objects.only("state").filter(public_id=slot(Assignment, "public_id")))


@pytest.fixture
def visit() -> Assignment:
    make_pool()
    Visitor().begin(open_small_study())
    return Assignment.objects.get()


def test_a_selection_gives_what_its_queryset_gives_with_each_value(visit: Assignment) -> None:
    for position in (1, 2, 3):
        expected = list(Trial.objects.filter(position=position).values_list(*COLUMNS))
        assert expected
        assert AT_POSITION.fetch(position=position) == expected


def test_a_selected_object_has_its_fields_and_reads_the_others_when_asked(visit: Assignment) -> None:
    found = VISIT.get(Assignment, public_id=visit.public_id)
    assert found == visit
    assert found.get_deferred_fields() >= {"seed"}
    assert (found.state, found.seed) == (visit.state, visit.seed)


def test_a_joined_selection_gives_an_object_of_each_model_or_none(visit: Assignment) -> None:
    joined = Selection(
        lambda: (
            Assignment.objects.filter(public_id=slot(Assignment, "public_id"))
            .annotate(trial=FilteredRelation("trials", condition=Q(trials__position=slot(Trial, "position"))))
            .values_list("state", "seed", "pk", "trial__control", "trial__pk")
        )
    )
    second = Trial.objects.get(position=2)
    found, trial = joined.get_joined(public_id=visit.public_id, position=2)
    assert (found, found.state, found.seed) == (visit, visit.state, visit.seed)
    assert (trial, trial.control) == (second, second.control)
    assert joined.get_joined(public_id=visit.public_id, position=99) == [visit, None]
    assert joined.get_joined(public_id="nobody", position=2) == []


def test_nothing_found_is_the_models_own_error(visit: Assignment) -> None:
    with pytest.raises(Assignment.DoesNotExist, match="no such Assignment"):
        VISIT.get(Assignment, public_id="nobody")


def test_a_value_that_is_not_given_is_an_error(visit: Assignment) -> None:
    with pytest.raises(KeyError, match="public_id"):
        VISIT.fetch()


def test_a_change_sets_values_and_expressions_in_its_rows_only(visit: Assignment) -> None:
    change = Change(
        lambda: Trial.objects.filter(position=slot(Trial, "position")),
        answers=slot(Trial, "answers"),
        answered_at=slot(Trial, "answered_at"),
        loads=F("loads") + 1,
    )
    loads, later = Trial.objects.get(position=2).loads, AT + timedelta(seconds=9)
    change.carry_out(position=2, answers={"reason": "it's “plain” %s"}, answered_at=later)
    changed = Trial.objects.get(position=2)
    assert (changed.answers, changed.answered_at, changed.loads) == ({"reason": "it's “plain” %s"}, later, loads + 1)
    assert not Trial.objects.exclude(position=2).exclude(answered_at=None).exists()


def test_statements_sent_together_all_count_in_their_order(visit: Assignment) -> None:
    change = Change(lambda: Trial.objects.filter(position=slot(Trial, "position")), rt_ms=slot(Trial, "rt_ms"))
    row = {"trial_id": Trial.objects.get(position=1).pk, "answer": "100% sure", "is_right": True}
    send(change.fill(position=1, rt_ms=1), Insertion(ControlAnswer).fill(**row), change.fill(position=1, rt_ms=2))
    assert Trial.objects.get(position=1).rt_ms == 2
    assert ControlAnswer.objects.get().answer == "100% sure"


def test_an_insertion_writes_a_row_that_the_database_may_still_refuse(visit: Assignment) -> None:
    trial = Trial.objects.get(position=1)
    insertion = Insertion(ControlAnswer)
    send(insertion.fill(trial_id=trial.pk, answer="yes", is_right=True))
    written = ControlAnswer.objects.get()
    assert (written.trial, written.answer, written.is_right) == (trial, "yes", True)
    with pytest.raises(IntegrityError), transaction.atomic():
        send(insertion.fill(trial_id=trial.pk, answer="no", is_right=False))
