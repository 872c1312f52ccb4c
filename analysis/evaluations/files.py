"""The sets of a folder of files, as they are evaluated: computed answers added, repeated agents left out."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from agents.tasks import TASKS
from analysis.evaluations.computed import add_computed
from analysis.evaluations.items import ItemSet, Unit, drop_repeated_agents, read_folder

FIRST_TURNS = 3  # of each speaker


def read_files(
    folder: Path, tasks: Sequence[str], *, unit: Unit = Unit.PART, turns: int | None = None
) -> Iterator[ItemSet]:
    """The sets of these tasks."""
    for items in read_folder(folder, tasks=tasks, unit=unit, turns=turns):
        yield drop_repeated_agents(add_computed(items, folder / items.name))


def read_every_view(folder: Path, tasks: Sequence[str]) -> Iterator[ItemSet]:
    """The sets of these tasks; conversations by turns, by whole sides, and by the first three turns of each side."""
    for task in tasks:
        yield from read_files(folder, [task])
        if len(TASKS[task].roles) > 1:
            for name, turns in (("whole sides", None), (f"first {FIRST_TURNS} turns of each side", FIRST_TURNS)):
                for items in read_files(folder, [task], unit=Unit.SIDE, turns=turns):
                    yield replace(items, name=f"{items.name}, {name}")
