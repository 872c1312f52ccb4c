"""People who talk, as their pages do: a look every second, a message every ten, both repeated until they arrive."""

import asyncio
import random
import time
from dataclasses import dataclass, field

from bench.chatting.lines import Line, Ports

SAYS_EVERY_S, DRAIN_S = 10.0, 3.0


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

    async def talk(self, ports: Ports, *, seconds: float, lost: float) -> None:
        """Talk for so many seconds, then look until the log is quiet."""
        rng = random.Random(self.name)
        ends = time.monotonic() + seconds
        async with asyncio.TaskGroup() as both:
            both.create_task(self.speak(Line(ports, rng, lost=lost), rng, ends))
            both.create_task(self.look(Line(ports, rng, lost=lost), rng, ends + DRAIN_S))

    async def speak(self, line: Line, rng: random.Random, ends: float) -> None:
        """A message every ten seconds; each has an id of its own, by which it is taken once."""
        await asyncio.sleep(rng.random() * SAYS_EVERY_S)
        number = 0
        while time.monotonic() < ends:
            text = f"{self.name} says {number} at {time.monotonic():.0f}"
            self.ledger.sent_at[text] = time.monotonic()
            status, content = await line.insist("POST", f"/chat/{self.token}/say", {"text": text, "client_id": text})
            if status != 200:
                raise AssertionError(f"A message was answered with {status}: {content!r}")
            number += 1
            await asyncio.sleep(SAYS_EVERY_S)
        line.hang_up()

    async def look(self, line: Line, rng: random.Random, ends: float) -> None:
        """What is new, as often as the server asks for it."""
        await asyncio.sleep(rng.random())
        while time.monotonic() < ends:
            status, news = await line.insist("GET", f"/chat/{self.token}/news?after={self.after}")
            if status != 200 or news["phase"] != "open":
                raise AssertionError(f"A look was answered with {status}: {news!r}")
            for message in news["lines"]:
                self.note(message)
            await asyncio.sleep(news["again_ms"] / 1000)
        line.hang_up()

    async def look_last(self, ports: Ports) -> None:
        """What came after the last look, once everybody has said everything."""
        line = Line(ports, random.Random(self.name), lost=0)
        _, news = await line.insist("GET", f"/chat/{self.token}/news?after={self.after}")
        for message in news["lines"]:
            self.note(message)
        line.hang_up()

    def note(self, message: dict[str, object]) -> None:
        """A message has come."""
        text = str(message["text"])
        self.after = int(str(message["seq"]))
        self.shown.append((self.after, text))
        if not message["is_mine"]:
            self.ledger.waits.append(time.monotonic() - self.ledger.sent_at[text])
