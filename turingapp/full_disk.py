"""A disk without room: however the system says it, one error of ours."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from turingapp.errors import StorageFull

# No space, over one's quota, larger than files may be.
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def is_full(error: BaseException) -> bool:
    """Whether the error says that there is no room."""
    return isinstance(error, StorageFull) or (isinstance(error, OSError) and error.errno in FULL)


@contextmanager
def told_when_full(folder: Path) -> Iterator[None]:
    """What is written within raises StorageFull where there is no room in the folder."""
    try:
        yield
    except OSError as error:
        if is_full(error):
            raise StorageFull(folder.name) from error
        raise
