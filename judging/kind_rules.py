"""Kinds of studies: what people give in one, and which settings have a meaning there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

JUDGE = "judge"
RESPOND = "respond"
CONVERSE = "converse"
IDENTIFY = "identify"


@dataclass(frozen=True, slots=True)
class KindRule:
    """What a protocol of one kind of study may say; `fields` are those that not every kind has."""

    gives: str  # what people give, in one word
    did: str  # what they did with each trial
    fields: frozenset[str]
    defaults: Mapping[str, Any] = field(default_factory=dict)  # where they are not the protocol's own
    judges_responses: bool = False  # so that there are results and a report; what else people give is looked at
    answers_alone: bool = False  # each person answers stimuli of a task that can be answered so
    chats: bool = False  # people talk, live
    chooses: bool = False  # judges say which of two witnesses is human
    always_has_machine: bool = False  # where they talk, an AI agent is always there, and never in a person's stead


KIND_RULES = {
    JUDGE: KindRule(
        gives="judgement",
        did="judged",
        fields=frozenset(
            {
                "human_share",
                "pairings",
                "judgements_per_response",
                "control",
                "practice",
                "feedback_trials",
                "catch",
                "questions",
                "screening",
                "weak_baseline",
                "normalizations",
                "pool.agents",
                "pool.without_agents",
                "pool.views",
            }
        ),
        judges_responses=True,
    ),
    RESPOND: KindRule(
        gives="answer",
        did="answered",
        fields=frozenset({"answers_per_stimulus", "answers_pool"}),
        defaults={"control": False},
        answers_alone=True,
    ),
    CONVERSE: KindRule(
        gives="conversation",
        did="talked in",
        fields=frozenset({"pairings", "chat", "answers_pool"}),
        defaults={"control": False, "trials": 1, "min_seconds": 0},
        chats=True,
    ),
    IDENTIFY: KindRule(
        gives="choice",
        did="took part in",
        fields=frozenset({"chat"}),
        defaults={"control": False, "trials": 1, "min_seconds": 0},
        chats=True,
        chooses=True,
        always_has_machine=True,
    ),
}
FIELDS = frozenset[str]().union(*(rule.fields for rule in KIND_RULES.values()))


def find_misplaced(kind: str, given: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    """The first setting that says something and has no meaning in a study of this kind; "" for none."""
    rule = KIND_RULES[kind]
    expected = {**usual, **rule.defaults}
    return next((name for name in sorted(FIELDS - rule.fields) if given[name] != expected[name]), "")


def list_foreign(kind: str) -> dict[str, Any]:
    """The settings that have no meaning in a study of this kind, as what a dump of them leaves out."""
    foreign: dict[str, Any] = {}
    for name in FIELDS - KIND_RULES[kind].fields:
        owner, _, field = name.rpartition(".")
        if owner:
            foreign.setdefault(owner, {})[field] = True
        else:
            foreign[name] = True
    return foreign
