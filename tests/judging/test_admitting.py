"""Admitting a person: trials within the plan, once, balanced, never one's own."""

from datetime import timedelta

import pytest

from agents.models import Agent
from judging.admitting import Arrival, admit
from judging.leasing import release_lapsed_places
from judging.models import Assignment, Cell, Judge, Place, Study, Trial
from judging.opening import close_study
from tests.builders import AT
from tests.pools import make_pool, open_small_study
from turingapp.errors import StudyFull, StudyNotOpen

pytestmark = pytest.mark.django_db


def arrive(study: Study, person: str) -> Assignment:
    """A person comes by an anonymous link."""
    return admit(study, Arrival("link", "live", person, person), at=AT, seed=hash(person) % 2**31)


def recount_taken(study: Study) -> None:
    """Assert that the counters equal what the trials say."""
    for place in Place.objects.filter(cell__protocol__study=study):
        held = Trial.objects.filter(place=place, assignment__released_at=None).count()
        judged = Trial.objects.filter(place=place, answered_at__isnull=False, assignment__released_at__isnull=False)
        assert place.taken == held + judged.count()
    for cell in Cell.objects.filter(protocol__study=study):
        assert cell.taken == sum(cell.places.values_list("taken", flat=True))


def test_a_judge_gets_the_planned_trials_half_human_each_stimulus_once() -> None:
    make_pool(stimuli=8, machines=2)
    assignment = arrive(open_small_study(trials=4), "one")
    trials = list(assignment.trials.select_related("place__response").order_by("position"))
    assert [trial.position for trial in trials] == [1, 2, 3, 4]
    assert sorted(trial.place.response.pairing for trial in trials) == ["A", "A", "H", "H"]
    assert len({trial.stimulus_id for trial in trials}) == 4


def test_each_ai_agent_is_shown_equally_often() -> None:
    make_pool(stimuli=12, machines=3)
    study = open_small_study(trials=4)
    for number in range(12):
        arrive(study, f"judge-{number}")
    taken = dict(Cell.objects.filter(protocol__study=study).values_list("name", "taken"))
    assert taken == {"H": 24, "A:color-system-0": 8, "A:color-system-1": 8, "A:color-system-2": 8}
    recount_taken(study)


def test_a_person_who_comes_again_gets_the_same_visit() -> None:
    make_pool()
    study = open_small_study()
    assert arrive(study, "same") == arrive(study, "same")
    assert Assignment.objects.count() == 1
    assert Trial.objects.count() == 4


def test_a_person_is_never_shown_their_own_response() -> None:
    make_pool(stimuli=8, humans=2, machines=1)
    Agent.objects.filter(slug="color-person-0").update(person_key="author")
    study = open_small_study(trials=8)
    assignment = arrive(study, "author")
    authors = assignment.trials.values_list("place__response__authorships__agent__slug", flat=True)
    assert "color-person-0" not in set(authors)
    assert "color-person-1" in set(authors)


def test_a_full_study_closes_its_door_and_says_so() -> None:
    make_pool(stimuli=4, machines=1)
    study = open_small_study(trials=4, judgements_per_response=1)
    arrive(study, "first")
    arrive(study, "second")
    with pytest.raises(StudyFull):
        arrive(study, "third")
    assert not Judge.objects.filter(person_key="third").exists()


def test_a_closed_study_admits_nobody_new_but_knows_who_is_inside() -> None:
    make_pool()
    study = open_small_study()
    inside = arrive(study, "inside")
    close_study(study, at=AT)
    assert arrive(study, "inside") == inside
    with pytest.raises(StudyNotOpen):
        arrive(study, "outside")


def test_places_of_a_visit_that_lapsed_are_filled_by_the_next() -> None:
    make_pool(stimuli=4, machines=1)
    study = open_small_study(trials=4, judgements_per_response=1)
    arrive(study, "leaves")
    arrive(study, "stays")
    later = AT + timedelta(minutes=46)
    assert release_lapsed_places(at=AT + timedelta(minutes=44)) == 0
    Assignment.objects.filter(judge__person_key="stays").update(seen_at=later)
    assert release_lapsed_places(at=later) == 1
    assert release_lapsed_places(at=later) == 0
    recount_taken(study)
    assert arrive(study, "next").trials.count() == 4
    recount_taken(study)
