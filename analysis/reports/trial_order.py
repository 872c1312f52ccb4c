"""The order of trials in their visits, and stretches of it as rows of tables."""

import numpy as np
import pandas as pd

from analysis.reports.base import Kind, Row, write_ends


def order_trials(rows: pd.DataFrame) -> "pd.Series[int]":
    """The place of each row's trial among those of its visit that are here, from 0; trials of other kinds aside."""
    visits, names = pd.factorize(rows["assignment"])
    positions = rows["position"].to_numpy(dtype=np.int64)
    has_trial = np.zeros((len(names), int(positions.max(initial=0)) + 1), dtype=bool)
    has_trial[visits, positions] = True
    order = np.cumsum(has_trial, axis=1, dtype=np.int32)[visits, positions] - 1
    return pd.Series(order, index=rows.index)


def name_block(row: Row, width: int) -> Row:
    """The row of the block with this number, with its trials in words; `width` trials make a block."""
    first = int(row.values["block"] or 0) * width
    return Row({**row.values, "title": write_ends(first + 1, first + width, Kind.COUNT)}, row.is_small)
