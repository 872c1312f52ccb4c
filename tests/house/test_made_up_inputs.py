"""What `make bench-faults` gives to every reader in the thousands, here in small: taken, or refused in words."""

import pytest

from bench.breaking.fuzz import list_readers, try_all

pytestmark = pytest.mark.long


@pytest.mark.parametrize("reader", list_readers(), ids=lambda reader: reader[0])
def test_a_reader_takes_or_refuses_whatever_it_gets(reader: tuple[str, object, object]) -> None:
    _, inputs, read = reader
    assert try_all(inputs, read, 100) >= 50  # type: ignore[arg-type]
