"""Rotating, erasing and retention, each by several processes at the same moment."""

from datetime import timedelta

import pytest
from django.db import transaction
from pytest_django.fixtures import Settings

from agents.people import make_person_key
from judging.identities import find_identity, unseal
from judging.models import Assignment, Judge, Kept, PlatformIdentity, RetentionDone, Study
from judging.people.erasing import erase_person
from judging.people.finding import Person
from judging.retaining.carrying_out import carry_out_due
from judging.retaining.terms import set_term
from judging.rotating import list_under_old_keys, rotate_keys
from tests.at_once import run_at_once
from tests.builders import AT, make_study, make_visit
from tests.pages.stories import begin_and_judge, count_taken
from tests.pools import make_pool, open_small_study

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
LATER = AT + timedelta(days=1)


def test_two_rotations_at_once_seal_each_id_once(settings: Settings) -> None:
    with transaction.atomic():
        for number in range(40):
            find_identity("mturk", f"worker-{number}", at=AT)
    settings.IDENTITY_KEYS = ["second"]
    done = run_at_once(lambda _: sum(one.resealed for one in rotate_keys(batch=5)), 4)
    assert sum(done) == 40
    assert not list_under_old_keys().exists()
    assert [unseal(one) for one in PlatformIdentity.objects.order_by("pk")] == [f"worker-{n}" for n in range(40)]


def test_a_person_who_is_erased_by_many_at_once_gives_each_place_back_once() -> None:
    make_pool()
    begin_and_judge(open_small_study(), 2)
    taken = count_taken()
    person = Person((Assignment.objects.get().judge.person_key,))
    run_at_once(lambda _: erase_person(person, at=LATER), 6)
    assert taken == 4
    assert count_taken() == 0
    assert Assignment.objects.get().state == Assignment.State.ERASED
    assert not Judge.objects.filter(person_key__in=person.keys).exists()


def test_two_workers_count_what_they_erase_in_time_once() -> None:
    study = make_study()
    for number in range(30):
        judge = Judge.objects.create(person_key=make_person_key("link", str(number)), created_at=AT)
        make_visit(study, judge=judge, demographics={"gender": "female"})
    Study.objects.update(state=Study.State.CLOSED, closed_at=AT)
    set_term(study, Kept.DEMOGRAPHICS, 0, by="tester", at=AT)
    assert sum(run_at_once(lambda _: carry_out_due(clock=lambda: LATER), 4)) == 30
    done = RetentionDone.objects.get()
    assert (done.rows, done.at) == (30, LATER)
