"""People who talk in turns, as their pages do: looks as often as the server asks for, each message until it arrives."""

import random
import time
from asyncio import sleep
from collections.abc import Iterable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from bench.chatting.lines import Line

THINKS_S = (3.4, 5.4)  # between what is heard and what is said, so that everybody says something every ten seconds
GIVE_UP_S = 30.0  # after the end; what has not come by then is lost
OK = HTTPStatus.OK


@dataclass
class Ledger:
    """When which message was sent first, and how long the partner waited for it."""

    sent_at: dict[str, float] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)


def seat_pair(tokens: Iterable[tuple[str, str]], ledger: Ledger) -> tuple["Talker", "Talker"]:
    """The two of a room, from the names and tokens of its seats."""
    first, second = (Talker(name, token, ledger) for name, token in tokens)
    first.partner, second.partner = second, first
    return first, second


@dataclass(eq=False)
class Talker:
    """One person: the token of the seat, and the messages as the page has shown them."""

    name: str
    token: str
    ledger: Ledger
    shown: list[tuple[int, str]] = field(default_factory=list)
    after: int = 0
    said: int = 0
    heard: int = 0
    is_speaking: bool = False
    partner: "Talker" = field(init=False)

    async def talk(self, port: int, *, ends: float, lost: float) -> None:
        """Listen, think, answer until then, and listen on until all that the partner says is heard."""
        rng = random.Random(self.name)
        line = Line(port, rng, lost=lost)
        await sleep(rng.uniform(0, THINKS_S[1]))  # conversations are not in step with each other
        while time.monotonic() < ends or (self.is_awaiting() and time.monotonic() < ends + GIVE_UP_S):
            news = await self.look(line)
            if news["turn"] == "mine" and time.monotonic() < ends:
                self.is_speaking = True
                await self.think(line, rng)
                await self.say(line)
                self.is_speaking = False
            await sleep(news["again_ms"] / 1000 if news["turn"] != "mine" else 1.0)
        line.hang_up()

    def is_awaiting(self) -> bool:
        """Whether the partner is about to say something, or has said what is not heard yet."""
        return self.partner.is_speaking or self.heard < self.partner.said

    async def think(self, line: Line, rng: random.Random) -> None:
        """Take some seconds before an answer, during which the page goes on looking."""
        until = time.monotonic() + rng.uniform(*THINKS_S)
        while time.monotonic() < until:
            news = await self.look(line)
            await sleep(min(news["again_ms"] / 1000, max(0.0, until - time.monotonic())))

    async def say(self, line: Line) -> None:
        """One message, with an id of its own, by which it is taken once."""
        text = f"{self.name} says {self.said}"
        self.said += 1
        self.ledger.sent_at[text] = time.monotonic()
        status, content = await line.insist("POST", f"/chat/{self.token}/say", {"text": text, "client_id": text})
        if status != OK:
            raise AssertionError(f"A message was answered with {status}: {content!r}")

    async def look(self, line: Line) -> dict[str, Any]:
        """What is new."""
        status, content = await line.insist("GET", f"/chat/{self.token}/news?after={self.after}")
        if status != OK or content["phase"] != "open":
            raise AssertionError(f"A look was answered with {status}: {content!r}")
        news: dict[str, Any] = content
        for message in news["lines"]:
            self.note(message)
        return news

    async def look_once(self, port: int) -> None:
        """A look on an undisturbed line."""
        line = Line(port, random.Random(self.name), lost=0)
        await self.look(line)
        line.hang_up()

    def note(self, message: dict[str, Any]) -> None:
        """A message has come."""
        text, self.after = message["text"], message["seq"]
        self.shown.append((self.after, text))
        if not message["is_mine"]:
            self.heard += 1
            self.ledger.waits.append(time.monotonic() - self.ledger.sent_at[text])
