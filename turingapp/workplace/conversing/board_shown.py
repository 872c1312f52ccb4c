"""What the board of live conversations shows, gathered for its template."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext

from agents.chatting.machine import Phase
from agents.models import Room, RoomTrace
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

    @property
    def other(self) -> int | None:
        """The number of the other conversation of its game."""
        game, number = self.line.game, self.line.room.pk
        if game is None:
            return None
        return game.machine_room_id if number == game.human_room_id else game.human_room_id


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


def gather_board(study: Study, number: str | None, *, at: datetime) -> Board:
    """How the conversations of a study stand; a page of those that are over."""
    rooms, waiters = find_rooms(study), list_waiters(study, at=at)
    watched = [watch(line) for line in list_rooms(rooms.exclude(phase=Room.Phase.OVER), at=at)]
    live, ended = [one for one in watched if not one.is_over], [one for one in watched if one.is_over]
    page = Paginator(rooms.filter(phase=Room.Phase.OVER), PER_PAGE).get_page(number)
    over = list_rooms(rooms.filter(pk__in=[room.pk for room in page.object_list]), at=at)
    summary = sum_up(study, rooms, waiting=len(waiters), at=at)
    chosen = {"page": str(page.number)} if page.number > 1 else {}
    return Board(
        poll_url=write_address(reverse("workplace:conversations_live", args=[study.slug]), chosen),
        poll_seconds=POLL_SECONDS,
        tiles=list_tiles(waiters, live, len(ended), summary),
        overdue=summary.overdue,
        waiters=[(waiter, write_minutes(waiter.seconds)) for waiter in waiters],
        live=live,
        over=[*(ended if page.number == 1 else []), *map(watch, over)],
        page=page,
        address=reverse("workplace:conversations", args=[study.slug]),
        traces=list(RoomTrace.objects.filter(room__in=rooms.order_by())[:LAST_TRACES]),
    )


def watch(line: RoomLine) -> Watched:
    """A conversation for a page."""
    return Watched(line, write_minutes(line.left), write_minutes(line.talked), write_minutes(line.quiet))


def list_tiles(waiters: Sequence[Waiter], live: Sequence[Watched], ended: int, summary: Summary) -> list[Tile]:
    """The numbers at a glance; `ended` conversations are over and not written down as such yet."""
    talking = sum(watched.is_open for watched in live)
    readying = len(live) - talking
    longest = gettext("the longest for %(minutes)s") % {"minutes": write_minutes(waiters[0].seconds)} if waiters else ""
    gone = gettext("%(gone)s not here now") % {"gone": summary.gone} if summary.gone else ""
    return [
        Tile(gettext("Waiting"), str(len(waiters)), ", ".join(filter(None, (longest, gone)))),
        Tile(
            gettext("Talking"),
            str(talking),
            gettext("%(readying)s in the ready-check") % {"readying": readying} if readying else "",
        ),
        Tile(gettext("Over"), str(summary.over + ended), list_counts(summary.endings)),
        Tile(gettext("Tries of AI agents without an answer"), str(summary.failed), list_counts(summary.failures)),
    ]


def list_counts(counts: Sequence[tuple[str, int]]) -> str:
    """How often there is what, in a line."""
    said = [(gettext(name), number) for name, number in counts]
    return ", ".join(f"{name[0].lower()}{name[1:]} ({number:,})" for name, number in said)
