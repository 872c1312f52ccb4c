"""The two crowds: who comes within a second, and who talks at once; and what must be true of both."""

import asyncio
import random
import time
from importlib import import_module
from statistics import quantiles

from django.utils import timezone

from agents.chatting.opening import RoomPlan, make_rooms
from agents.chatting.rules import Rules
from agents.chatting.tokens import sign_seat
from agents.models import Message, Room, Seat
from bench.answering import call
from bench.chatting.lines import Line
from bench.chatting.servers import Web, serving
from bench.chatting.talkers import Ledger, Talker, seat_pair
from bench.measuring import Bound, take_cpu_ms
from judging.models import Assignment, Seating
from judging.tokens import sign_visit
from tests.judging.conversing.visits import come_in, open_chat_study

TALK_S = 30.0
LOST = 0.2
KILL_EVERY_S = 7.0
RULES = Rules(turns=200, pace=0, silence_seconds=3600)


def open_rooms(number: int) -> list[tuple[Seat, Seat]]:
    """Rooms in which two people talk; nobody talks in any other."""
    now = timezone.now()
    Room.objects.exclude(phase=Room.Phase.OVER).update(phase=Room.Phase.OVER, ending=Room.Ending.STOPPED, over_at=now)
    seats = make_rooms([RoomPlan((None, None), "music", RULES, seed=n) for n in range(number)], at=now)
    rooms = Room.objects.exclude(phase=Room.Phase.OVER)
    Seat.objects.filter(room__in=rooms).update(ready_at=now, seen_at=now)
    rooms.update(phase=Room.Phase.OPEN, opened_at=now)
    return seats


def measure_look() -> float:
    """CPU milliseconds of this process for a look at a conversation in which nothing is new."""
    application = import_module("turingapp.wsgi").application
    (seat, _), *_ = open_rooms(1)
    address = f"/chat/{sign_seat(seat.public_id)}/news"
    return min(take_cpu_ms(lambda: call(application, "GET", address, b"", expect="200"), 50) for _ in range(8))


def measure_arrivals(number: int, *, processes: int, limit: float) -> list[Bound]:
    """People who enter the waiting room within one second: how long until the last of them knows of a partner."""
    study = open_chat_study(chat={"people": number})
    tokens = [sign_visit(come_in(study, f"arrival {n}")) for n in range(number)]
    Assignment.objects.update(arrived_at=timezone.now(), seen_at=timezone.now())

    async def come(token: str, web: Web, rng: random.Random) -> float:
        line = Line(web.port, rng, lost=0)
        await asyncio.sleep(rng.random())
        start = time.monotonic()
        while True:
            _, waiting = await line.insist("POST", f"/visit/{token}/wait")
            if waiting["is_seated"]:
                line.hang_up()
                return time.monotonic() - start
            await asyncio.sleep(1.0)

    async def come_all(web: Web) -> list[float]:
        return await asyncio.gather(*(come(token, web, random.Random(n)) for n, token in enumerate(tokens)))

    with serving(processes) as web:
        asyncio.run(load_all(tokens, web))
        waits = asyncio.run(come_all(web))
    seats = set(Seating.objects.filter(assignment__study=study, seat__isnull=False).values_list("seat", flat=True))
    rooms = Room.objects.filter(seats__in=seats).distinct().count()
    return [
        Bound(f"s until the last of {number} who came within a second has a partner", max(waits), limit),
        Bound(f"of {number} people without a seat, or on one with somebody else", number - len(seats), 0),
        Bound(f"rooms of {number // 2} too few or too many", abs(number // 2 - rooms), 0),
    ]


async def load_all(tokens: list[str], web: Web) -> None:
    """Everybody's page, as it was shown before its script asks: no process is new when they come at once."""

    async def load(token: str, rng: random.Random) -> None:
        line = Line(web.port, rng, lost=0)
        await line.insist("GET", f"/visit/{token}/")
        line.hang_up()

    await asyncio.gather(*(load(token, random.Random(n)) for n, token in enumerate(tokens)))


def measure_talk(number: int, *, processes: int, limit: float) -> list[Bound]:
    """People who talk in twos: undisturbed, then with requests that get lost and every process killed once.

    When disturbed nothing may be lost or out of order; how late a message is then is told without a limit.
    """
    bounds = []
    for name, lost, kills in (("undisturbed", 0.0, False), ("a fifth lost, each process killed", LOST, True)):
        ledger = Ledger()
        pairs = open_rooms(number // 2)
        seated = [seat_pair(((f"{seat.pk}", sign_seat(seat.public_id)) for seat in pair), ledger) for pair in pairs]
        talkers = [talker for pair in seated for talker in pair]
        with serving(processes) as web:
            asyncio.run(talk_all(talkers, web, lost=lost, kills=kills))
        p95 = quantiles(ledger.waits, n=20)[-1]
        heard = "s until the partner sees a message, 95th percentile"
        bounds.append(Bound(f"{heard}, {name}", p95, None if kills else limit))
        wrong = f"of {len(ledger.sent_at):,} messages lost, doubled or out of order"
        bounds.append(Bound(f"{wrong}, {name}", count_faults(talkers, ledger), 0))
    return bounds


async def talk_all(talkers: list[Talker], web: Web, *, lost: float, kills: bool) -> None:
    """Everybody has looked at the conversation, and talks while the processes are killed one after the other."""

    async def kill_each() -> None:
        for pid in web.list_processes():
            await asyncio.sleep(KILL_EVERY_S)
            web.kill(pid)

    await asyncio.gather(*(talker.look_once(web.port) for talker in talkers))
    ends = time.monotonic() + TALK_S
    async with asyncio.TaskGroup() as everybody:
        for talker in talkers:
            everybody.create_task(talker.talk(web.port, ends=ends, lost=lost))
        if kills:
            everybody.create_task(kill_each())
    await asyncio.gather(*(talker.look_once(web.port) for talker in talkers))


def count_faults(talkers: list[Talker], ledger: Ledger) -> int:
    """Messages that are not in the log exactly once, and pages that did not show their log in its order."""
    texts = list(Message.objects.filter(text__in=ledger.sent_at).values_list("text", flat=True))
    faults = len(set(ledger.sent_at) - set(texts)) + len(texts) - len(set(texts))
    logs: dict[int, list[tuple[int, str]]] = {}
    for room, seq, text in Message.objects.order_by("room", "seq").values_list("room_id", "seq", "text"):
        logs.setdefault(room, []).append((seq, text))
    rooms = dict(Seat.objects.values_list("pk", "room_id"))
    return faults + sum(talker.shown != logs.get(rooms[int(talker.name)], []) for talker in talkers)
