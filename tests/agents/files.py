"""Small files and short calls for the tests of loading."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PIL import Image

from agents.formats import FORMATS
from agents.loading import LoadResult, load_responses, load_stimuli
from agents.models import Provenance
from agents.tasks import TASKS

AT = datetime(2030, 1, 2, 3, 4, tzinfo=UTC)


def write(folder: Path, name: str, content: str | bytes) -> Path:
    """A file of this content."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def write_json(folder: Path, name: str, content: Any) -> Path:
    """A JSON file; lone surrogates are escaped, as in files of the wild."""
    return write(folder, name, json.dumps(content))


def write_pictures(folder: Path, *names: str, color: str = "red") -> Path:
    """A media folder with small pictures of these names."""
    media = folder / "pictures"
    for name in names:
        (media / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (8, 6), color).save(media / name)
    return media


def bring_stimuli(path: Path, task: str, form: str = "native", *, pool: str = "pool", **options: Any) -> LoadResult:
    """Load a file of stimuli."""
    rows = FORMATS[form].read_stimuli(path, task)
    return load_stimuli(rows, task=TASKS[task], pool=pool, **options)


def bring_responses(path: Path, task: str, form: str = "native", *, pool: str = "pool", **options: Any) -> LoadResult:
    """Load a file of responses."""
    rows = FORMATS[form].read_responses(path, task)
    return load_responses(rows, task=TASKS[task], pool=pool, provenance=Provenance.LOADED, at=AT, **options)
