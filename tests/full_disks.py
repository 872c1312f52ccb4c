"""A disk that is full, as far as this process can tell: no file may grow."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def small_files(most_bytes: int) -> Iterator[None]:
    """Within, no file of this process grows beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
