"""The figures of a benchmark and its tables: the ranking, the cues, the parity with humans by form."""

from pathlib import Path
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop

from agents.models import Origin
from agents.parity import measure_parity
from agents.parity_cues import ParityRow
from agents.parity_features import Parts
from analysis.ai_judges.base import AiJudge, CannotJudge
from analysis.embedders.cache import Progress
from analysis.evaluations.benchmarking import Submission, find_cues, join_submission
from analysis.evaluations.evaluating import Evaluation
from analysis.evaluations.items import ItemSet
from analysis.evaluations.places import Memory, Setting, Store
from analysis.evaluations.ranking import rank_agents
from analysis.features.items import Item, find_points, find_text
from analysis.reports.base import Column, Kind, Row, Table
from turingapp.words import list_words, say_later

SEED = 11  # of the bootstrap


def describe_benchmark(
    known: ItemSet,
    submission: Submission,
    *,
    judge: AiJudge,
    cache: Path,
    store: Store | None = None,
    tell: Progress | None = None,
) -> dict[str, Any]:
    """Everything about the new agent; raises CannotJudge where it cannot be judged."""
    joined = join_submission(known, submission)
    evaluation = Evaluation(joined, cache, (judge,), settings=(Setting.HELD_OUT,), store=store or Memory())
    for done, _ in enumerate(evaluation.run(), 1):
        if tell:
            tell(done, evaluation.size)
    found = evaluation.gather(judge, Setting.HELD_OUT)
    if found is None:
        raise CannotJudge(" ".join(evaluation.notes) or say_later("The agent cannot be judged with these stimuli."))
    notes = [*known.notes, *evaluation.notes]
    ranking = rank_agents(found, rng=np.random.default_rng(SEED))
    return {
        "agent": submission.agent,
        "task": known.task,
        "judge": judge.slug,
        "judge_title": judge.title,
        "used": len(submission.items),
        "missing": list(submission.missing),
        "unknown": list(submission.unknown),
        "malformed": [str(problem) for problem in submission.malformed],
        "ranking": ranking,
        "cues": find_cues(evaluation.material, submission.agent),
        "parity": describe_parity(known, submission),
        "notes": notes,
        "words": list_words(notes),
    }


def describe_parity(known: ItemSet, submission: Submission) -> list[dict[str, Any]]:
    """By what form alone the new agent could be told from the humans."""
    rows = [make_parity_row(item) for item in (*known.items, *submission.items)]
    chosen = [row for row in rows if row.origin == Origin.HUMAN or row.agent == submission.agent]
    return [
        {"cue": cue.sentence, "human": cue.human, "agent": cue.ai, "advantage": cue.advantage}
        for cue in measure_parity(chosen).telling
    ]


def make_parity_row(item: Item) -> ParityRow:
    """An item as the parity report takes it."""
    text = find_text(item)
    parts = Parts(texts=(text,) if text else (), points=find_points(item) or ())
    return ParityRow(item.origin, item.agent, item.agent, item.group, parts, parts)


def make_tables(found: dict[str, Any]) -> list[Table]:
    """For people."""
    return [make_ranking_table(found), make_cue_table(found), make_parity_table(found)]


def make_ranking_table(found: dict[str, Any]) -> Table:
    """All agents, each judged by a judge that never saw it."""
    columns = [
        Column("name", gettext_noop("Agent")),
        Column("rank", gettext_noop("Rank"), Kind.COUNT),
        Column("", gettext_noop("Rank, 95%"), Kind.COUNT, "rank_low", "rank_high"),
        Column("imitation", gettext_noop("Called human"), Kind.SHARE, "imitation_low", "imitation_high"),
        Column("ceiling", gettext_noop("Humans called human"), Kind.SHARE),
        Column("gap", gettext_noop("Gap"), Kind.DIFFERENCE, "gap_low", "gap_high"),
        Column("detectability", gettext_noop("Detectability"), Kind.SHARE),
        Column("auroc", "AUROC", Kind.NUMBER),
    ]
    rows = [
        Row(
            {
                **row,
                "rank_low": round(row["rank_low"]),
                "rank_high": round(row["rank_high"]),
                "name": name_agent(row, found),
            }
        )
        for row in found["ranking"]
    ]
    text = gettext_noop(
        "Judge: %(judge)s, trained each time without the agent, its stimuli and, where known, the people."
    )
    note = say_later(text, judge=say_later(found["judge_title"]))
    return Table("ranking", gettext_noop("Where it ranks"), columns, rows, note)


def name_agent(row: dict[str, Any], found: dict[str, Any]) -> str:
    """An agent's name; of the new one it says so."""
    return say_later("%(agent)s (new)", agent=row["agent"]) if row["agent"] == found["agent"] else str(row["agent"])


def make_cue_table(found: dict[str, Any]) -> Table:
    """The measures that tell it best."""
    columns = [
        Column("cue", gettext_noop("Measure")),
        Column("auroc", gettext_noop("AUROC alone"), Kind.NUMBER),
        Column("human", gettext_noop("Humans' mean"), Kind.NUMBER),
        Column("agent_mean", gettext_noop("Its mean"), Kind.NUMBER),
    ]
    note = gettext_noop("Above .5: humans have more of it; below: the agent.")
    return Table("cues", gettext_noop("What gives it away"), columns, [Row(cue) for cue in found["cues"]], note)


def make_parity_table(found: dict[str, Any]) -> Table:
    """Form alone."""
    columns = [
        Column("cue", gettext_noop("Form")),
        Column("human", gettext_noop("Humans"), Kind.COUNT),
        Column("agent", gettext_noop("The agent"), Kind.COUNT),
        Column("advantage", gettext_noop("Advantage"), Kind.SHARE),
    ]
    note = "" if found["parity"] else gettext_noop("Nothing of form alone tells it from the humans.")
    return Table(
        "parity", gettext_noop("Parity of form with the humans"), columns, [Row(cue) for cue in found["parity"]], note
    )
