"""Tallies of visits: what is counted of each, and that only what has changed is counted anew."""

from datetime import timedelta

import pytest

from judging.models import Assignment, Attempt, Cell, Place, Study, VisitTally
from judging.monitoring.counting import LATELY, bring_up_to_date, count_all_behind, count_behind, list_behind
from judging.monitoring.summing import sum_visits, take_times
from judging.monitoring.summing_studies import list_running
from judging.withdrawing import erase
from tests.builders import AT, make_agent, make_judgement, make_response, make_study, make_visit

pytestmark = pytest.mark.django_db
State, Stage = Assignment.State, Assignment.Stage
LATER = AT + timedelta(minutes=1)


def judge(visit: Assignment, trials: int, *, right: bool = True, rt_ms: int = 4000) -> None:
    """So many judged trials with a control question each."""
    for _ in range(trials):
        make_judgement(visit, make_response(make_agent()), "human", control_right=right, rt_ms=rt_ms)


def see(visit: Assignment) -> None:
    """The visit is seen again."""
    Assignment.objects.filter(pk=visit.pk).update(seen_at=LATER)


def count(study: Study) -> VisitTally:
    """The tally of the study's only visit, up to date."""
    count_behind([study])
    return VisitTally.objects.get(study=study)


def test_a_tally_says_how_far_a_visit_came_and_how_carefully() -> None:
    study = make_study()
    visit = make_visit(study, state=State.OPEN)
    judge(visit, 2)
    judge(visit, 1, right=False)
    Attempt.objects.create(trial=visit.trials.get(position=1), at=AT, seconds_left=2)
    tally = count(study)
    assert (tally.page, tally.done, tally.answered) == (Stage.TRIALS, 3, 3)
    assert (tally.controls, tally.controls_right, tally.early) == (3, 2, 1)


def test_only_visits_that_were_seen_since_are_counted_again() -> None:
    study = make_study()
    visits = [make_visit(study, state=State.OPEN) for _ in range(3)]
    assert count_behind([study]) == 3
    assert count_behind([study]) == 0
    judge(visits[1], 2)
    see(visits[1])
    assert list(list_behind([study])) == [visits[1]]
    assert count_behind([study]) == 1
    assert VisitTally.objects.get(assignment=visits[1]).done == 2


def test_who_was_seen_last_is_counted_first_and_the_worker_counts_the_rest() -> None:
    study = make_study()
    visits = [make_visit(study) for _ in range(3)]
    see(visits[2])
    assert count_behind([study], most=1) == 1
    assert VisitTally.objects.get().assignment == visits[2]
    assert count_all_behind(clock=lambda: AT) == 2
    assert VisitTally.objects.count() == 3


def test_a_look_counts_who_was_seen_lately_and_who_never_was_counted_and_leaves_the_rest_to_the_worker() -> None:
    study = make_study()
    visits = [make_visit(study, state=State.OPEN) for _ in range(3)]
    Assignment.objects.filter(pk=visits[0].pk).update(seen_at=AT - 2 * LATELY)
    assert bring_up_to_date([study]) == 0
    judge(visits[1], 2)
    see(visits[1])
    Assignment.objects.filter(pk=visits[0].pk).update(state=State.EXPIRED, over_at=AT)
    assert bring_up_to_date([study]) == 0
    assert VisitTally.objects.get(assignment=visits[1]).done == 2
    assert list(list_behind([study])) == [visits[0]]
    late = make_visit(study)
    Assignment.objects.filter(pk=late.pk).update(seen_at=AT - 3 * LATELY)
    assert bring_up_to_date([study]) == 0
    assert list(list_behind([study])) == []


@pytest.mark.parametrize(
    ("state", "changes", "page"),
    [
        (State.DECLINED, {"consented_at": None, "began_at": None}, Stage.CONSENT),
        (State.EXPIRED, {"began_at": None}, Stage.DEMOGRAPHICS),
        (State.WITHDRAWN, {"began_at": None, "demographics": {"gender": "female"}}, Stage.INSTRUCTIONS),
        (State.SCREENED_OUT, {"began_at": None, "comprehension": {"tries": 2}}, Stage.COMPREHENSION),
        (State.WITHDRAWN, {}, Stage.TRIALS),
        (State.FINISHED, {}, Stage.OVER),
    ],
)
def test_of_a_visit_that_is_over_the_page_is_known_at_which_it_ended(
    state: Assignment.State, changes: dict[str, object], page: str
) -> None:
    study = make_study(demographics=["gender"])
    visit = make_visit(study, state=state)
    Assignment.objects.filter(pk=visit.pk).update(**changes)
    assert count(study).page == page


def test_a_visit_that_ends_without_being_seen_is_counted_again_and_erasing_empties_its_tally() -> None:
    study = make_study()
    visit = make_visit(study, state=State.OPEN)
    judge(visit, 2)
    assert count(study).answered == 2
    for counted in (Place, Cell):
        counted.objects.update(taken=2)
    erase(visit, at=AT)
    tally = count(study)
    assert (tally.state, tally.done, tally.answered, tally.controls) == (State.ERASED, 0, 0, 0)


def test_the_funnel_adds_up_and_who_was_not_seen_for_the_lease_has_left() -> None:
    study = make_study(lease_minutes=30)
    for trials, state in ((1, State.OPEN), (3, State.OPEN), (4, State.FINISHED), (1, State.WITHDRAWN)):
        judge(make_visit(study, state=state), trials)
    make_visit(study, kind=Assignment.Kind.PREVIEW)
    count_behind([study])
    protocol = study.protocols.get()
    sums = sum_visits(study, protocol, at=AT + timedelta(minutes=6))
    assert (sums.arrived, sums.inside, sums.quiet, sums.finished, sums.left, sums.apart) == (4, 2, 2, 1, 1, 1)
    assert {line.page: (line.reached, line.here, line.left) for line in sums.pages} == {
        Stage.CONSENT: (4, 0, 0),
        Stage.INSTRUCTIONS: (4, 0, 0),
        Stage.TRIALS: (4, 2, 1),
        Stage.CLOSING: (1, 0, 0),
        Stage.OVER: (1, 0, 0),
    }
    late = sum_visits(study, protocol, at=AT + timedelta(minutes=31))
    assert (late.inside, late.quiet, late.left) == (0, 0, 3)
    assert dict(late.left_at) == {1: 0, 2: 2, 3: 0, 4: 1}
    assert late.dropped_out == 0.75


def test_reaction_times_are_those_of_the_latest_answers() -> None:
    study = make_study()
    visit = make_visit(study)
    for rt_ms in (400, 1500, 1999, 40_000):
        judge(visit, 1, rt_ms=rt_ms)
    count_behind([study])
    times = take_times(study)
    assert (times.answers, times.bins) == (4, (1, 0, 2, 0, 0, 0, 0, 1))
    assert times.median_ms == (1500 + 1999) / 2


def test_a_study_runs_while_it_is_open_and_a_day_longer() -> None:
    empty, closed = make_study(), make_study()
    judge(make_visit(closed), 1)
    Study.objects.filter(pk=closed.pk).update(state=Study.State.CLOSED)
    count_behind([closed])
    running = list_running(Study.objects.all(), at=AT + timedelta(hours=1))
    assert [(line.study, line.arrived, line.controls) for line in running] == [(closed, 1, 1), (empty, 0, 0)]
    assert [line.study for line in list_running(Study.objects.all(), at=AT + timedelta(hours=25))] == [empty]
