"""Which fields say anything, by a study's kind and task, and what holds where a field says nothing."""

from collections.abc import Mapping
from typing import Any

from agents.tasks import TASKS
from judging.kind_rules import FIELDS, JUDGE, KIND_RULES
from judging.protocol import HUMAN_SHARE
from judging.screening_kinds import RULES
from turingapp.workplace.building.shape import drop_positions, find_field


def find_kind(document: Mapping[str, Any]) -> str:
    """The kind that a document says; the usual one where it says none that there is."""
    kind = document.get("kind", JUDGE)
    return kind if isinstance(kind, str) and kind in KIND_RULES else JUDGE


def has_meaning(name: str, kind: str, task: str) -> bool:
    """Whether a field says anything in a study of this kind and task."""
    owner = next((one for one in (name, name.partition(".")[0]) if one in FIELDS), "")
    if owner and owner not in KIND_RULES[kind].fields:
        return False
    if task not in TASKS.slugs:
        return True
    roles = len(TASKS[task].roles)
    if name.endswith("pool.views"):
        return roles > 1
    meant = {"human_share": roles == 1, "pairings": roles > 1, "control": TASKS[task].asks_control}
    return meant.get(name, True)


def find_usual(name: str, kind: str, task: str, beside: Mapping[str, Any]) -> Any:
    """What holds where a protocol is silent: the kind's, the task's, the screening rule's, else the protocol's default.

    `beside` is what else is said in the same row.
    """
    rule = KIND_RULES[kind]
    if name in rule.defaults:
        return rule.defaults[name]
    if task in TASKS.slugs and name in ("trials", "min_seconds"):
        plugin = TASKS[task]
        seconds = plugin.answer_seconds if rule.answers_alone else plugin.min_seconds
        return plugin.trials if name == "trials" else seconds
    if name == "human_share":
        return HUMAN_SHARE
    if drop_positions(name) in ("screening.least", "screening.most"):
        return next((kept.default for one, kept in RULES.items() if one == beside.get("rule")), None)
    info = find_field(name)
    return None if info.is_required() else info.get_default(call_default_factory=True)
