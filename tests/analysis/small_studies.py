"""Studies small enough to count by hand, and the rows of their reports."""

from typing import Any

from agents.models import Origin, Response
from analysis.observations import read_observations
from analysis.reports import REPORTS
from judging.models import Study
from tests.builders import (
    make_agent,
    make_judgement,
    make_response,
    make_visit,
)

US_JUDGE = {"birth_year": "1980", "gender": "female", "education": "master", "country": "US", "native_english": "yes"}


def read_rows(study: Study, report: str, number: int = 0) -> list[dict[str, Any]]:
    """The rows of a report's table."""
    rows: list[dict[str, Any]] = REPORTS[report].tables(read_observations(study))[number].to_json()["rows"]
    return rows


def fill_color_study(study: Study) -> None:
    """Two judges see 3 human and 2 machine responses each: humans are judged human in 4 of 6, machines in 1 of 4."""
    human, machine = make_agent(), make_agent("median-cut", origin=Origin.AI, title="Median cut")
    humans: list[Response] = [make_response(human) for _ in range(3)]
    machines: list[Response] = [make_response(machine) for _ in range(2)]
    for verdicts in (("human", "human", "ai", "human", "ai"), ("human", "ai", "human", "ai", "ai")):
        visit = make_visit(study, demographics=US_JUDGE)
        for response, verdict in zip((*humans, *machines), verdicts, strict=True):
            make_judgement(visit, response, verdict, control_right=True)
