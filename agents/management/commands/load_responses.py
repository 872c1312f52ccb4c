"""`manage.py load_responses TASK FILE... --format NAME`: responses from files into a pool, with their authors."""

from itertools import chain
from pathlib import Path
from typing import Any

from django.utils import timezone

from agents.formats.base import Format
from agents.loading import LoadResult, load_responses
from agents.management.loading import LoadCommand, show_progress
from agents.models import Provenance


class Command(LoadCommand):
    """Loads responses; loading twice changes nothing."""

    help = "Load responses from files, with their authors and, where they are new, their stimuli."
    things = "responses"

    def load(self, paths: list[Path], form: Format, *, with_bar: bool, **options: Any) -> LoadResult:
        """Read the files and load their responses."""
        rows = chain.from_iterable(form.read_responses(path, options["task"].slug) for path in paths)
        counted = show_progress(rows, f"Loading {form.slug}", with_bar=with_bar)
        return load_responses(counted, provenance=Provenance.LOADED, at=timezone.now(), **options)
