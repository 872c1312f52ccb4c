"""What the board of a posting shows, gathered for its template."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from analysis.wording import say_count
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
    done_here = f"{standing.done_here} finished here, not handed in" if standing.done_here else ""
    returned, late = standing.count(Status.RETURNED), standing.count(Status.TIMED_OUT)
    return [
        Tile("People wanted", str(standing.wanted), f"{say_count(standing.free, 'place')} free"),
        Tile("In progress", str(busy), done_here),
        Tile("Handed in", str(standing.count(Status.SUBMITTED)), "waiting for a decision"),
        Tile("Approved", str(standing.count(Status.APPROVED)), f"{standing.count(Status.REJECTED)} rejected"),
        Tile("Returned", str(returned + late), f"{late} of them ran out of time" if late else ""),
        Tile("Screened out", str(standing.count(Status.SCREENED_OUT))),
        Tile("Median time", write_minutes(standing.median_seconds), "of finished visits"),
    ]


def count_ours(standing: Standing) -> list[Tile]:
    """The numbers where our own visits are all that is known."""
    done = standing.count(Status.SUBMITTED)
    return [
        Tile("People wanted", str(standing.wanted)),
        Tile("In progress", str(standing.count(Status.ACTIVE))),
        Tile("Finished", str(done)),
        Tile("Screened out", str(standing.count(Status.SCREENED_OUT))),
        Tile("Stopped", str(standing.count(Status.RETURNED))),
        Tile("Median time", write_minutes(standing.median_seconds), "of finished visits"),
    ]


def list_money(standing: Standing) -> list[Tile]:
    """What is paid and set aside, beside the cap."""
    amounts = standing.amounts
    return [
        Tile("Paid", str(amounts.paid), f"{amounts.rewards} rewards, {amounts.bonuses} bonuses, {amounts.fees} fees"),
        Tile("Set aside", str(amounts.committed), "for free places, and what is on its way"),
        Tile("The whole study", str(standing.study_spent), f"of its cap of {standing.cap}"),
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
        Copyable(f"code-{outcome}", "Code", f"For those {OUTCOMES[outcome]}.", offer.codes[outcome])
        for outcome in Outcome
        if outcome not in returns
    ]


def describe_address(offer: Offer, address: str) -> Copyable:
    """The address as it is handed out, with whatever is to be filled in at its end."""
    if offer.details.get("personal"):
        return Copyable("address", "Address", "Put whatever you know a person by at its end.", f"{address}?person=")
    names = [offer.details.get(name) for name in PARAMETERS]
    query = "&".join(f"{name}=…" for name in dict.fromkeys(names) if name)
    if not query:
        return Copyable("address", "Address", "For everybody.", address)
    return Copyable(
        "address", "Address", "The panel fills in what follows each sign of equality.", f"{address}?{query}"
    )
