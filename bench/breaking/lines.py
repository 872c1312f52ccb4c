"""A line on which requests get lost, on the way there or back, or arrive twice."""

import asyncio
import random
from collections import Counter

from bench.chatting.lines import Line, Reply, ServerFault
from judging.views.visiting import PAGE


class HarmedLine(Line):
    """One person's connection; `harmed` is the share of requests that are lost or sent twice, half and half.

    Every answer that arrives here is counted in `statuses`, every request that was harmed in `harms`.
    """

    def __init__(
        self, port: int, rng: random.Random, *, harmed: float, statuses: Counter[int], harms: Counter[str]
    ) -> None:
        super().__init__(port, rng, lost=harmed / 2, prefer=PAGE)
        self.doubled = harmed / 2
        self.statuses, self.harms = statuses, harms

    async def exchange(self, method: str, path: str, fields: dict[str, str] | None) -> Reply:
        """One request, or the same twice at the same moment, of which the second answer counts."""
        self.harms["sent"] += 1
        if self.rng.random() >= self.doubled:
            return await self.count(self, method, path, fields)
        self.harms["doubled"] += 1
        twin = Line(self.port, self.rng, lost=0, prefer=PAGE)
        try:
            answers = await asyncio.gather(
                self.count(twin, method, path, fields),
                self.count(self, method, path, fields),
                return_exceptions=True,
            )
        finally:
            twin.hang_up()
        if isinstance(answers[1], BaseException):
            raise answers[1]
        return answers[1]

    def lose(self) -> OSError:
        """A request, or its answer, gets lost."""
        self.harms["lost"] += 1
        return super().lose()

    async def count(self, line: Line, method: str, path: str, fields: dict[str, str] | None) -> Reply:
        """One exchange, with what the server said counted."""
        try:
            reply = await Line.exchange(line, method, path, fields)
        except ServerFault as fault:
            self.statuses[fault.status] += 1
            raise
        self.statuses[reply.status] += 1
        return reply
