"""What every estimate comes back as: a number, its interval, what stood behind it; and how an error becomes ends."""

import math
from dataclasses import dataclass
from enum import StrEnum

from scipy.special import betaincinv, expit, logit, stdtrit

PLAIN_LOW, PLAIN_HIGH = 0.1, 0.9


class Method(StrEnum):
    """How the two ends of an interval were found, or why there are none."""

    TWO_WAY = "two-way clustered"
    TWO_WAY_LOGIT = "two-way clustered, on the logit"
    EXACT_ON_CLUSTERS = "exact on the smaller number of judges and stimuli"
    TWO_INTERVALS = "from the two groups' own intervals"
    OVER_JUDGES = "t over judges"
    ANYTIME = "at any number of judges, by betting"
    NO_JUDGEMENTS = "no judgements"
    ONE_JUDGE = "no interval: one judge only"
    ONE_STIMULUS = "no interval: one stimulus only"


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its interval; what cannot be known is None, and `method` says why."""

    estimate: float | None
    low: float | None
    high: float | None
    n: int
    judges: int
    stimuli: int
    method: Method

    def rescaled(self, *, factor: float, offset: float) -> "Interval":
        """Return the interval of offset + factor * x; a negative factor swaps the ends."""
        ends = self.low, self.high
        low, high = ends if factor >= 0 else ends[::-1]
        estimate, low, high = (None if x is None else offset + factor * x for x in (self.estimate, low, high))
        return Interval(estimate, low, high, self.n, self.judges, self.stimuli, self.method)


def find_exact_ends(rate: float, *, size: float, level: float) -> tuple[float, float]:
    """Return the Clopper-Pearson ends for `rate` * `size` successes of `size`; the successes need not be whole.

    low = Beta^-1(alpha/2; k, m - k + 1), high = Beta^-1(1 - alpha/2; k + 1, m - k) (Clopper & Pearson 1934).
    """
    successes, tail = rate * size, (1 - level) / 2
    low = 0.0 if successes <= 0 else float(betaincinv(successes, size - successes + 1, tail))
    high = 1.0 if successes >= size else float(betaincinv(successes + 1, size - successes, 1 - tail))
    return low, high


def bound_rate(rate: float, *, error: float, clusters: int, level: float) -> tuple[float, float, Method]:
    """Turn a rate and its standard error into an interval inside [0, 1], with t on `clusters` - 1 degrees of freedom.

    Plain, rate +- t * error, between .1 and .9; outside, or where the plain ends leave [0, 1], through the logit with
    error / (rate (1 - rate)). An error of zero says nothing of the next cluster: the ends are then exact on `clusters`.
    """
    if error == 0 or rate <= 0 or rate >= 1:
        return (*find_exact_ends(rate, size=clusters, level=level), Method.EXACT_ON_CLUSTERS)
    reach = float(stdtrit(clusters - 1, (1 + level) / 2)) * error
    low, high = rate - reach, rate + reach
    if PLAIN_LOW <= rate <= PLAIN_HIGH and low >= 0 and high <= 1:
        return low, high, Method.TWO_WAY
    center, reach = float(logit(rate)), reach / (rate * (1 - rate))
    return float(expit(center - reach)), float(expit(center + reach)), Method.TWO_WAY_LOGIT


def combine_difference(
    first: tuple[float, float, float], second: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Return (d, low, high) of first - second from two independent (rate, low, high): square and add.

    low = d - sqrt((p1 - l1)^2 + (u2 - p2)^2), high = d + sqrt((u1 - p1)^2 + (p2 - l2)^2): Newcombe (1998), method 10,
    for Wilson intervals; Zou & Donner (2008) for any others.
    """
    (p1, low1, high1), (p2, low2, high2) = first, second
    difference = p1 - p2
    below, above = math.hypot(p1 - low1, high2 - p2), math.hypot(high1 - p1, p2 - low2)
    return difference, max(-1.0, difference - below), min(1.0, difference + above)
