"""The report of a collection: each task beside its human ceiling, then what may be said across tasks."""

from collections.abc import Mapping
from dataclasses import replace

from analysis.collections.base import CollectionObservations, Comparison
from analysis.figures import FIGURES
from analysis.figures.agents import tabulate_agents
from analysis.figures.base import Drawing
from analysis.figures.matrices import tabulate_tasks
from analysis.notices import list_notices
from analysis.reports.base import Table
from analysis.wording import join_words, say_count
from analysis.writing.base import Passage, WrittenReport
from analysis.writing.findings import say_agents, say_findings
from analysis.writing.methods import OF_INTERVALS, OF_VERDICTS, list_software

LIMIT = (
    "Tasks differ in what is shown, in their judges and in their agents; numbers of different tasks are no ranking of "
    "tasks, and an agent that is judged human in one has been shown nothing of the others."
)


def write_collection(found: CollectionObservations, tables: Mapping[str, list[Table]]) -> WrittenReport:
    """The report of a collection, with its tables by report."""
    members = [member for task in found.tasks for member in task.members]
    notices = dict.fromkeys(notice for member in members for notice in list_notices(member.observations))
    studies = join_words([member.observations.study.title for member in members])
    counted = sum(len(task.rows) for task in found.tasks)
    asked = f"{say_count(len(members), 'study', 'studies')}: {studies}; {say_count(counted, 'judgement')} count."
    passages = [
        Passage(
            "asked",
            "What was asked",
            [asked if members else "No study belongs to this collection yet."],
            tables=tables["overview"] if members else [],
        ),
        *([write_matrices(found)] if counted else []),
        *(write_task(task) for task in found.tasks),
        Passage("across", "Across tasks", tables=[table for table in tables["across"] if table.rows]),
        Passage("methods", "Methods", [OF_INTERVALS, OF_VERDICTS, f"Computed by {list_software()}."]),
        Passage("limits", "Limits", points=[LIMIT]),
    ]
    told = [one for one in passages if one.sentences or one.points or one.drawings or one.tables]
    return WrittenReport(found.collection.title, list(notices), told)


def write_task(task: Comparison) -> Passage:
    """One task: its findings, its agents, and their forest."""
    drawing = Drawing(FIGURES["agents"], replace(tabulate_agents(task.rows), slug=f"agents-{task.slug}"))
    ceiling, *verdicts = say_agents(task.scores) or [""]
    sentences = [*say_findings(task.rows), *([ceiling] if ceiling else [])]
    return Passage(task.slug, task.title, sentences, verdicts, [] if drawing.missing else [drawing])


def write_matrices(found: CollectionObservations) -> Passage:
    """The matrices of every task: people, and the AI judge where one has judged."""
    drawing = Drawing(FIGURES["matrices"], tabulate_tasks(found))
    return Passage("matrices", "People beside AI judges", drawings=[] if drawing.missing else [drawing])
