"""Intervals of plain proportions, as if all judgements were independent: descriptive only (two_way has the default)."""

import math

from scipy.special import ndtri

from analysis.stats.intervals import combine_difference, find_exact_ends


def wilson(successes: int, n: int, *, level: float = 0.95) -> tuple[float, float]:
    """Return the Wilson (1927) score interval; (0, 1) where there is nothing yet.

    (p + z^2 / 2n +- z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n); Newcombe (1998), method 3.
    """
    _check(successes, n, level)
    if n == 0:
        return 0.0, 1.0
    rate, z = successes / n, float(ndtri((1 + level) / 2))
    scale, center = 1 + z * z / n, rate + z * z / (2 * n)
    reach = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    low = 0.0 if successes == 0 else (center - reach) / scale
    high = 1.0 if successes == n else (center + reach) / scale
    return low, high


def clopper_pearson(successes: int, n: int, *, level: float = 0.95) -> tuple[float, float]:
    """Return the exact interval of Clopper & Pearson (1934), as R's binom.test does; (0, 1) where nothing is there."""
    _check(successes, n, level)
    return find_exact_ends(successes / n, size=n, level=level) if n else (0.0, 1.0)


def newcombe(
    first: tuple[int, int], second: tuple[int, int], *, level: float = 0.95
) -> tuple[float, float, float] | None:
    """Return (difference, low, high) of two (successes, n): Newcombe (1998), method 10; None without trials."""
    if not first[1] or not second[1]:
        return None
    rates = [(k / n, *wilson(k, n, level=level)) for k, n in (first, second)]
    return combine_difference(rates[0], rates[1])


def _check(successes: int, n: int, level: float) -> None:
    if not 0 <= successes <= n:
        raise ValueError(f"There are {successes} successes of {n}; they must be between 0 and the number of trials.")
    if not 0 < level < 1:
        raise ValueError(f"The level of an interval is {level}; it must be between 0 and 1, such as 0.95.")
