"""What `make bench-faults` gives to every reader in the thousands, here in small: taken, or refused in words."""

import pytest

from bench.breaking.readers import list_readers
from bench.breaking.trying import Kind, try_in_turn

pytestmark = pytest.mark.long


@pytest.mark.parametrize("reader", list_readers(), ids=lambda reader: reader.name)
def test_a_reader_takes_or_refuses_whatever_it_gets(reader: Kind) -> None:
    (tried,) = try_in_turn([(reader, 100)])
    assert tried.told == []
    assert tried.number == 100
