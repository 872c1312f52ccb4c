"""The items of an evaluation: from files through the formats, without the database, or from responses in it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.db.models import QuerySet

from agents.formats import FORMATS
from agents.formats.base import Format, ResponseItem, ResponseRow
from agents.loading_keys import digest
from agents.models import Authorship, Origin, Response
from agents.normalizations import Step
from agents.normalizations_applied import normalize_response
from agents.tasks import TASKS
from agents.tasks.base import Task
from agents.tasks.evidence import Evidence, Example, Text
from analysis.features.items import Item
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import Listing, say_later

SUFFIXES = (".csv", ".json", ".jsonl", ".ndjson")
FIRST_ROWS = 30  # of a file, by which its format is found out


class Unit(StrEnum):
    """What is judged as one item where a response holds several examples of a role."""

    PART = "part"  # each alone: a turn of a conversation
    SIDE = "side"  # all by one author of a response together


@dataclass(frozen=True, slots=True)
class ItemSet:
    """Items to be judged by one task's AI judges, and what was noticed while they were read."""

    name: str
    task: str
    items: tuple[Item, ...]
    unit: Unit = Unit.PART
    notes: tuple[str, ...] = field(default=())

    @property
    def agents(self) -> tuple[str, ...]:
        """The AI agents, by name."""
        return tuple(sorted({item.agent for item in self.items if not item.is_human}))


@dataclass(frozen=True, slots=True)
class Maker:
    """Who made a response in a role."""

    origin: Origin
    agent: str
    author: str


def make_items(
    task: Task,
    stimulus: dict[str, Any],
    response: dict[str, Any],
    *,
    key: str,
    group: str,
    makers: dict[str, Maker],
    unit: Unit = Unit.PART,
    turns: int | None = None,
    number: int = 0,
) -> list[Item]:
    """The items of one response; `turns` keeps the first few examples of each role only."""
    examples = list(keep_first(task.examples(stimulus, response), turns))
    found = gather_sides(examples) if unit == Unit.SIDE else examples
    return [
        Item(
            key=f"{key}/{example.role}/{place}",
            group=group,
            origin=makers[example.role].origin,
            agent=makers[example.role].agent,
            evidence=example.evidence,
            author=makers[example.role].author,
            response=number,
        )
        for place, example in enumerate(found)
    ]


def keep_first(examples: Iterable[Example], turns: int | None) -> Iterator[Example]:
    """The first few examples of each role; all for None."""
    seen: Counter[str] = Counter()
    for example in examples:
        seen[example.role] += 1
        if turns is None or seen[example.role] <= turns:
            yield example


def gather_sides(examples: Sequence[Example]) -> list[Example]:
    """One example for each role, its texts joined line by line."""
    sides: dict[str, list[Evidence]] = defaultdict(list)
    for example in examples:
        sides[example.role].extend(example.evidence)
    return [Example(role, tuple(join_texts(evidence))) for role, evidence in sides.items()]


def join_texts(evidence: Iterable[Evidence]) -> Iterator[Evidence]:
    """All texts as one, and whatever is no text."""
    kept = list(evidence)
    texts = [one.text for one in kept if isinstance(one, Text)]
    if texts:
        yield Text("\n".join(texts))
    yield from (one for one in kept if not isinstance(one, Text))


def read_file(path: Path, task: Task, *, unit: Unit = Unit.PART, turns: int | None = None) -> ItemSet | None:
    """The items of a file in whichever format it is in; None where no format finds responses in it."""
    form = find_format(path, task.slug)
    if form is None:
        return None
    items: dict[str, Item] = {}
    refused: Counter[str] = Counter()
    for row in form.read_responses(path, task.slug):
        if not isinstance(row, ResponseRow):
            refused["refused" if isinstance(row, Problem) else "left out"] += 1
            continue
        try:
            items.update((item.key, item) for item in read_row(row, task, unit=unit, turns=turns))
        except InvalidPayload:
            refused["refused"] += 1
    notes = tuple(f"{times:,} rows of {path.name} {what}" for what, times in sorted(refused.items()))
    return ItemSet(path.name, task.slug, tuple(items.values()), unit, notes)


