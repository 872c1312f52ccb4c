"""Files that commands write: put in place once they are whole."""

from pathlib import Path

from django.core.management.base import CommandError


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file beside its place and move it there; raises CommandError where it cannot be written."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        unfinished.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        unfinished.replace(path)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
