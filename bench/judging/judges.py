"""Judges that are programs: each trial as a browser has it, an answer that gets the next page for its receipt."""

import asyncio
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http import HTTPStatus

from bench.chatting.lines import Line
from judging.views.visiting import PAGE

STEP = re.compile(rb'name="step" value="([^"]+)"')
SUBMISSION = re.compile(rb'name="submission" value="([^"]+)"')
CONTROL = re.compile(rb'name="control" value="([^"]+)"')
LIMIT_S = 30.0


@dataclass
class Tally:
    """What a crowd did: how long each waited from its answer to the next page (ms), and what went wrong."""

    waits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class WrongAnswer(Exception):
    """The server answered with another status than it should."""


@dataclass
class Judge:
    """One person, with the tokens of visits to do one after the other."""

    port: int
    tokens: Iterator[str]
    rng: random.Random
    tally: Tally

    async def judge(self, *, pause: float, ends: float) -> None:
        """Judge until then, with pauses of about so many seconds; an error ends it."""
        line = Line(self.port, self.rng, lost=0, prefer=PAGE)
        try:
            await asyncio.sleep(self.rng.random() * pause)
            while time.monotonic() < ends:
                await self.visit(line, f"/visit/{next(self.tokens)}/", pause=pause, ends=ends)
        except (OSError, EOFError, TimeoutError, WrongAnswer) as error:
            self.tally.errors.append(f"{type(error).__name__}: {error}")
        finally:
            line.hang_up()

    async def visit(self, line: Line, address: str, *, pause: float, ends: float) -> None:
        """The trials of one visit."""
        page = await self.ask(line, "GET", address)
        while b'id="stimulus"' in page and time.monotonic() < ends:
            await asyncio.sleep(pause * self.rng.uniform(0.5, 1.5))
            start = time.perf_counter()
            page = await self.ask(line, "POST", address, self.fill_in(page))
            self.tally.waits.append((time.perf_counter() - start) * 1000)

    def fill_in(self, page: bytes) -> dict[str, str]:
        """The form of a page, answered by chance."""
        step, submission = STEP.search(page), SUBMISSION.search(page)
        if step is None or submission is None:
            raise WrongAnswer(f"A trial's page has no step: {page[:200]!r}")
        measured = {"rt_ms": "4000", "ms_since_painted": "4000"}
        fields = {"step": step[1].decode(), "submission": submission[1].decode(), **measured}
        options = CONTROL.findall(page)
        if options:
            fields["control"] = self.rng.choice(options).decode()
        return {**fields, "verdict-agent": self.rng.choice(("human", "ai"))}

    async def ask(self, line: Line, method: str, address: str, fields: dict[str, str] | None = None) -> bytes:
        """A page by one request, or by two where the first is sent on, as after the last trial; or WrongAnswer."""
        status, content = await asyncio.wait_for(line.ask(method, address, fields), LIMIT_S)
        if status == HTTPStatus.FOUND and method == "POST":
            return await self.ask(line, "GET", address)
        if status != HTTPStatus.OK:
            raise WrongAnswer(f"{method} was answered with {status}: {bytes(content)[:200]!r}")
        return bytes(content)


async def judge_all(judges: list[Judge], *, pause: float, seconds: float) -> float:
    """All of them at once for so long; the seconds that it took."""
    start = time.monotonic()
    await asyncio.gather(*(judge.judge(pause=pause, ends=start + seconds) for judge in judges))
    return time.monotonic() - start
