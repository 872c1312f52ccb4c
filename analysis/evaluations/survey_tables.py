"""What came of a survey of AI agents, as a table and as a Markdown page."""

from collections.abc import Sequence
from datetime import datetime

from analysis.evaluations.markdown import describe_table, name_versions
from analysis.evaluations.surveying import Survey
from analysis.reports.base import Column, Kind, Row, Table

COLUMNS = [
    Column("agent", "Agent"),
    Column("asked", "Stimuli", Kind.COUNT),
    Column("answered", "Answered", Kind.COUNT),
    Column("failures", "No answer, by kind"),
    Column("imitation", "Judged human", Kind.SHARE, low="low", high="high"),
    Column("humans", "People judged human", Kind.SHARE),
    Column("example", "One answer"),
]
NOTE = (
    "Judged human: the share of an agent's answers (in conversations: of its turns) that the default AI judge takes "
    "for a human's, with Wilson's interval, which takes them as independent. The judge has learned from answers to "
    "other stimuli by people and by all other systems, published and run here, and from none of the system itself. "
    "It knows no answers of this system's kind, so a high share is no proof: odd ones may pass where no other was odd."
)
WRITTEN_BY = (
    "Written by `manage.py run_agents --data DIR --table FILE`: every AI agent that works offline and lacks nothing on "
    "the machine, over the stimuli of a folder; see [ai_agents.md](ai_agents.md). The answers are computed here; none "
    "is a published one."
)


def make_table(task: str, surveys: Sequence[Survey]) -> Table:
    """A row for each agent, those first that the judge takes for human most often."""
    order = sorted(surveys, key=lambda one: (-(one.imitation or 0), one.agent.slug))
    learned = next((one.judged_by for one in surveys if one.judged_by), "")
    title = f"{task.capitalize()}, judged by what {learned} teaches" if learned else f"{task.capitalize()}, not judged"
    return Table(f"survey-{task}", title, COLUMNS, [make_row(one) for one in order], NOTE if learned else "")


def make_row(survey: Survey) -> Row:
    """One agent's numbers."""
    failed = [f"{kind.label}: {count}" for kind, count in sorted(survey.failures.items())]
    low, high = survey.interval or (None, None)
    return Row(
        {
            "agent": survey.agent.slug,
            "asked": survey.asked,
            "answered": survey.asked - sum(survey.failures.values()),
            "failures": ", ".join(failed) or "none",
            "imitation": survey.imitation,
            "low": low,
            "high": high,
            "humans": survey.humans,
            "example": survey.example,
        }
    )


def write_survey(tables: Sequence[Table], notes: Sequence[str], *, at: datetime) -> str:
    """The page, with what is needed to make it again."""
    parts = ["# Offline AI agents, run and judged", WRITTEN_BY, f"Made on {at:%Y-%m-%d} with {name_versions()}."]
    parts += [line for table in tables for line in describe_table(table)]
    return (
        "\n\n".join([*parts, *([f"## Notes\n\n{chr(10).join(f'- {note}' for note in notes)}"] if notes else [])]) + "\n"
    )
