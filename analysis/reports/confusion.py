"""What humans and machines were taken for."""

from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Table
from analysis.reports.rates import ORIGIN_NAMES, measure_rates, rename

COLUMNS = (
    Column("origin_name", gettext_noop("Truly")),
    Column("judged_human", gettext_noop("Judged human"), Kind.COUNT),
    Column("judged_ai", gettext_noop("Judged machine"), Kind.COUNT),
    Column("rate", gettext_noop("Share judged human"), Kind.SHARE, "low", "high"),
    Column("rate_ai", gettext_noop("Share judged machine"), Kind.SHARE),
    Column("", gettext_noop("Wilson interval of judged human"), Kind.SHARE, "wilson_low", "wilson_high"),
)


class Confusion(Report):
    """The confusion matrix: rows are origins, columns verdicts; rows sum to 100%."""

    slug, title = "confusion", gettext_noop("Confusion matrix")

    def tables(self, observations: Observations) -> list[Table]:
        """One table with a row for each origin."""
        rows = [rename(row, "origin", ORIGIN_NAMES) for row in reversed(measure_rates(observations.rows, ["origin"]))]
        return [Table(self.slug, self.title, COLUMNS, rows, gettext_noop("Rows sum to 100%."))]
