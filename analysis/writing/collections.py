"""The report of a collection: each task beside its human ceiling, then what may be said across tasks."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext_noop

from analysis.collections.base import CollectionObservations, Comparison
from analysis.figures import FIGURES
from analysis.figures.agents import tabulate_agents
from analysis.figures.base import Drawing
from analysis.figures.matrices import tabulate_tasks
from analysis.notices import list_notices
from analysis.reports.base import Table
from analysis.writing.base import Passage, WrittenReport
from analysis.writing.findings import say_agents, say_findings
from analysis.writing.methods import OF_INTERVALS, OF_VERDICTS, SOFTWARE_USED, list_software
from turingapp.words import count_later, join_words, ngettext_noop, say_later

LIMIT = say_later(
    "Tasks differ in what is shown, in their judges and in their agents; numbers of different tasks are no ranking "
    "of tasks, and an agent that is judged human in one has been shown nothing of the others."
)
EMPTY = say_later("No study belongs to this collection yet.")
ASKED = ngettext_noop(
    "%(number)s study: %(studies)s; %(judgements)s.", "%(number)s studies: %(studies)s; %(judgements)s."
)
COUNTED = ngettext_noop("%(number)s judgement counts", "%(number)s judgements count")


def write_collection(found: CollectionObservations, tables: Mapping[str, list[Table]]) -> WrittenReport:
    """The report of a collection, with its tables by report."""
    members = [member for task in found.tasks for member in task.members]
    notices = dict.fromkeys(notice for member in members for notice in list_notices(member.observations))
    studies = join_words([member.observations.study.title for member in members])
    counted = sum(len(task.rows) for task in found.tasks)
    judgements = count_later(COUNTED, counted)
    asked = count_later(ASKED, len(members), studies=studies, judgements=judgements)
    passages = [
        Passage(
            "asked",
            gettext_noop("What was asked"),
            [asked if members else EMPTY],
            tables=tables["overview"] if members else [],
        ),
        *([write_matrices(found)] if counted else []),
        *(write_task(task) for task in found.tasks),
        Passage("across", gettext_noop("Across tasks"), tables=[table for table in tables["across"] if table.rows]),
        Passage(
            "methods",
            gettext_noop("Methods"),
            [OF_INTERVALS, OF_VERDICTS, say_later(SOFTWARE_USED, software=list_software())],
        ),
        Passage("limits", gettext_noop("Limits"), points=[LIMIT]),
    ]
    told = [one for one in passages if one.sentences or one.points or one.drawings or one.tables]
    return WrittenReport(found.collection.title, list(notices), told)


def write_task(task: Comparison) -> Passage:
    """One task: its findings, its agents, and their forest."""
    drawing = Drawing(FIGURES["agents"], replace(tabulate_agents(task.rows), slug=f"agents-{task.slug}"))
    told = say_agents(task.scores)
    sentences = [*say_findings(task.rows), *told[:1]]
    return Passage(task.slug, task.title, sentences, told[1:], [] if drawing.missing else [drawing])


def write_matrices(found: CollectionObservations) -> Passage:
    """The matrices of every task: people, and the AI judge where one has judged."""
    drawing = Drawing(FIGURES["matrices"], tabulate_tasks(found))
    return Passage("matrices", gettext_noop("People beside AI judges"), drawings=[] if drawing.missing else [drawing])
