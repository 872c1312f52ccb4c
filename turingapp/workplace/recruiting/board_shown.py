"""What the board of a posting shows, gathered for its template."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from judging.models import PostingChange
from judging.models.recruiting import Posting
from judging.offers import read_offer
from judging.recruiters.panel import PARAMETERS
from judging.recruiters.values import Offer, Outcome, Status
from judging.standing import Standing
from judging.tallying import PartLine
from turingapp.workplace.recruiting.launch_form import OUTCOMES

POLL_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Tile:
    """One number at a glance."""

    name: str
    value: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Copyable:
    """Something to copy: an address or a code."""

    slug: str
    title: str
    meaning: str
    text: str


@dataclass(frozen=True, slots=True)
class Board:
    """Everything of the board that changes."""

    standing: Standing
    poll_url: str
    poll_seconds: int
    people: list[Tile]
    money: list[Tile]
    parts: tuple[PartLine, ...]
    changes: list[PostingChange]
    waiting: int  # submissions that somebody has to decide on


def describe_board(posting: Posting, standing: Standing) -> Board:
    """How a posting stands, for its page."""
    asks = posting.plugin.calls_platform
    return Board(
        standing=standing,
        poll_url=f"{reverse('workplace:posting_live', args=[posting.public_id])}?{urlencode({'seen': standing.mark})}",
        poll_seconds=POLL_SECONDS,
        people=count_asked(standing) if asks else count_ours(standing),
        money=list_money(standing) if asks else [],
        parts=standing.parts if asks else (),
        changes=list(posting.changes.all()),
        waiting=standing.count(Status.SUBMITTED) if asks else 0,
    )


def count_asked(standing: Standing) -> list[Tile]:
    """The numbers of a posting at a platform that tells of its submissions."""
    busy = standing.count(Status.ACTIVE)
    done_here = (
        gettext("%(done_here)s finished here, not handed in") % {"done_here": standing.done_here}
        if standing.done_here
        else ""
    )
    returned, late = standing.count(Status.RETURNED), standing.count(Status.TIMED_OUT)
    return [
        Tile(
            gettext("People wanted"),
            str(standing.wanted),
            ngettext("%(number)d place free", "%(number)d places free", standing.free) % {"number": standing.free},
        ),
        Tile(gettext("In progress"), str(busy), done_here),
        Tile(gettext("Handed in"), str(standing.count(Status.SUBMITTED)), gettext("waiting for a decision")),
        Tile(
            gettext("Approved"),
            str(standing.count(Status.APPROVED)),
            gettext("%(number)s rejected") % {"number": standing.count(Status.REJECTED)},
        ),
        Tile(
            gettext("Returned"),
            str(returned + late),
            gettext("%(late)s of them ran out of time") % {"late": late} if late else "",
        ),
        Tile(gettext("Screened out"), str(standing.count(Status.SCREENED_OUT))),
        Tile(gettext("Median time"), write_minutes(standing.median_seconds), gettext("of finished visits")),
    ]


def count_ours(standing: Standing) -> list[Tile]:
    """The numbers where our own visits are all that is known."""
    done = standing.count(Status.SUBMITTED)
    return [
        Tile(gettext("People wanted"), str(standing.wanted)),
        Tile(gettext("In progress"), str(standing.count(Status.ACTIVE))),
        Tile(gettext("Finished"), str(done)),
        Tile(gettext("Screened out"), str(standing.count(Status.SCREENED_OUT))),
        Tile(gettext("Stopped"), str(standing.count(Status.RETURNED))),
        Tile(gettext("Median time"), write_minutes(standing.median_seconds), gettext("of finished visits")),
    ]


def list_money(standing: Standing) -> list[Tile]:
    """What is paid and set aside, beside the cap."""
    amounts = standing.amounts
    return [
        Tile(
            gettext("Paid"),
            str(amounts.paid),
            gettext("%(rewards)s rewards, %(bonuses)s bonuses, %(fees)s fees")
            % {"rewards": amounts.rewards, "bonuses": amounts.bonuses, "fees": amounts.fees},
        ),
        Tile(gettext("Set aside"), str(amounts.committed), gettext("for free places, and what is on its way")),
        Tile(
            gettext("The whole study"),
            str(standing.study_spent),
            gettext("of its cap of %(cap)s") % {"cap": standing.cap},
        ),
    ]


def write_minutes(seconds: float | None) -> str:
    """A span as minutes and seconds."""
    return "–" if seconds is None else f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def list_exits(posting: Posting) -> list[Copyable]:
    """For a recruiter that is asked nothing: the address to hand out, and the codes that people come back with."""
    if posting.plugin.calls_platform:
        return []
    offer, address = read_offer(posting.offer), str(posting.offer["address"])
    found = [describe_address(offer, address)]
    if offer.details.get("dynamic_codes") or posting.recruiter == "link":
        return found
    returns = offer.details.get("returns", {})
    return found + [
        Copyable(
            f"code-{outcome}",
            gettext("Code"),
            gettext("For those %(value)s.") % {"value": gettext(OUTCOMES[outcome])},
            offer.codes[outcome],
        )
        for outcome in Outcome
        if outcome not in returns
    ]


def describe_address(offer: Offer, address: str) -> Copyable:
    """The address as it is handed out, with whatever is to be filled in at its end."""
    if offer.details.get("personal"):
        return Copyable(
            "address",
            gettext("Address"),
            gettext("Put whatever you know a person by at its end."),
            f"{address}?person=",
        )
    names = [offer.details.get(name) for name in PARAMETERS]
    query = "&".join(f"{name}=…" for name in dict.fromkeys(names) if name)
    if not query:
        return Copyable("address", gettext("Address"), gettext("For everybody."), address)
    return Copyable(
        "address",
        gettext("Address"),
        gettext("The panel fills in what follows each sign of equality."),
        f"{address}?{query}",
    )
