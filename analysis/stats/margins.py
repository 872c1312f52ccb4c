"""The margin of verdicts where none was fixed before the data; apart, as whoever only needs it needs no statistics."""

MARGIN = 0.05
