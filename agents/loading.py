"""Stimuli and responses from rows of files into the database, batch by batch, and refusals with reasons."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TypeVar

from django.db import transaction

from agents.formats.base import LeftOut, ResponseItem, ResponseRow, StimulusItem, StimulusRow
from agents.loading_agents import AgentShelf
from agents.loading_pictures import PictureShelf
from agents.loading_responses import ResponseShelf
from agents.loading_sources import open_source
from agents.loading_stimuli import StimulusShelf
from agents.models import Provenance
from agents.tasks.base import Task
from turingapp.errors import Problem

BATCH_ROWS = 500  # short transactions: judges wait for none of them

Row = TypeVar("Row", StimulusRow, ResponseRow)


@dataclass
class LoadResult:
    """What loading did, in counts, and every row that was refused."""

    loaded: int = 0
    unchanged: int = 0
    completed: int = 0  # stimuli that were pending and got what they lacked
    pending: int = 0  # stimuli of these rows that still lack their picture or their control's truth
    new_stimuli: int = 0  # that came with responses
    remarks: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)
    refused: list[Problem] = field(default_factory=list)
    put_aside: list[Problem] = field(default_factory=list)  # files of the archive of pictures


def load_stimuli(
    rows: Iterable[StimulusItem],
    *,
    task: Task,
    pool: str,
    media: Path | None = None,
    strict: bool = False,
    dry_run: bool = False,
) -> LoadResult:
    """Bring stimuli into a pool; what is known already stays, what was pending is completed.

    `media` is the folder or ZIP archive of the pictures; raises InvalidPayload where that cannot be read.
    """
    pictures = PictureShelf(open_source(media) if media else None, dry_run=dry_run)
    shelf = StimulusShelf(task, pool, pictures)
    result = LoadResult()

    def load_batch(batch: Sequence[StimulusRow]) -> None:
        placed = shelf.place(batch)
        result.refused.extend(placed.problems)
        result.loaded += placed.made
        result.completed += placed.completed
        result.unchanged += sum(stimulus is not None for stimulus in placed.stimuli) - placed.made - placed.changed

    load_in_batches(rows, StimulusRow, load_batch, result=result, pictures=pictures, whole=strict, dry_run=dry_run)
    return finish(result, shelf, pictures.remarks, pictures=pictures, strict=strict)


def load_responses(
    rows: Iterable[ResponseItem],
    *,
    task: Task,
    pool: str,
    provenance: Provenance,
    at: datetime,
    media: Path | None = None,
    strict: bool = False,
    dry_run: bool = False,
) -> LoadResult:
    """Bring responses into a pool, with their authors and, where they are not known yet, their stimuli."""
    pictures = PictureShelf(open_source(media) if media else None, dry_run=dry_run)
    stimuli = StimulusShelf(task, pool, pictures)
    responses = ResponseShelf(stimuli, AgentShelf(pool), provenance=provenance, at=at)
    result = LoadResult()

    def load_batch(batch: Sequence[ResponseRow]) -> None:
        placed = responses.place(batch)
        result.refused.extend(placed.problems)
        result.loaded += placed.made
        result.unchanged += placed.unchanged
        result.completed += placed.completed
        result.new_stimuli += placed.new_stimuli

    load_in_batches(rows, ResponseRow, load_batch, result=result, pictures=pictures, whole=strict, dry_run=dry_run)
    return finish(result, stimuli, responses.remarks + pictures.remarks, pictures=pictures, strict=strict)


def load_in_batches(
    rows: Iterable[Row | Problem | LeftOut],
    kind: type[Row],
    load_batch: Callable[[Sequence[Row]], None],
    *,
    result: LoadResult,
    pictures: PictureShelf,
    whole: bool,
    dry_run: bool,
) -> None:
    """Load the good rows, each batch in a transaction; `whole` and `dry_run` make one of all, that may be undone."""
    if not (whole or dry_run):
        for batch in take_batches(rows, kind, result):
            # Pictures take long to encode; nobody should wait for that behind a lock.
            pictures.fetch(row if isinstance(row, StimulusRow) else row.stimulus for row in batch)
            with transaction.atomic():
                load_batch(batch)
        return
    try:
        with transaction.atomic():
            for batch in take_batches(rows, kind, result):
                load_batch(batch)
            if dry_run or result.refused:
                transaction.set_rollback(True)
    finally:
        pictures.discard_orphans()


def take_batches(rows: Iterable[Row | Problem | LeftOut], kind: type[Row], result: LoadResult) -> Iterable[list[Row]]:
    """The rows in lists of at most 500; problems and what is left out go to `result`."""
    iterator = iter(rows)
    while chunk := list(islice(iterator, BATCH_ROWS)):
        for row in chunk:
            if isinstance(row, Problem):
                result.refused.append(row)
            elif isinstance(row, LeftOut):
                result.left_out[row.reason] = result.left_out.get(row.reason, 0) + 1
        batch = [row for row in chunk if isinstance(row, kind)]
        if batch:
            yield batch


def finish(
    result: LoadResult, stimuli: StimulusShelf, remarks: Counter[str], *, pictures: PictureShelf, strict: bool
) -> LoadResult:
    """The counts that are known at the end; a strict load with refusals did nothing."""
    result.put_aside = list(pictures.problems)
    if strict and result.refused:
        return LoadResult(left_out=result.left_out, refused=result.refused, put_aside=result.put_aside)
    result.pending = stimuli.count_pending()
    result.remarks = dict(remarks + stimuli.count_lacks())
    return result
