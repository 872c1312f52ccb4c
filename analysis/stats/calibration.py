"""Whether those who say that they are sure are right more often: scores of stated probabilities."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.stats.clusters import Codes, Floats


@dataclass(frozen=True, slots=True)
class Calibration:
    """Scores of stated probabilities of being right; all but `confidence` and `right` are better when small, save one.

    `brier` = `reliability` - `resolution` + `uncertainty` (Murphy 1973), where a large resolution is good.
    """

    n: int
    confidence: float  # the mean probability stated
    right: float  # the share that was right
    brier: float
    reliability: float
    resolution: float
    uncertainty: float
    ece: float
    ece_by_chance: float  # what `ece` would be on average if every stated probability were true


def score_confidence(right: NDArray[Any], *, level: Codes, stated: Floats) -> Calibration | None:
    """Score answers that are `right` (1 or 0), each given at a `level` whose stated probability is `stated[level]`.

    `right` and `level` have one entry an answer, `stated` one a level, each in [0, 1]. None without answers.
    Brier = mean (s - right)^2 (Brier 1950); reliability = sum n_k (s_k - r_k)^2 / n, uncertainty = r (1 - r),
    resolution = sum n_k (r_k - r)^2 / n; ECE = sum n_k |s_k - r_k| / n. ECE is above 0 even for the perfectly
    calibrated: its mean is then sum E|X_k - n_k s_k| / n, X_k binomial (n_k, s_k) (Diaconis & Zabell 1991).
    """
    hits, codes = np.asarray(right, dtype=np.float64), np.asarray(level, dtype=np.int64)
    if not len(hits):
        return None
    if len(stated) and not np.all((stated >= 0) & (stated <= 1)):
        raise ValueError("Stated probabilities must lie between 0 and 1.")
    n = np.bincount(codes, minlength=len(stated)).astype(np.float64)
    used = n > 0
    n, said = n[used], stated[used]
    rate = np.bincount(codes, hits, minlength=len(stated))[used] / n
    total, overall = float(n.sum()), float(hits.mean())
    return Calibration(
        n=int(total),
        confidence=float(n @ said / total),
        right=overall,
        brier=float(((stated[codes] - hits) ** 2).mean()),
        reliability=float(n @ (said - rate) ** 2 / total),
        resolution=float(n @ (rate - overall) ** 2 / total),
        uncertainty=overall * (1 - overall),
        ece=float(n @ np.abs(said - rate) / total),
        ece_by_chance=float(find_mean_deviation(n, said).sum() / total),
    )


def find_mean_deviation(n: Floats, p: Floats) -> Floats:
    """Return E|X - n p| of binomial X: 2 v (1 - p) P(X = v), v = floor(n p) + 1 (De Moivre 1730), elementwise."""
    from scipy.stats import binom

    middle = np.floor(n * p) + 1
    deviation: Floats = 2 * middle * (1 - p) * binom.pmf(middle, n, p)
    return deviation
