"""People who talk in turns, as their pages do: looks as often as the server asks for, each message until it arrives."""

import random
import time
from asyncio import sleep
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from bench.chatting.lines import Line, Ports

THINKS_S = (3.4, 5.4)  # between what is heard and what is said, so that everybody says something every ten seconds
DRAIN_S = 3.0
OK = HTTPStatus.OK


@dataclass
class Ledger:
    """When which message was sent first, and how long the partner waited for it."""

    sent_at: dict[str, float] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)


@dataclass
class Talker:
    """One person: the token of the seat, and the messages as the page has shown them."""

    name: str
    token: str
    ledger: Ledger
    shown: list[tuple[int, str]] = field(default_factory=list)
    after: int = 0
    said: int = 0

    async def talk(self, ports: Ports, *, seconds: float, lost: float) -> None:
        """Talk for so many seconds: listen, think, answer."""
        rng = random.Random(self.name)
        line = Line(ports, rng, lost=lost)
        ends = time.monotonic() + seconds
        await sleep(rng.random())
        while time.monotonic() < ends + DRAIN_S:
            news = await self.look(line)
            if news["turn"] == "mine" and time.monotonic() < ends:
                await self.think(line, rng)
                await self.say(line)
            await sleep(news["again_ms"] / 1000 if news["turn"] != "mine" else 1.0)
        line.hang_up()

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

    async def look_last(self, ports: Ports) -> None:
        """What came after the last look, once everybody has said everything."""
        line = Line(ports, random.Random(self.name), lost=0)
        await self.look(line)
        line.hang_up()

    def note(self, message: dict[str, Any]) -> None:
        """A message has come."""
        text, self.after = message["text"], message["seq"]
        self.shown.append((self.after, text))
        if not message["is_mine"]:
            self.ledger.waits.append(time.monotonic() - self.ledger.sent_at[text])
