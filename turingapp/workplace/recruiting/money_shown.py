"""What the money page shows, gathered for its template."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext

from judging import ledger
from judging.budgeting import sum_largest
from judging.models import Reconciliation
from judging.models.recruiting import LedgerEntry, Outgoing, Posting
from judging.orphans import Orphan
from judging.reconciling_runs import find_last, list_orphans
from judging.recruiters.money import Money
from turingapp.workplace.recruiting.review_shown import describe_state

ENTRIES_PER_PAGE = 50
Kind, State = LedgerEntry.Kind, LedgerEntry.State


@dataclass(frozen=True, slots=True)
class Sums:
    """What stands against the caps of the study, in the posting's currency."""

    spent: Money
    cap: Money
    left: Money
    most: Money  # that one person gets
    person_cap: Money


@dataclass(frozen=True, slots=True)
class Left:
    """An object that a crash has left at the platform, and what is being done about it."""

    orphan: Orphan
    request: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One amount, as it is written."""

    row: LedgerEntry
    amount: Money


@dataclass(frozen=True, slots=True)
class MoneyPage:
    """The page."""

    sums: Sums
    kinds: list[tuple[str, list[Money]]]  # for each kind committed, paid, void
    page: "Page[LedgerEntry]"
    entries: list[Entry]
    running: Reconciliation | None
    last: Reconciliation | None
    orphans: list[Left]


def gather_money(posting: Posting, number: str | None) -> MoneyPage:
    """Sums, entries, the last reconciliation and what is to be done."""
    rows = LedgerEntry.objects.filter(part__posting=posting).select_related("part").order_by("-pk")
    page = Paginator(rows, ENTRIES_PER_PAGE).get_page(number)
    return MoneyPage(
        sums=sum_against_caps(posting),
        kinds=list_kinds(posting),
        page=page,
        entries=[Entry(row, Money(row.amount, row.currency)) for row in page.object_list],
        running=posting.reconciliations.filter(over_at=None).first(),
        last=find_last(posting),
        orphans=[Left(orphan, find_request(orphan)) for orphan in list_orphans(posting)],
    )


def sum_against_caps(posting: Posting) -> Sums:
    """The study's sums and its caps."""
    study, currency = posting.study, posting.currency
    spent, (cap, person_cap) = ledger.sum_study(study, currency), ledger.find_caps(study)
    most = sum_largest(study).get(currency, 0)
    amounts = (spent, cap, max(cap - spent, 0), most, person_cap)
    return Sums(*(Money(amount, currency) for amount in amounts))


def list_kinds(posting: Posting) -> list[tuple[str, list[Money]]]:
    """For each kind of amount what is committed, paid and void."""
    sums = ledger.sum_by_kind(posting)
    return [
        (gettext(str(kind.label)), [Money(sums.get((kind, state), 0), posting.currency) for state in State])
        for kind in Kind
    ]


def find_request(orphan: Orphan) -> str:
    """What was asked of the platform about an orphan, and how it stands; empty where nothing."""
    asked = Outgoing.objects.filter(kind=Outgoing.Kind.DISCARD, payload__platform_id=orphan.platform_id).first()
    if asked is not None:
        return f"{gettext(asked.get_kind_display())}: {describe_state(asked)}"
    return ""
