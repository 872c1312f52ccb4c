"""Erasing a person over all studies, or cutting what they judged off from them."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agents.taking_back import forget_empty
from judging.identities import forget_erased
from judging.models import Assignment, PlatformSubmission
from judging.people.finding import Person
from judging.people.listing import find_loaded
from judging.people.unlinking import unlink_visit
from judging.recruiters.values import UNDECIDED
from judging.taking_back import close_places, empty_closed, empty_taken_back
from judging.withdrawing import erase_visit, stop_and_keep
from turingapp.errors import Refused

UNDECIDED_YET = gettext_noop(
    "{count} submissions of this person wait for a decision at their platform: decide on "
    "them first, or erase the judgements too."
)


def erase_person(person: Person, *, keeps_judgements: bool = False, at: datetime) -> None:
    """Erase all that there is of a person but what must stay (`listing.list_holdings` tells both).

    With `keeps_judgements`, for who agreed that these may be kept, visits that judged keep their verdicts, controls and
    times, and lose every tie to the person; raises Refused while a decision on them is awaited. Each visit is a
    transaction of its own: broken off, the same deed goes on from the rows.
    """
    if keeps_judgements:
        refuse_undecided(person)
    person.identities.exclude(sealed="").update(is_to_forget=True)
    loaded = list(find_loaded(person).values_list("pk", flat=True))
    with transaction.atomic():
        close_places(loaded)
    empty_closed(loaded, at=at)
    forget_empty(person.agents)
    for visit in person.visits.exclude(state=Assignment.State.ERASED):
        if keeps_judgements and visit.study.rule.judges_responses:
            cut_off(visit, at=at)
        else:
            erase_visit(visit, at=at)
    empty_taken_back(at=at)
    forget_erased(at=at)


def refuse_undecided(person: Person) -> None:
    """Raise Refused while a platform waits for a decision, which must be found by the visit."""
    waiting = PlatformSubmission.objects.filter(identity__in=person.identities, status__in=UNDECIDED).count()
    if waiting:
        raise Refused(_(UNDECIDED_YET).format(count=waiting))


def cut_off(visit: Assignment, *, at: datetime) -> None:
    """Stop a visit that goes on, then cut it off."""
    if visit.state == Assignment.State.OPEN:
        stop_and_keep(visit, at=at)
    unlink_visit(visit, at=at)
