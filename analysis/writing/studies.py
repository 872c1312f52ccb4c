"""The report of one study, in the order of a section on results."""

from collections.abc import Sequence

from analysis.collections.scoring import score_rows
from analysis.figures.base import Drawing
from analysis.figures.evaluations import find_run, list_judges
from analysis.notices import list_notices
from analysis.observations import Observations
from analysis.reports.demographics import Demographics
from analysis.writing.base import Passage, WrittenReport
from analysis.writing.deviations import write_preregistration
from analysis.writing.findings import say_agents, say_findings, say_groups
from analysis.writing.methods import (
    find_settings_in_force,
    write_asked,
    write_exclusions,
    write_judges,
    write_limits,
    write_methods,
)

OF_FINDINGS = ("matrices",)
OF_AGENTS = ("agents", "lengths", "pairings", "ai-judge")
OF_GROUPS = ("judges", "facets")
OF_COURSE = ("learning", "reaction-times")


def write_study(observations: Observations, drawings: Sequence[Drawing]) -> WrittenReport:
    """The report of a study; `drawings` are its figures."""
    passages = [
        write_asked(observations),
        write_judges(observations),
        write_exclusions(observations),
        Passage("findings", "Findings", say_findings(observations.rows), drawings=choose(drawings, OF_FINDINGS)),
        write_agents(observations, drawings),
        write_groups(observations, drawings),
        Passage("course", "The course of a visit", drawings=choose(drawings, OF_COURSE)),
        write_methods(observations),
        write_preregistration(observations),
        write_limits(observations),
    ]
    told = [one for one in passages if one.sentences or one.points or one.drawings or one.tables]
    return WrittenReport(observations.study.title, list_notices(observations), told)


def write_agents(observations: Observations, drawings: Sequence[Drawing]) -> Passage:
    """Each AI agent beside the human ceiling, and AI judges beside people."""
    rows, settings = observations.rows, find_settings_in_force(observations)
    baselines = frozenset({settings.weak_baseline} - {""})
    scores = score_rows(rows.assign(study=observations.study.slug), baselines=baselines, margin=observations.margin)
    ceiling, *verdicts = say_agents(scores) or [""]
    sentences = [ceiling] if ceiling else []
    sentences += say_ai_judges(observations)
    return Passage("agents", "AI agents", sentences, points=verdicts, drawings=choose(drawings, OF_AGENTS))


def say_ai_judges(observations: Observations) -> list[str]:
    """How well AI judges of the same responses told humans from machines."""
    run = find_run(observations.study)
    found = []
    for judge in list_judges(run) if run else []:
        figures = judge["settings"]["ordinary"]
        accuracy, low, high = (figures[name] for name in ("balanced_accuracy", "low", "high"))
        if accuracy is not None and low is not None and high is not None:
            told = f"{accuracy:.1%} (95% interval {low:.1%} to {high:.1%}, by bootstrap over stimuli)"
            found.append(
                f"On stimuli it had not learned from, the AI judge “{judge['title']}” had a detectability of {told}."
            )
    return found


def write_groups(observations: Observations, drawings: Sequence[Drawing]) -> Passage:
    """Groups of judges, and facets of the stimuli."""
    tables = Demographics().tables(observations) if len(observations.rows) else []
    compared = next((table for table in tables if table.slug == "judges-compared"), None)
    sentences = say_groups(compared)
    chosen = choose(drawings, OF_GROUPS)
    return Passage(
        "groups", "Groups of judges and stimuli", sentences, drawings=chosen, tables=[compared] if compared else []
    )


def choose(drawings: Sequence[Drawing], slugs: Sequence[str]) -> list[Drawing]:
    """The figures of these names that can be drawn."""
    return [drawing for drawing in drawings if drawing.slug in slugs and not drawing.missing]
