"""Whether judges get better along their trials."""

import numpy as np
import pytest
from scipy.special import expit

from analysis.stats.learning import find_learning_slope


def draw(slope: float, *, judges: int = 200) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(2)
    order = np.tile(np.arange(20), judges)
    right = (rng.random(20 * judges) < expit(0.2 + slope * order)).astype(int)
    return {
        "right": right,
        "order": order,
        "judge": np.repeat(np.arange(judges), 20),
        "stimulus": rng.integers(0, 60, 20 * judges),
    }


def test_a_slope_that_was_put_in_is_found_and_none_where_there_is_none() -> None:
    put_in, absent = (find_learning_slope(data.pop("right"), **data) for data in (draw(0.05), draw(0.0)))
    assert put_in.low < 0.05 < put_in.high
    assert put_in.low > 0
    assert put_in.p < 0.001
    assert absent.low < 0 < absent.high
    assert absent.p > 0.05


@pytest.mark.parametrize("right", [np.ones(8, dtype=int), np.zeros(8, dtype=int)])
def test_all_alike_has_no_slope(right: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"[Ss]lope|coefficients"):
        find_learning_slope(right, order=np.arange(8) % 4, judge=np.arange(8) // 4, stimulus=np.arange(8) % 4)
