"""`manage.py load_responses TASK FILE... --format NAME`: responses from files into a pool, with their authors."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from django.utils import timezone

from agents.formats.base import Format
from agents.loading import LoadResult, load_responses
from agents.management.loading import LoadCommand, show_progress
from agents.models import Provenance
from agents.parity_rows import find_open_cues, find_responses

MOST_REPORTED = 20_000  # responses of which the report takes a second or two


class Command(LoadCommand):
    """Loads responses; loading twice changes nothing."""

    help = "Load responses from files, with their authors and, where they are new, their stimuli."
    things = "responses"

    def load(self, paths: list[Path], form: Format, *, with_bar: bool, **options: Any) -> LoadResult:
        """Read the files and load their responses."""
        rows = chain.from_iterable(form.read_responses(path, options["task"].slug) for path in paths)
        counted = show_progress(rows, f"Loading {form.slug}", with_bar=with_bar)
        return load_responses(counted, provenance=Provenance.LOADED, at=timezone.now(), **options)

    def advise(self, task: str, pool: str) -> Iterator[str]:
        """How many cues of form may give an origin away; a large pool is not looked through unasked."""
        command = f"manage.py parity {task} --pool {pool}"
        if find_responses(task, pool).count() > MOST_REPORTED:
            yield f"Whether form gives an origin away: {command}"
            return
        cues = len(find_open_cues(task, pool))
        if cues:
            yield f"Cues of form that may give an origin away, not acknowledged: {cues:,}. See: {command}"
