"""The stimuli that file rows bring: made where they are not known, completed where they were pending."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import QuerySet

from agents.formats.base import StimulusRow
from agents.loading_pictures import PictureShelf
from agents.merging import clean_key, make_stimulus, merge_row
from agents.models import Stimulus
from agents.normalizing import make_storable
from agents.tasks.base import Data, Task
from agents.tasks.payloads import describe_value
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

CHANGEABLE = ("payload", "facets", "has_picture", "has_control", "is_catch")
LONGEST_KEY = 200


@dataclass
class PlacedStimuli:
    """The stimuli of a batch, row by row: None where the row is refused."""

    stimuli: list[Stimulus | None]
    made: int = 0
    changed: int = 0
    completed: int = 0
    problems: list[Problem] = field(default_factory=list)


class StimulusShelf:
    """The stimuli of one task and pool while a file is being loaded."""

    def __init__(self, task: Task, pool: str, pictures: PictureShelf) -> None:
        self.task, self.pool = task, pool
        self._pictures = pictures
        self._lacking: dict[str, tuple[str, ...]] = {}
        self._pictures_missed: set[str] = set()

    def count_pending(self) -> int:
        """How many of the stimuli placed so far lack something."""
        return sum(bool(lacks) for lacks in self._lacking.values())

    def count_lacks(self) -> Counter[str]:
        """How many of them lack what, and how many pictures were named but not found."""
        named = [what for lacks in self._lacking.values() for what in lacks]
        lacks = Counter[str](say_later("the stimulus lacks %(what)s", what=what) for what in named)
        lacks[say_later("a picture that is named is not there")] = len(self._pictures_missed)
        return +lacks

    def place(self, rows: Sequence[StimulusRow]) -> PlacedStimuli:
        """Make, complete or find the stimuli of a batch, inside the caller's transaction."""
        placed = PlacedStimuli([None] * len(rows))
        given = {number: payload for number, row in enumerate(rows) if (payload := self._read(row, placed)) is not None}
        # Made in the order of keys, and only then locked in that order: two loads cannot wait in a circle.
        known = set(self._stored(rows[number].key for number in given).values_list("key", flat=True))
        made: dict[str, Stimulus] = {}
        for number, payload in list(given.items()):
            row = rows[number]
            if clean_key(row) not in known and clean_key(row) not in made:
                try:
                    made[clean_key(row)] = make_stimulus(row, payload, task=self.task, pool=self.pool)
                except InvalidPayload as error:
                    placed.problems.extend(replace(problem, where=row.where) for problem in error.problems)
                    del given[number]
        Stimulus.objects.bulk_create([made[key] for key in sorted(made)], ignore_conflicts=True)
        placed.made = len(made)
        self._complete(rows, given, placed)
        return placed

    def _read(self, row: StimulusRow, placed: PlacedStimuli) -> Data | None:
        """The payload of a row with its pictures, unchecked; None where the row is refused."""
        try:
            if not 0 < len(clean_key(row)) <= LONGEST_KEY:
                rule = say_later("a stimulus's key should have 1 to %(most)s characters", most=LONGEST_KEY)
                raise InvalidPayload([Problem("key", describe_value(row.key), rule, row.where)])
            found = {name: self._pictures.find(row, name) for name in row.media}
        except InvalidPayload as error:
            placed.problems.extend(error.problems)
            return None
        return {**row.payload, **{name: picture for name, picture in found.items() if picture}}

    def _stored(self, keys: Iterable[str]) -> QuerySet[Stimulus]:
        """The stimuli of these keys in the database."""
        return Stimulus.objects.filter(task=self.task.slug, pool=self.pool, key__in=set(map(make_storable, keys)))

    def _complete(self, rows: Sequence[StimulusRow], given: dict[int, Data], placed: PlacedStimuli) -> None:
        """Give the stored stimuli what the rows have and they lack; a row that contradicts is refused."""
        locked = self._stored(rows[number].key for number in given).order_by("key").select_for_update(no_key=True)
        stored = {stimulus.key: stimulus for stimulus in locked}
        changed: dict[str, Stimulus] = {}
        for number, payload in given.items():
            row, stimulus = rows[number], stored[clean_key(rows[number])]
            lacked = len(stimulus.lacks)
            try:
                if merge_row(stimulus, row, payload):
                    changed[stimulus.key] = stimulus
                    placed.completed += len(stimulus.lacks) < lacked
            except InvalidPayload as error:
                placed.problems.extend(replace(problem, where=row.where) for problem in error.problems)
                continue
            placed.stimuli[number] = stimulus
            self._note(stimulus, row)
        placed.changed = len(changed)
        Stimulus.objects.bulk_update([changed[key] for key in sorted(changed)], CHANGEABLE)

    def _note(self, stimulus: Stimulus, row: StimulusRow) -> None:
        """Keep count of what is lacking."""
        self._lacking[stimulus.key] = stimulus.lacks
        if self._pictures.has_source:
            self._pictures_missed.update(row.media[name] for name in row.media if not stimulus.payload.get(name))
