"""Files of weights on this machine: where they are looked for, and what is said where they are not."""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings


def find_weights(named: str, usual: str) -> Path:
    """The file that a setting names, or the usual one in VAR_DIR/models."""
    return Path(named) if named else Path(settings.VAR_DIR) / "models" / usual


def lack_weights(path: Path, what: str) -> tuple[str, ...]:
    """What is lacking, as a sentence that says where to put it."""
    return (
        () if path.is_file() else (f"The weights of {what} are not here: put them at {path}, or name a file of them.",)
    )


def digest_weights(path: Path) -> str:
    """What tells one version of a file from another; "missing" where there is none."""
    if not path.is_file():
        return "missing"
    return _digest(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _digest(path: Path, changed: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]
