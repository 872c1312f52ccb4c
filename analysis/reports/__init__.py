"""Reports: one file per table or figure, named by what it shows; the list in the order of the results page."""

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.observations import Observations
from analysis.reports.agents import Agents
from analysis.reports.agreement import Agreement
from analysis.reports.base import Report, Table
from analysis.reports.confidence import Confidence
from analysis.reports.confusion import Confusion
from analysis.reports.demographics import Demographics
from analysis.reports.facets import Facets
from analysis.reports.feedback import Feedback
from analysis.reports.gender_guess import GenderGuess
from analysis.reports.learning import Learning
from analysis.reports.lengths import Lengths
from analysis.reports.monitoring import Monitoring
from analysis.reports.pairings import Pairings
from analysis.reports.rates import HOW_TO_READ
from analysis.reports.reaction_times import ReactionTimes
from analysis.reports.screening_flow import ScreeningFlow
from analysis.reports.signs import Signs, say_signs
from analysis.reports.summary import Summary
from judging.models import Study
from turingapp.plugins import Registry

REPORTS: Registry[Report] = Registry(
    "report",
    [
        Summary(),
        Confusion(),
        Agents(),
        Pairings(),
        Lengths(),
        Facets(),
        GenderGuess(),
        Demographics(),
        Confidence(),
        ReactionTimes(),
        Learning(),
        Agreement(),
        Monitoring(),
        Feedback(),
        Signs(),
        ScreeningFlow(),
    ],
)


def make_tables(observations: Observations) -> dict[str, list[Table]]:
    """All tables of a study by report; pages, command and API show these."""
    return {report.slug: report.tables(observations) for report in REPORTS}


def describe_results(observations: Observations) -> dict[str, Any]:
    """All numbers of a study as plain values, for JSON."""
    return describe_tables(
        observations.study,
        make_tables(observations),
        is_screened=observations.is_screened,
        version=observations.version,
        versions=list(observations.versions),
        signs=say_signs(observations),
        judgements=len(observations.rows),
    )


def describe_tables(study: Study, tables: Mapping[str, Sequence[Table]], **facts: Any) -> dict[str, Any]:
    """The tables of a study, by report, and what was counted for them, as plain values."""
    return {
        "study": study.slug,
        "title": study.title,
        "task": study.task,
        "label": study.label,
        "is_simulated": study.is_simulated,
        **facts,
        "how_to_read": list(HOW_TO_READ),
        "reports": {slug: [table.to_json() for table in shown] for slug, shown in tables.items()},
    }
