"""`manage.py load_stimuli TASK FILE... --format NAME`: stimuli from files into a pool."""

from itertools import chain
from pathlib import Path
from typing import Any

from agents.formats.base import Format
from agents.loading import LoadResult, load_stimuli
from agents.management.loading import LoadCommand, show_progress


class Command(LoadCommand):
    """Loads stimuli; loading twice changes nothing."""

    help = "Load stimuli from files; what is known stays, what was pending is completed."
    things = "stimuli"

    def load(self, paths: list[Path], form: Format, *, with_bar: bool, **options: Any) -> LoadResult:
        """Read the files and load their stimuli."""
        rows = chain.from_iterable(form.read_stimuli(path, options["task"].slug) for path in paths)
        return load_stimuli(show_progress(rows, f"Loading {form.slug}", with_bar=with_bar), **options)
