"""How postings stand: people, time and money, for a page and a command alike."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from judging import ledger
from judging.models.recruiting import Posting, is_held_up, is_stopping, say_state
from judging.recruiters.money import Money
from judging.recruiters.values import Status
from judging.tallying import (
    Amounts,
    PartLine,
    RequestLine,
    collect_seconds,
    count_people,
    list_parts,
    list_requests,
    sum_amounts,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How one posting stands; plain values, so that two can be compared."""

    state: str
    wanted: int
    people: tuple[tuple[Status, int], ...]
    done_here: int  # of those in progress, who have finished our pages and not handed in
    median_seconds: float | None  # of finished visits
    amounts: Amounts
    cap: Money
    study_spent: Money
    parts: tuple[PartLine, ...]
    requests: tuple[RequestLine, ...]

    def count(self, *statuses: Status) -> int:
        """How many people have one of these statuses."""
        return sum(number for status, number in self.people if status in statuses)

    @property
    def free(self) -> int:
        """Places that people may still take."""
        return sum(part.open_places for part in self.parts)

    @property
    def is_stopping(self) -> bool:
        """Whether the posting is closed here and not yet everywhere at its platform."""
        return is_stopping(self.state, self._part_states)

    @property
    def is_held_up(self) -> bool:
        """Whether it is open here while the platform keeps a part paused."""
        return is_held_up(self.state, self._part_states)

    @property
    def word(self) -> str:
        """How it stands, in a word or few for people."""
        return say_state(self.state, self._part_states)

    @property
    def _part_states(self) -> tuple[str, ...]:
        return tuple(part.state for part in self.parts)

    @property
    def mark(self) -> str:
        """Changes whenever anything of this does."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


def stand(posting: Posting) -> Standing:
    """How one posting stands."""
    return stand_all([posting])[0]


def stand_all(postings: Iterable[Posting]) -> list[Standing]:
    """How these postings stand, in their order."""
    postings = list(postings)
    parts, requests = list_parts(postings), list_requests(postings)
    people, seconds, amounts = count_people(postings), collect_seconds(postings), sum_amounts(postings)
    purses = {(row.study_id, row.currency): row for row in postings}
    known = {
        key: (ledger.find_caps(row.study)[0], ledger.sum_study(row.study, row.currency)) for key, row in purses.items()
    }
    return [
        Standing(
            state=posting.state,
            wanted=posting.places,
            people=tuple(sorted(people[posting.pk].counts.items())),
            done_here=people[posting.pk].done_here,
            median_seconds=median(seconds[posting.pk]) if seconds[posting.pk] else None,
            amounts=amounts[posting.pk],
            cap=Money(known[posting.study_id, posting.currency][0], posting.currency),
            study_spent=Money(known[posting.study_id, posting.currency][1], posting.currency),
            parts=tuple(parts[posting.pk]),
            requests=tuple(requests[posting.pk]),
        )
        for posting in postings
    ]