def read_row(row: ResponseRow, task: Task, *, unit: Unit, turns: int | None) -> list[Item]:
    """The items of one row; raises InvalidPayload."""
    stimulus, response = task.check_stimulus(row.stimulus.payload), task.check_response(row.payload)
    makers = {author.role: Maker(author.origin, author.agent, author.person) for author in row.authors}
    by = ",".join(f"{role}={maker.agent}" for role, maker in sorted(makers.items()))
    key = f"{row.stimulus.key}/{by}" + (f"/{row.key}" if row.key else f"/{digest(response)[:12]}")
    return make_items(task, stimulus, response, key=key, group=row.stimulus.key, makers=makers, unit=unit, turns=turns)


def find_format(path: Path, task: str) -> Format | None:
    """The format that finds most responses among the first rows of a file."""
    counts = {form.slug: count_responses(form, path, task) for form in FORMATS if not form.tasks or task in form.tasks}
    best = max(counts, key=lambda slug: counts[slug], default=None)
    return FORMATS[best] if best and counts[best] else None


def count_responses(form: Format, path: Path, task: str) -> int:
    """How many of the first rows are responses in this format."""
    rows: list[ResponseItem] = [row for row, _ in zip(form.read_responses(path, task), range(FIRST_ROWS), strict=False)]
    return sum(isinstance(row, ResponseRow) for row in rows)


def read_folder(
    folder: Path, *, tasks: Sequence[str] = (), unit: Unit = Unit.PART, turns: int | None = None
) -> Iterator[ItemSet]:
    """The sets below `folder`/TASK/SET/: the responses of all files of one set together, each once."""
    for task in (one for one in TASKS if not tasks or one.slug in tasks):
        for place in sorted(path for path in (folder / task.slug).glob("*") if path.is_dir()):
            found = [read_file(path, task, unit=unit, turns=turns) for path in list_files(place)]
            sets = [one for one in found if one is not None]
            if sets:
                items = {item.key: item for one in sets for item in one.items}
                notes = tuple(note for one in sets for note in one.notes)
                yield ItemSet(f"{task.slug}/{place.name}", task.slug, tuple(items.values()), unit, notes)


def list_files(folder: Path) -> list[Path]:
    """The files of a set that may hold responses."""
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)


def read_responses(
    responses: "QuerySet[Response]",
    *,
    name: str,
    task: Task,
    unit: Unit = Unit.PART,
    turns: int | None = None,
    steps: Sequence[Step] = (),
) -> ItemSet:
    """The items of responses in the database, as a study with these normalizations shows them."""
    makers: dict[int, dict[str, Maker]] = defaultdict(dict)
    authored = Authorship.objects.filter(response__in=responses).select_related("agent")
    for one in authored:
        makers[one.response_id][one.role] = Maker(Origin(one.agent.origin), one.agent.slug, one.agent.person_key)
    items: list[Item] = []
    for response in responses.select_related("stimulus").order_by("pk"):
        stimulus = response.stimulus
        group = f"{stimulus.pool}/{stimulus.key}"
        found = make_items(
            task,
            stimulus.payload,
            normalize_response(response.payload, steps),
            key=f"{group}/{response.key}",
            group=group,
            makers=makers[response.pk],
            unit=unit,
            turns=turns,
            number=response.pk,
        )
        items.extend(found)
    told = say_later("normalized as the study shows them: %(steps)s", steps=Listing([str(step) for step in steps]))
    notes = (told,) if steps else ()
    return ItemSet(name, task.slug, tuple(items), unit, notes)


def drop_repeated_agents(items: ItemSet) -> ItemSet:
    """Without AI agents all of whose answers are those of another: a column copied over another in the source."""
    answers: dict[str, list[str]] = defaultdict(list)
    for item in items.items:
        if not item.is_human:
            answers[item.agent].append(f"{item.group}\0{item.evidence}")
    first: dict[tuple[str, ...], str] = {}
    twins = {}
    for agent in sorted(answers):
        known = first.setdefault(tuple(sorted(answers[agent])), agent)
        if known != agent:
            twins[agent] = known
    if not twins:
        return items
    notes = tuple(
        say_later("%(twin)s gives every answer that %(known)s gives and is left out", twin=twin, known=known)
        for twin, known in twins.items()
    )
    kept = tuple(item for item in items.items if item.agent not in twins)
    return ItemSet(items.name, items.task, kept, items.unit, (*items.notes, *notes))
