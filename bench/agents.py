"""The speed of AI agents, as a share of that of the bare kernels that they cannot do without."""

from bench.measuring import Figure
from bench.visit import empty_installation


def measure() -> list[Figure]:
    """All of it; what needs models or data that are not here is left out."""
    with empty_installation():
        from bench.looking import measure_looking
        from bench.word_neighbors import measure_word_neighbors

        return [*measure_word_neighbors(), *measure_looking()]
