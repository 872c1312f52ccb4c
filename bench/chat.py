"""Live conversations on PostgreSQL with four web processes: a crowd that comes at once, and one that talks at once.

The load comes from this machine, too, and takes a tenth of a core of it; whatever else the machine does counts against
the figures.
"""

from contextlib import ExitStack

from bench.measuring import Bound
from bench.visit import empty_installation
from tests.servers import find_postgres, running_postgres

PROCESSES = 4
ARRIVALS, SEATED_WITHIN_S = 200, 2.0
TALKERS, SEEN_WITHIN_S = 500, 1.5
LOOK_MS = 1.0


def measure() -> list[Bound]:
    """How long until everybody sits, how soon messages are seen, and whether any is lost, doubled or out of order."""
    with ExitStack() as stack:
        _, folder = next(find_postgres())
        url = stack.enter_context(running_postgres(folder))
        stack.enter_context(empty_installation(url))
        # The models can only be imported now that Django is set up.
        from bench.chatting.crowd import measure_arrivals, measure_look, measure_talk

        return [
            Bound("CPU ms of a look at a conversation without news", measure_look(), LOOK_MS),
            *measure_arrivals(ARRIVALS, processes=PROCESSES, limit=SEATED_WITHIN_S),
            *measure_talk(TALKERS, processes=PROCESSES, limit=SEEN_WITHIN_S),
        ]
