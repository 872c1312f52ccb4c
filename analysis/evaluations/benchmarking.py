"""The benchmark of a new agent: is its file complete, what gives it away, and where it ranks among the known agents."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
from django.utils.translation import gettext

from agents.formats.base import Author, ResponseRow
from agents.formats.paper import Answer, make_row
from agents.loading import load_responses
from agents.models import Origin, Provenance
from agents.tasks import TASKS
from agents.tasks.payloads import describe_value
from analysis.ai_judges.base import CannotJudge
from analysis.evaluations.items import ItemSet, Maker, make_items
from analysis.evaluations.scores import Predictions, find_auroc
from analysis.features.items import Item
from analysis.features.material import Material
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

MOST_CUES = 8
MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class Submission:
    """A file's answers: those that can be used, and what is wrong with the rest."""

    agent: str
    rows: tuple[ResponseRow, ...]
    items: tuple[Item, ...]
    missing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    malformed: tuple[Problem, ...] = ()
    notes: list[str] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Whether every stimulus has a good answer and nothing else is in the file."""
        return not (self.missing or self.unknown or self.malformed)


def check_answers(answers: Mapping[str, Any], *, agent: str, known: ItemSet) -> Submission:
    """The answers `{stimulus: response}`, as the original benchmark takes them, checked against `known`."""
    task, groups = TASKS[known.task], {group.rpartition("/")[2] or group: group for group in list_groups(known)}
    rows: list[ResponseRow] = []
    items: list[Item] = []
    malformed: list[Problem] = []
    for stimulus, given in answers.items():
        if stimulus not in groups:
            continue
        try:
            row = read_answer(stimulus, given, agent=agent, task=known.task)
            shown = task.check_stimulus(row.stimulus.payload)
            payload = task.check_response(row.payload)
        except InvalidPayload as error:
            malformed.extend(Problem(one.field, one.value, one.rule, stimulus) for one in error.problems)
            continue
        rows.append(row)
        makers = {"agent": Maker(Origin.AI, agent, "")}
        items.extend(make_items(task, shown, payload, key=f"{stimulus}/{agent}", group=groups[stimulus], makers=makers))
    return Submission(
        agent=agent,
        rows=tuple(rows),
        items=tuple(items),
        missing=tuple(sorted(set(groups) - set(answers))),
        unknown=tuple(sorted(set(answers) - set(groups))),
        malformed=tuple(malformed),
    )


def list_groups(known: ItemSet) -> list[str]:
    """The stimuli that humans have answered."""
    return sorted({item.group for item in known.items if item.is_human})


def read_answers(content: bytes, *, name: str) -> dict[str, Any]:
    """The JSON object of a file's content; raises InvalidPayload."""
    try:
        found = json.loads(content.decode("utf-8-sig"))
    except ValueError as error:
        raise InvalidPayload([Problem("the file", repr(name), f"it should be JSON ({error})")]) from None
    if not isinstance(found, dict):
        raise InvalidPayload([Problem("the file", repr(name), "it should be an object {stimulus: response}")])
    return found


def read_answer(stimulus: str, given: Any, *, agent: str, task: str) -> ResponseRow:
    """One answer in the original's form; raises InvalidPayload."""
    row = make_row(Answer(stimulus, stimulus, given, "machine", "", agent, 0), task)
    if not isinstance(row, ResponseRow):
        raise InvalidPayload([Problem("response", describe_value(given), row.reason, stimulus)])
    author = Author("agent", Origin.AI, agent, agent, details={"benchmark": True})
    return ResponseRow(row.where, row.stimulus, (author,), row.payload)


def queue_for_people(submission: Submission, *, task: str, pool: str, at: datetime) -> str:
    """Bring the answers into the pool, where studies for human judges draw from; a sentence says what was done."""
    result = load_responses(submission.rows, task=TASKS[task], pool=pool, provenance=Provenance.LOADED, at=at)
    return gettext(
        "%(loaded)s answers loaded into %(pool)s, %(known)s known; a study opened or changed from now on can draw them."
    ) % {"loaded": f"{result.loaded:,}", "pool": f"{task}/{pool}", "known": f"{result.unchanged:,}"}


def join_submission(known: ItemSet, submission: Submission) -> ItemSet:
    """The known items with those of the new agent beside them; raises CannotJudge where its name is taken."""
    if submission.agent in {item.agent for item in known.items}:
        raise CannotJudge(
            say_later(
                "An agent called %(agent)s has answered already; give this one another name.",
                agent=repr(submission.agent),
            )
        )
    if not submission.items:
        raise CannotJudge(
            say_later("No answer of the file can be used; the list of missing and malformed ones says why.")
        )
    return ItemSet(known.name, known.task, (*known.items, *submission.items), known.unit, known.notes)


def find_cues(material: Material, agent: str) -> list[dict[str, Any]]:
    """The measures that tell the agent from humans best, each alone: its AUROC and both means."""
    machine = np.array([item.agent == agent for item in material.items])
    human = material.y == 1
    cues: list[dict[str, Any]] = []
    for name, values in zip(material.measure_names, material.measures.T, strict=True):
        both = Predictions(
            values[machine | human],
            human[machine | human].astype(np.int64),
            np.full(int((machine | human).sum()), agent, dtype=object),
            np.zeros(int((machine | human).sum()), dtype=np.int64),
            np.zeros(int((machine | human).sum()), dtype=np.int64),
        )
        area = find_auroc(both)
        if area is not None:
            means = {"human": float(values[human].mean()), "agent_mean": float(values[machine].mean())}
            cues.append({"cue": name, "auroc": area, "strength": abs(area - 0.5), **means})
    return sorted(cues, key=lambda cue: -cue["strength"])[:MOST_CUES]


def list_some(names: Sequence[object]) -> str:
    """The first of many names, and how many more there are."""
    shown = ", ".join(str(name) for name in names[:MOST_LISTED])
    more = len(names) - MOST_LISTED
    return f"{shown} and {more:,} more" if more > 0 else shown
