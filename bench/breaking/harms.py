"""What is done to an installation while judges are at work: seeded, one harm after the other."""

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from bench.breaking.installation import Installation, set_ahead
from bench.breaking.servers import Mortal, kill_all

PAUSE_S = (1.0, 4.0)  # between two harms
AWAY_S = (0.5, 4.0)  # how long something stays dead
FULL_S = 4.0
AHEAD_S = (3600.0, -600.0)  # an hour is longer than a lease and than what the platform leaves somebody
RECOVERS = 0.75  # how many harms are over before the next; the others meet an installation that is still getting up


class Storm:
    """Harms an installation in a thread, each kind as often as any other, until it is told to stop."""

    def __init__(self, installation: Installation, *, seed: int) -> None:
        self.installation = installation
        self.rng = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.latest = "nothing yet"
        self.failure: BaseException | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._rage, name="storm", daemon=True)

    def __enter__(self) -> "Storm":
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Let the harm that is under way end; all that was harmed is up again then."""
        self._over.set()
        self._thread.join()
        self.raise_failure()
        self.installation.wait_until_ready()

    def raise_failure(self) -> None:
        """Raise what kept a harmed part from coming up again, in the thread that waits for all."""
        if self.failure:
            raise self.failure

    def _rage(self) -> None:
        try:
            for name, harm in self._list_harms():
                if self._over.wait(self.rng.uniform(*PAUSE_S)):
                    return
                self.latest = name
                harm()
                self.done[name] += 1
                if self.rng.random() < RECOVERS:
                    self.installation.wait_until_ready()
                else:
                    self.installation.restart_ended()
        except BaseException as failure:  # noqa: BLE001 - raised again by whoever waits
            self.failure = failure

    def _list_harms(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """All harms in a random order, again and again."""
        while True:
            harms: list[tuple[str, Callable[[], None]]] = [
                (f"{name} killed", partial(self._kill, victim)) for name, victim in self.installation.list_killable()
            ]
            harms += [("disk of the database full", self._fill_disk), ("one web process killed", self._kill_one)]
            harms += [(f"clock {seconds / 60:+.0f} minutes", self._jump(seconds)) for seconds in AHEAD_S]
            self.rng.shuffle(harms)
            yield from harms

    def _kill(self, victim: Mortal) -> None:
        victim.kill()
        self._over.wait(self.rng.uniform(*AWAY_S))
        victim.start()

    def _kill_one(self) -> None:
        if processes := self.installation.web.list_processes():
            kill_all([self.rng.choice(processes)])

    def _fill_disk(self) -> None:
        self.installation.database.fill_disk(is_full=True)
        self._over.wait(FULL_S)
        self.installation.database.fill_disk(is_full=False)
        self.installation.database.start()

    def _jump(self, seconds: float) -> Callable[[], None]:
        def jump() -> None:
            set_ahead(self.installation.ahead, seconds)
            self._over.wait(FULL_S)
            set_ahead(self.installation.ahead, 0)

        return jump
