"""What there is of a person, and what erasing makes of each kind: told before anything is done."""

from dataclasses import dataclass

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext as _

from agents.chatting.leaving import ERASED
from agents.models import Answer, Message, Response
from judging.conversing.leaving import list_seats
from judging.ledger import TO_PEOPLE
from judging.models import Assignment, LedgerEntry, PlatformSubmission, Seating, Trial
from judging.people.finding import Person
from judging.recruiters.money import Money
from judging.recruiters.values import UNDECIDED

State = Assignment.State


@dataclass(frozen=True, slots=True)
class Holding:
    """One kind of data of a person: what it is, how much there is, and what becomes of it."""

    what: str
    number: str
    fate: str
    stays: bool = False


def list_holdings(person: Person) -> list[Holding]:
    """Every kind of data that there is of a person; those that stay come last."""
    counts = (*list_erased(person), *list_staying(person))
    return [one for one in counts if one.number not in {"0", ""}]


def list_erased(person: Person) -> list[Holding]:
    """What is deleted or emptied."""
    visits = person.visits.exclude(state=State.ERASED)
    told = visits.exclude(demographics={}, comprehension={}, closing={}, signs={}, utc_offset_minutes=None)
    answers = Answer.objects.filter(authors__person_key__in=person.keys).exclude(state=Answer.State.TAKEN_BACK)
    gone, emptied = _("Deleted."), _("Emptied; judges are not shown it any more.")
    return [
        Holding(_("Visits to studies"), str(visits.count()), _("Emptied: that somebody was there stays.")),
        Holding(
            _("Trials with what was judged in them"), str(Trial.objects.filter(assignment__in=visits).count()), gone
        ),
        Holding(_("Visits with answers about the person"), str(told.count()), gone),
        Holding(
            _("Messages in conversations"), str(find_messages(person).count()), _("Overwritten; the partner's stay.")
        ),
        Holding(_("Answers that were given here"), str(answers.distinct().count()), emptied),
        Holding(_("Responses that were loaded from files"), str(find_loaded(person).count()), emptied),
        Holding(
            _("Ids at platforms, sealed"), str(person.identities.exclude(sealed="").count()), tell_identities(person)
        ),
    ]


def list_staying(person: Person) -> list[Holding]:
    """What is kept, and why."""
    erased = person.visits.filter(state=State.ERASED).count()
    submissions = PlatformSubmission.objects.filter(identity__in=person.identities).count()
    reason = _("Stays, to show what was paid; a keyed hash tells who has been paid, and nobody who it is.")
    return [
        Holding(_("Visits that were erased before"), str(erased), _("Stays: that somebody was there."), stays=True),
        Holding(_("Submissions to platforms"), str(submissions), reason, stays=True),
        Holding(_("Amounts paid"), say_paid(person), _("Stays: accounts must be kept."), stays=True),
    ]


def tell_identities(person: Person) -> str:
    """Whether the ids can go now."""
    waiting = PlatformSubmission.objects.filter(identity__in=person.identities, status__in=UNDECIDED)
    return _("Deleted as soon as the money on its way has arrived.") if waiting.exists() else _("Deleted.")


def say_paid(person: Person) -> str:
    """The sums of rewards and bonuses, by currency."""
    entries = LedgerEntry.objects.filter(submission__identity__in=person.identities, kind__in=TO_PEOPLE)
    sums = entries.exclude(state=LedgerEntry.State.VOID).order_by("currency").values_list("currency")
    return ", ".join(str(Money(amount, currency)) for currency, amount in sums.annotate(Sum("amount")))


def find_messages(person: Person) -> QuerySet[Message]:
    """What the person said in conversations, and has not had erased."""
    seated = Seating.objects.filter(assignment__in=person.visits, seat__isnull=False).select_related("seat")
    seats = [seat for seating in seated if seating.seat is not None for seat in list_seats(seating.seat)]
    return Message.objects.filter(seat__in=seats, seat__erased_at=None).exclude(text=ERASED).order_by("room", "seq")


def find_loaded(person: Person) -> QuerySet[Response]:
    """Responses of the person that came here in files, and still say something."""
    written = Response.objects.filter(authorships__agent__in=person.agents, answer=None)
    return written.with_content().order_by("pk").distinct()
