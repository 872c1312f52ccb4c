"""Judges whom a platform sends, and what each was told: which answers have arrived, and that the visit is over."""

import asyncio
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlencode

from bench.breaking.lines import HarmedLine
from bench.crowd import fill_in
from judging.recruiters.local.prolific import LocalProlific

WAITS = re.compile(r'data-seconds-left="([1-9]\d*)"')
CODE = re.compile(r"/submissions/complete\?cc=(\w+)")
VERDICT, STIMULUS = "verdict-agent", 'id="stimulus"'


@dataclass
class Told:
    """What the judges know by the end."""

    taken: dict[str, str] = field(default_factory=dict)  # the verdict of each answer that was acknowledged
    finished: set[str] = field(default_factory=set)  # the platform's ids of those who saw their code
    turned_away: Counter[str] = field(default_factory=Counter)
    cut_off: set[str] = field(default_factory=set)  # the platform's ids of those who did not come to an end
    stuck: list[str] = field(default_factory=list)  # how that was
    statuses: Counter[int] = field(default_factory=Counter)
    harmed: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)  # seconds from an answer until the next page, outages included


class UnknownAnswer(Exception):
    """The server answered with what no judge knows how to go on from."""


@dataclass
class Judge:
    """One person, with the address at which the platform sends them to us."""

    person: str
    hold: str  # the platform's id of their taking part
    arrival: str
    line: HarmedLine
    rng: random.Random
    told: Told

    async def visit(self, prolific: LocalProlific, *, pause: float, comes_after: float, ends: float) -> None:
        """From the door to the platform's page that takes the code; whoever meets an unknown answer is stuck."""
        await asyncio.sleep(comes_after)
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + ends - time.monotonic()):
                await self.go_through(prolific, pause=pause)
        except TimeoutError:
            self.give_up("was not through in time")
        except UnknownAnswer as answer:
            self.give_up(str(answer))
        finally:
            self.line.hang_up()

    def give_up(self, how: str) -> None:
        """Leave without having come to an end."""
        self.told.cut_off.add(self.hold)
        self.told.stuck.append(f"{self.person} {how}")

    async def go_through(self, prolific: LocalProlific, *, pause: float) -> None:
        """All pages."""
        begun = await self.line.persist("POST", self.arrival)
        if begun.status != HTTPStatus.FOUND:
            self.told.turned_away[find_heading(begun.content.decode())] += 1
            return
        address = begun.leads_to
        _, page = await self.ask("GET", address)
        while 'name="step"' in page:
            page = await self.take_step(address, page, pause=pause)
        if not (found := CODE.search(page)):
            raise UnknownAnswer(f"has neither a form nor a code: {page[:300]}")
        self.told.finished.add(self.hold)
        with prolific.lock:
            prolific.state.complete(self.person, found[1])

    async def take_step(self, address: str, page: str, *, pause: float) -> str:
        """Fill in the page, and send it until it is taken; gives the page that follows."""
        fields, is_trial = fill_in(page, self.rng), STIMULUS in page
        await asyncio.sleep(pause * self.rng.uniform(0.5, 1.5))
        start = time.monotonic()
        status, answer = await self.ask("POST", address, fields)
        while status == HTTPStatus.UNPROCESSABLE_ENTITY and WAITS.search(answer):
            await asyncio.sleep(1.0)
            status, answer = await self.ask("POST", address, fields)
        if status == HTTPStatus.CONFLICT:
            return answer
        if status not in {HTTPStatus.OK, HTTPStatus.FOUND}:
            raise UnknownAnswer(f"was answered {status}: {answer[:300]}")
        if is_trial:
            self.told.taken[fields["submission"]] = fields[VERDICT]
        _, following = (status, answer) if status == HTTPStatus.OK else await self.ask("GET", address)
        self.told.waits.append(time.monotonic() - start)
        return following

    async def ask(self, method: str, address: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        """One request, again until it is answered."""
        status, content = await self.line.insist(method, address, fields)
        return status, bytes(content).decode()


def find_heading(page: str) -> str:
    """What a page says above all."""
    return page.partition("<h1>")[2].partition("</h1>")[0].strip()


def address_arrival(posting: str, query: dict[str, str]) -> str:
    """Where the platform sends somebody."""
    return f"/arrive/{posting}/?{urlencode(query)}"
