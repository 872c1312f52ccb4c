"""What humans and machines were taken for."""

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Table
from analysis.reports.rates import ORIGIN_NAMES, measure_rates, rename

COLUMNS = (
    Column("origin_name", "Truly"),
    Column("judged_human", "Judged human", Kind.COUNT),
    Column("judged_ai", "Judged machine", Kind.COUNT),
    Column("rate", "Share judged human", Kind.SHARE, "low", "high"),
    Column("rate_ai", "Share judged machine", Kind.SHARE),
    Column("", "Wilson interval of judged human", Kind.SHARE, "wilson_low", "wilson_high"),
)


class Confusion(Report):
    """The confusion matrix: rows are origins, columns verdicts; rows sum to 100%."""

    slug, title = "confusion", "Confusion matrix"

    def tables(self, observations: Observations) -> list[Table]:
        """One table with a row for each origin."""
        rows = [rename(row, "origin", ORIGIN_NAMES) for row in reversed(measure_rates(observations.rows, ["origin"]))]
        return [Table(self.slug, self.title, COLUMNS, rows, "Rows sum to 100%.")]
