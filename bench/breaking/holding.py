"""What must be true once everything is up again, each as a number that must be 0."""

from collections import Counter

from django.db.models import F, Sum

from bench.breaking.judges import Told
from bench.measuring import Bound
from judging import ledger
from judging.models import Assignment, Cell, Judgement, Place, Study, Trial
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.recruiters.local.prolific_operations import sum_bonuses, sum_rewards
from judging.recruiters.local.prolific_state import ProlificState

State = Assignment.State


def check_answers(told: Told) -> list[Bound]:
    """Answers that were acknowledged, held against those that are there; of who was cut off no answer may be left."""
    rows = list(Judgement.objects.values_list("trial__submission", "verdict"))
    kept = Counter(submission for submission, _ in rows)
    verdicts = dict(rows)
    untold = Judgement.objects.exclude(trial__submission__in=told.taken)
    lost = sum(submission not in kept for submission in told.taken)
    other = sum(verdicts.get(submission, verdict) != verdict for submission, verdict in told.taken.items())
    return [
        Bound("acknowledged judgements that are lost", lost, 0),
        Bound("judgements that are there twice", sum(kept.values()) - len(kept), 0),
        Bound("judgements with another verdict than was acknowledged", other, 0),
        Bound(
            "judgements that nobody was told of",
            untold.exclude(trial__assignment__platform_assignment__in=told.cut_off).count(),
            0,
        ),
    ]


def check_visits(study: Study, told: Told) -> list[Bound]:
    """Visits in another state than their judges saw, and half-written ones.

    Who was cut off may have missed the last page, so of these nothing is said: each of them is a row of its own.
    """
    visits = Assignment.objects.filter(study=study)
    finished = set(visits.filter(state=State.FINISHED).values_list("platform_assignment", flat=True))
    going_on = visits.exclude(platform_assignment__in=told.cut_off).filter(state=State.OPEN)
    halves = visits.filter(state=State.FINISHED, code="") | visits.filter(state=State.OPEN, over_at__isnull=False)
    unanswered = Trial.objects.filter(assignment__state=State.FINISHED, answered_at=None, put_aside_at=None)
    answered = Trial.objects.filter(assignment__study=study, answered_at__isnull=False)
    return [
        Bound(
            "visits that are finished here and not for their judge, or the other way round",
            len((finished ^ told.finished) - told.cut_off),
            0,
        ),
        Bound("visits that go on although their judge has left", going_on.count(), 0),
        Bound("visits of one judge too many", visits.count() - visits.values("judge").distinct().count(), 0),
        Bound("visits that are half over", halves.count(), 0),
        Bound("finished visits with a trial that is not answered", unanswered.count(), 0),
        Bound("answered trials without a judgement", answered.filter(judgements=None).count(), 0),
    ]


def check_balance(study: Study) -> list[Bound]:
    """Counters against what they count, pairings within each visit, and places within each cell."""
    held = Trial.objects.filter(assignment__study=study, assignment__kind=Assignment.Kind.MAIN)
    released = held.filter(assignment__released_at__isnull=False, answered_at=None, put_aside_at=None)
    true = Counter(held.values_list("place", flat=True)) - Counter(released.values_list("place", flat=True))
    places = dict(Place.objects.filter(cell__protocol__study=study).values_list("pk", "taken"))
    wrong = sum(places[place] != true[place] for place in places)
    cells = Cell.objects.filter(protocol__study=study).annotate(summed=Sum("places__taken"))
    pairings = Counter(held.values_list("assignment", "place__cell__pairing"))
    uneven = sum(pairings[visit, "H"] != pairings[visit, "A"] for visit in {visit for visit, _ in pairings})
    spreads = [
        max(taken) - min(taken) for cell in cells for taken in [list(cell.places.values_list("taken", flat=True))]
    ]
    return [
        Bound("places whose counter is not the number of trials that hold them", wrong, 0),
        Bound("cells whose counter is not the sum of their places", cells.exclude(taken=F("summed")).count(), 0),
        Bound("visits whose trials are not half by people", uneven, 0),
        Bound("difference between the most and the least taken place of a cell", max(spreads), 2),
    ]


def check_money(posting: Posting, state: ProlificState, told: Told) -> list[Bound]:
    """Our ledger against what the platform paid, in cents."""
    sums = ledger.sum_by_kind(posting)
    ours = {kind: amount for (kind, is_at), amount in sums.items() if is_at == "paid"}
    submitted = PlatformSubmission.objects.filter(part__posting=posting, platform_assignment__in=told.finished).count()
    approved = sum(part.status == "APPROVED" for part in state.parts.values())
    waiting = Outgoing.objects.exclude(kind="list").exclude(state=Outgoing.State.DONE).count()
    return [
        Bound(
            "cents of rewards that ledger and platform differ by", abs(ours.get("reward", 0) - sum_rewards(state)), 0
        ),
        Bound("cents of bonuses that ledger and platform differ by", abs(ours.get("bonus", 0) - sum_bonuses(state)), 0),
        Bound("people who finished and were not paid", submitted - approved, 0),
        Bound("studies at the platform but one", len(state.studies) - 1, 0),
        Bound("requests to the platform that are not done", waiting, 0),
    ]
