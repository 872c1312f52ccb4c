"""Which judgements count, and which rule leaves each of the others out, read in little memory."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.observations import count_visit_seconds, describe_rows, find_coinciding, screen_by_version
from analysis.packages.chunking import CHUNK_ROWS, Tell, take_chunks
from analysis.rows import select_judgements
from analysis.visits import COUNTED, read_visits
from judging.models import Study
from judging.screening import ROW_COLUMNS, Screened

READ = (
    *("id", "trial", "verdict", "judge", "assignment", "state", "protocol_version", "rt_ms", "control_right"),
    *("stimulus", "answered_at", "demographics", "answers", "ai_tool"),
)
KEPT = ("id", "assignment", "protocol_version", "answered_at", *ROW_COLUMNS)
FEW = ("verdict", "native_english", "native_language", "ai_tool")  # columns of few different texts


@dataclass(frozen=True, slots=True, eq=False)
class ScreenedStudy:
    """The numbers of a study's judgements on main trials, in order, and what became of each."""

    judgements: NDArray[np.int64]
    screened: Screened

    def find_steps(self, judgements: Iterable[int]) -> NDArray[np.int16]:
        """The step that first leaves each of these judgements out; 0 where it counts."""
        places = np.searchsorted(self.judgements, np.fromiter(judgements, dtype=np.int64))
        return self.screened.left_out_by[places]


def screen_study(study: Study, tell: Tell) -> ScreenedStudy:
    """Screen all judgements of a study as its report does; only what the rules look at is kept of each."""
    protocols = list(study.protocols.order_by("version"))
    visits, coinciding = read_visits(study), find_coinciding(protocols)
    found = select_judgements(study).values_list(*READ).iterator(CHUNK_ROWS)
    parts = []
    for batch in take_chunks(found):
        parts.append(shrink(describe_rows(pd.DataFrame.from_records(batch, columns=list(READ)), visits, coinciding)))
        tell(len(batch))
    if not parts:
        empty = pd.DataFrame.from_records([], columns=list(READ))
        parts.append(shrink(describe_rows(empty, visits, coinciding)))
    rows = pd.concat(parts, ignore_index=True)
    parts.clear()
    for name in FEW:
        rows[name] = rows[name].astype("category")
    rows["visit_seconds"] = count_visit_seconds(rows, visits)  # a visit's last answer may be in another part
    return ScreenedStudy(rows["id"].to_numpy(np.int64), screen_by_version(rows, protocols))


def shrink(rows: pd.DataFrame) -> pd.DataFrame:
    """The columns that screening needs, counts in four bytes."""
    kept: pd.DataFrame = rows[list(KEPT)].copy()
    kept["answered_at"] = pd.to_datetime(kept["answered_at"], utc=True)
    return kept.astype(dict.fromkeys((*COUNTED, "pastes", "protocol_version"), np.int32))
