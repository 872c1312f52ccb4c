"""`manage.py conversations STUDY`: who waits and who talks; has a text shown, adds time, stops a conversation."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from agents.chatting.overseeing import MOST_MINUTES, show_text
from agents.models import Room, RoomTrace
from judging.conversing.overseeing import extend_conversation, stop_conversation
from judging.conversing.summing import sum_up
from judging.conversing.watching import RoomLine, find_rooms, list_rooms, list_waiters
from judging.management.naming import find_study, refusals_told
from judging.management.postings import add_by
from judging.models import Study

LAST = 20


class Command(BaseCommand):
    """Lists conversations, or does something about one."""

    help = "Who waits and who talks in a study of live conversations, without what they say."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("study", help="the slug of a study in which people chat")
        deeds = parser.add_mutually_exclusive_group()
        deeds.add_argument("--text", type=int, metavar="ROOM", help="show what was said; that you saw it is kept")
        deeds.add_argument(
            "--extend",
            type=int,
            metavar="ROOM",
            help="give it more time to talk; in a test of three, both of its conversations",
        )
        deeds.add_argument(
            "--stop",
            type=int,
            metavar="ROOM",
            help="end it, and the other one of its game; its people are paid in full",
        )
        parser.add_argument("--minutes", type=int, default=5, help=f"that --extend adds, 1 to {MOST_MINUTES}")
        add_by(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        study, by = find_study(options["study"]), options["by"]
        if options["text"] is not None:
            for message in show_text(find_room(study, options["text"]), by=by, at=timezone.now()):
                self.stdout.write(f"{message.seq}  {message.seat.role}  {message.text}")
            return
        with refusals_told():
            if options["extend"] is not None:
                room, minutes = find_room(study, options["extend"]), options["minutes"]
                seen = room.rules["talk_seconds"]
                extend_conversation(room, minutes=minutes, seen_seconds=seen, by=by, at=timezone.now())
            elif options["stop"] is not None:
                stop_conversation(find_room(study, options["stop"]), by=by, at=timezone.now())
        self.stdout.write("\n".join(write_board(study)))


def find_room(study: Study, number: int) -> Room:
    """The room of that number in a study."""
    room = find_rooms(study).filter(pk=number).first()
    if room is None:
        raise CommandError(f"{study.title} has no conversation {number}; without a number the last ones are listed.")
    return room


def write_board(study: Study) -> Iterator[str]:
    """The board in many lines."""
    at, rooms = timezone.now(), find_rooms(study)
    waiters = list_waiters(study, at=at)
    summary = sum_up(study, rooms, waiting=len(waiters), at=at)
    yield f"{study.title}: {len(waiters)} wait, {summary.over} are over"
    for waiter in waiters:
        yield f"waiting: visit {waiter.visit}{mark(waiter.kind)}, {waiter.seconds} s"
    for line in list_rooms(rooms.exclude(phase=Room.Phase.OVER), at=at):
        yield write_room(line)
    for line in list_rooms(rooms.filter(phase=Room.Phase.OVER)[:LAST], at=at):
        yield write_room(line)
    for name, number in summary.failures:
        yield f"AI agents gave no answer: {name}, {number} times"
    if summary.overdue:
        yield f"{summary.overdue} turns of AI agents wait for a worker; is one running?"
    for trace in RoomTrace.objects.filter(room__in=rooms.order_by())[:LAST]:
        yield f"{trace.at:%Y-%m-%d %H:%M} UTC: conversation {trace.room_id}: {trace}"


def write_room(line: RoomLine) -> str:
    """A conversation in one line."""
    seats = ", ".join(f"{seat.role} {seat.who}{mark(seat.note)}" for seat in line.seats)
    left = "" if line.room.ending else f"  {line.left} s left"
    game = f"  game {line.game.pk}" if line.game else ""
    odd = "".join(
        f"  {number} {what}" for number, what in ((line.flags, "flagged"), (line.failures, "failed tries")) if number
    )
    return (
        f"{line.room.pk}{mark(line.kind)}  {line.standing}{game}  {line.room.topic}  {seats}  "
        f"{line.room.turns} of {line.rules.turns} messages{left}{odd}"
    )


def mark(note: str) -> str:
    """Something in brackets, where there is something."""
    return f" ({note})" if note else ""
