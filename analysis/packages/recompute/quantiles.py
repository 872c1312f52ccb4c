"""Quantiles of the distributions that intervals stand on: normal, Student's t, and beta."""

import math
from statistics import NormalDist

TINY, STEPS = 1e-300, 10_000


def find_normal(p: float) -> float:
    """The quantile of the standard normal distribution."""
    return NormalDist().inv_cdf(p)


def cumulate_beta(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function I_x(a, b), by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - cumulate_beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    fraction, c, d = 1.0, 1.0, 0.0
    for step in range(STEPS):
        m = step // 2
        if step == 0:
            term = 1.0
        elif step % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + term * d or TINY)
        c = 1 + term / c or TINY
        fraction *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return front * (fraction - 1)


def find_beta(a: float, b: float, p: float) -> float:
    """The quantile of the beta distribution, by halving."""
    low, high = 0.0, 1.0
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        low, high = (middle, high) if cumulate_beta(a, b, middle) < p else (low, middle)


def find_t(freedom: float, p: float) -> float:
    """The quantile of Student's t for p above a half: t^2 = v (1 - x) / x with I_x(v / 2, 1 / 2) = 2 (1 - p)."""
    x = find_beta(freedom / 2, 0.5, 2 * (1 - p))
    return math.sqrt(freedom * (1 - x) / x)


def find_two_sided_p(freedom: float, t: float) -> float:
    """P(|T| > |t|)."""
    return cumulate_beta(freedom / 2, 0.5, freedom / (freedom + t * t))
