"""The report of one study, in the order of a section on results."""

from collections.abc import Sequence

from django.utils.translation import gettext_noop

from analysis.collections.scoring import score_rows
from analysis.figures.base import Drawing
from analysis.figures.evaluations import find_run, list_judges
from analysis.notices import list_notices
from analysis.observations import Observations
from analysis.reports.base import Kind, write_ends
from analysis.reports.demographics import Demographics
from analysis.writing.base import WITH_INTERVAL, Passage, WrittenReport
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
from turingapp.words import Words, say_later

AI_JUDGE = gettext_noop(
    "On stimuli it had not learned from, the AI judge “%(judge)s” had a detectability of %(share)s."
)
BY_BOOTSTRAP = gettext_noop("%(ends)s, by bootstrap over stimuli")
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
        Passage(
            "findings",
            gettext_noop("Findings"),
            say_findings(observations.rows),
            drawings=choose(drawings, OF_FINDINGS),
        ),
        write_agents(observations, drawings),
        write_groups(observations, drawings),
        Passage("course", gettext_noop("The course of a visit"), drawings=choose(drawings, OF_COURSE)),
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
    told = say_agents(scores)
    sentences = [*told[:1], *say_ai_judges(observations)]
    chosen = choose(drawings, OF_AGENTS)
    return Passage("agents", gettext_noop("AI agents"), sentences, points=told[1:], drawings=chosen)


def say_ai_judges(observations: Observations) -> list[Words]:
    """How well AI judges of the same responses told humans from machines."""
    run = find_run(observations.study)
    found = []
    for judge in list_judges(run) if run else []:
        figures = judge["settings"]["ordinary"]
        accuracy, low, high = (figures[name] for name in ("balanced_accuracy", "low", "high"))
        if accuracy is not None and low is not None and high is not None:
            ends = say_later(BY_BOOTSTRAP, ends=write_ends(low, high, Kind.SHARE))
            share = say_later(WITH_INTERVAL, value=f"{accuracy:.1%}", ends=ends)
            found.append(say_later(AI_JUDGE, judge=say_later(judge["title"]), share=share))
    return found


def write_groups(observations: Observations, drawings: Sequence[Drawing]) -> Passage:
    """Groups of judges, and facets of the stimuli."""
    tables = Demographics().tables(observations) if len(observations.rows) else []
    compared = next((table for table in tables if table.slug == "judges-compared"), None)
    sentences = say_groups(compared)
    chosen = choose(drawings, OF_GROUPS)
    title = gettext_noop("Groups of judges and stimuli")
    return Passage("groups", title, sentences, drawings=chosen, tables=[compared] if compared else [])


def choose(drawings: Sequence[Drawing], slugs: Sequence[str]) -> list[Drawing]:
    """The figures of these names that can be drawn."""
    return [drawing for drawing in drawings if drawing.slug in slugs and not drawing.missing]
