"""The VerbAgg data that R's lme4 ships, as arrays, for numbers that R computed."""

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from analysis.stats.clusters import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class VerbalAggression:
    """Said yes or not ~ 1 + Anger + Gender M + btype scold, shout + situ self; 316 people answered 24 questions."""

    y: Ints
    design: Floats
    person: Ints
    question: Ints


def read_verbal_aggression(shared: Path) -> VerbalAggression:
    """Read the table from the folder of reference data, or skip the test where it is not there."""
    path = shared / "reference" / "VerbAgg.csv"
    if not path.is_file():
        pytest.skip("the reference table VerbAgg.csv is not here")
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    columns = [
        [
            1.0,
            float(row["Anger"]),
            row["Gender"] == "M",
            row["btype"] == "scold",
            row["btype"] == "shout",
            row["situ"] == "self",
        ]
        for row in rows
    ]
    person = np.unique([row["id"] for row in rows], return_inverse=True)[1]
    question = np.unique([row["item"] for row in rows], return_inverse=True)[1]
    y = np.array([row["r2"] == "Y" for row in rows], dtype=np.int64)
    return VerbalAggression(y, np.array(columns, dtype=np.float64), person, question)
