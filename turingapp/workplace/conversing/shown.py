"""What the pages about live conversations show, gathered for their templates."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.urls import reverse

from agents.chatting.machine import Phase
from agents.failures import Failure
from agents.models import AskedTurn, Message, Room, RoomTrace
from judging.conversing.summing import Summary, sum_up
from judging.conversing.watching import RoomLine, Waiter, find_rooms, list_rooms, list_waiters
from judging.models import Study
from turingapp.workplace.addresses import write_address
from turingapp.workplace.recruiting.board_shown import POLL_SECONDS, Tile, write_minutes

PER_PAGE = 25
LAST_TRACES = 20


@dataclass(frozen=True, slots=True)
class Watched:
    """A conversation with its spans as minutes and seconds."""

    line: RoomLine
    left: str
    talked: str
    quiet: str

    @property
    def is_open(self) -> bool:
        """Whether they talk."""
        return self.line.phase == Phase.OPEN

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.line.phase == Phase.OVER


@dataclass(frozen=True, slots=True)
class Board:
    """Everything of the board that changes."""

    poll_url: str
    poll_seconds: int
    tiles: list[Tile]
    overdue: int
    waiters: list[tuple[Waiter, str]]
    live: list[Watched]
    over: list[Watched]
    page: Page[Room]
    address: str
    traces: list[RoomTrace]

    @property
    def is_empty(self) -> bool:
        """Whether nobody waits, talks or has talked."""
        return not (self.waiters or self.live or self.over)


@dataclass(frozen=True, slots=True)
class FailedTry:
    """One try of an AI agent that gave no answer."""

    after: int
    agent: str
    why: str
    said: str


@dataclass(frozen=True, slots=True)
class SaidLine:
    """One message as the replay shows it, so many milliseconds after the first may come."""

    role: str
    text: str
    flags: Sequence[str]
    after_ms: int
    time: str
    is_held: bool  # the partner does not see it yet


def gather_board(study: Study, number: str | None, *, at: datetime) -> Board:
    """How the conversations of a study stand; a page of those that are over."""
    rooms, waiters = find_rooms(study), list_waiters(study, at=at)
    live = list_rooms(rooms.exclude(phase=Room.Phase.OVER), at=at)
    page = Paginator(rooms.filter(phase=Room.Phase.OVER), PER_PAGE).get_page(number)
    over = list_rooms(rooms.filter(pk__in=[room.pk for room in page.object_list]), at=at)
    summary = sum_up(study, rooms, waiting=len(waiters), at=at)
    chosen = {"page": str(page.number)} if page.number > 1 else {}
    return Board(
        poll_url=write_address(reverse("workplace:conversations_live", args=[study.slug]), chosen),
        poll_seconds=POLL_SECONDS,
        tiles=list_tiles(waiters, live, summary),
        overdue=summary.overdue,
        waiters=[(waiter, write_minutes(waiter.seconds)) for waiter in waiters],
        live=[watch(line) for line in live],
        over=[watch(line) for line in over],
        page=page,
        address=reverse("workplace:conversations", args=[study.slug]),
        traces=list(RoomTrace.objects.filter(room__in=rooms.order_by())[:LAST_TRACES]),
    )


def watch(line: RoomLine) -> Watched:
    """A conversation for a page."""
    return Watched(line, write_minutes(line.left), write_minutes(line.talked), write_minutes(line.quiet))


def list_tiles(waiters: Sequence[Waiter], live: Sequence[RoomLine], summary: Summary) -> list[Tile]:
    """The numbers at a glance."""
    talking = sum(line.phase == Phase.OPEN for line in live)
    readying = sum(line.phase == Phase.READYING for line in live)
    longest = f"the longest for {write_minutes(waiters[0].seconds)}" if waiters else ""
    gone = f"{summary.gone} not here now" if summary.gone else ""
    return [
        Tile("Waiting", str(len(waiters)), ", ".join(filter(None, (longest, gone)))),
        Tile("Talking", str(talking), f"{readying} in the ready-check" if readying else ""),
        Tile("Over", str(summary.over), list_counts(summary.endings)),
        Tile("Tries of AI agents without an answer", str(summary.failed), list_counts(summary.failures)),
    ]


def list_counts(counts: Sequence[tuple[str, int]]) -> str:
    """What there is of each, in a line."""
    return "; ".join(f"{number} {name[0].lower()}{name[1:]}" for name, number in counts)


def list_failed_tries(room: Room) -> list[FailedTry]:
    """What AI agents could not answer in a conversation, in its order."""
    turns = AskedTurn.objects.filter(seat__room=room).exclude(failures=[]).order_by("after")
    return [
        FailedTry(turn.after, entry["agent"], Failure(entry["kind"]).label, entry["said"])
        for turn in turns
        for entry in turn.failures
    ]


def lay_out(room: Room, said: Sequence[Message], *, at: datetime) -> list[SaidLine]:
    """The messages with the times at which the partner saw each."""
    begun = room.opened_at or room.made_at
    return [describe_message(message, message.release_at - begun, is_held=message.release_at > at) for message in said]


def describe_message(message: Message, after: timedelta, *, is_held: bool) -> SaidLine:
    """One message, so long after the beginning."""
    seconds = max(0.0, after.total_seconds())
    return SaidLine(
        message.seat.role, message.text, message.flags, round(seconds * 1000), write_minutes(seconds), is_held
    )
