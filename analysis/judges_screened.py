"""What the screening makes of single visits: how many of its judgements count, and the rule that took the last of them.

Each rule looks at rows of one judge alone (`judging/screening_kinds.py`) or at the pool, so some judges are screened
without reading the others, and come out as in the report.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.observations import describe_rows, find_coinciding, screen_by_version
from analysis.packages.screening import READ
from analysis.rows import select_judgements
from analysis.visits import read_visits
from judging.models import Study
from judging.screening_rules import Rule


@dataclass(frozen=True, slots=True)
class ScreenedVisit:
    """Of one visit: its judgements on main trials, and how many of them count."""

    judgements: int
    counted: int
    left_out_by: Rule | None  # the rule after which none was left; None where some count

    @property
    def counts(self) -> bool:
        """Whether anything of it counts."""
        return self.counted > 0


def screen_judges(study: Study, judges: Collection[int]) -> dict[int, ScreenedVisit]:
    """The main visits of these judges that have judgements on main trials, by number, screened as the report does."""
    protocols = list(study.protocols.order_by("version"))
    found = select_judgements(study).filter(trial__assignment__judge__in=judges).values_list(*READ)
    read = pd.DataFrame.from_records(list(found), columns=list(READ))
    if read.empty:
        return {}
    rows = describe_rows(read, read_visits(study, judges), find_coinciding(protocols))
    rows["left_out_by"] = screen_by_version(rows, protocols).left_out_by
    rules = {protocol.version: protocol.settings.screening for protocol in protocols}
    return {int(own["assignment"].iloc[0]): sum_up(own, rules) for _, own in rows.groupby("assignment")}


def sum_up(rows: pd.DataFrame, rules: dict[int, list[Rule]]) -> ScreenedVisit:
    """One visit, from its rows; `rules` are those of each version of the protocol."""
    steps = rows["left_out_by"].to_numpy(np.int16)
    counted = int((steps == 0).sum())
    of_version = rules[int(rows["protocol_version"].iloc[0])]
    return ScreenedVisit(len(steps), counted, None if counted else of_version[int(steps.max()) - 1])
