"""Who and what was left after each step of the screening."""

from dataclasses import asdict

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table

COLUMNS = (
    Column("sentence", "Kept"),
    Column("judges", "Judges", Kind.COUNT),
    Column("trials", "Trials", Kind.COUNT),
    Column("judgements", "Judgements", Kind.COUNT),
    Column("left_out", "Judgements left out", Kind.COUNT),
)
VISIT_COLUMNS = (Column("title", "Visits"), Column("visits", "Number", Kind.COUNT))
VISITS = {
    "arrived": "Began",
    "declined": "Declined to take part",
    "open": "Not finished, or still going on",
    "finished": "Finished",
}
NOTE = "The rules were fixed when the study opened; none looks at whether a verdict was right."


class ScreeningFlow(Report):
    """The flow from visits to the judgements that count."""

    slug, title = "screening", "Screening"

    def tables(self, observations: Observations) -> list[Table]:
        """The visits by how they ended, then the steps of the screening."""
        visits = asdict(observations.visits)
        ended = [Row({"state": state, "title": title, "visits": visits[state]}) for state, title in VISITS.items()]
        before = [observations.flow[0].judgements, *(step.judgements for step in observations.flow)]
        steps = [
            Row({**asdict(step), "left_out": earlier - step.judgements})
            for step, earlier in zip(observations.flow, before, strict=False)
        ]
        return [
            Table("visits", "Visits", VISIT_COLUMNS, ended),
            Table(self.slug, "Steps of the screening", COLUMNS, steps, NOTE),
        ]
