"""A trial on a dialogue: both speakers judged in one code, such as HAI, and the truth in another, or elsewhere."""

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from agents.formats.base import Author, LeftOut, StimulusRow
from agents.models import Origin
from agents.tasks.payloads import describe_value
from analysis.loading.formats.base import JudgementItem, JudgementRow, Label, Options
from analysis.loading.formats.codings import make_ai, read_gender
from analysis.loading.formats.numbers import read_number
from judging.models import TrialKind
from turingapp.errors import InvalidPayload, Problem

ROLES = ("A", "B")
PAIRING = re.compile(r"(H|AI?)(H|AI?)", re.IGNORECASE)
# The folders of the study's pages; those of a human with an AI do not tell who of the two is which.
FOLDERS = {"human_human": "HH", "aiai": "AIAI", "ai_ai": "AIAI"}
YES = (True, "true", "True")
DUMMY = "a first trial without a dialogue"
HUMANS, UNNAMED = "Humans (original study)", "AI agents that the file does not name"
LINE = re.compile(r"\s*(?:conv)?(\d+)[\s,;:]+(\S+)(?:[\s,;]+(\S.*?))?\s*")


def read_dialogue(trial: Mapping[str, Any], common: Mapping[str, Any], options: Options) -> JudgementItem:
    """One trial on both speakers; raises InvalidPayload, also where nothing tells who they were."""
    where = str(common["where"])
    number, turns = read_number(trial, "hit", where), read_number(trial, "hit_len", where)
    if not number and not turns and trial.get("Aclass") in (0, "0", ""):
        return LeftOut(where, DUMMY)
    if number is None or not turns:
        field = "hit" if number is None else "hit_len"
        raise InvalidPayload([Problem(field, repr(trial.get(field))[:60], "it should be a whole number", where)])
    verdicts = read_pairing(trial.get("Aclass"), field="Aclass", where=where)
    label = options.labels.get(str(number)) or find_label(trial, where)
    return JudgementRow(
        stimulus=StimulusRow(where, str(number), {}),
        authors=tuple(
            make_author(role, origin, label, where) for role, origin in zip(ROLES, label.origins, strict=True)
        ),
        slot="",
        verdicts=dict(zip(ROLES, verdicts, strict=True)),
        guesses={role: read_gender(trial.get(f"{role}gender")) for role in ROLES},
        view=turns,
        kind=find_kind(trial),
        **common,
    )


def read_pairing(value: Any, *, field: str, where: str) -> tuple[Origin, Origin]:
    """The origins of A and B; raises InvalidPayload."""
    match = PAIRING.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise InvalidPayload([Problem(field, describe_value(value), "it should be HH, HAI, AIH or AIAI", where)])
    first, second = (Origin.HUMAN if part.upper() == "H" else Origin.AI for part in match.groups())
    return first, second


def find_label(trial: Mapping[str, Any], where: str) -> Label:
    """Who the speakers truly were, by the trial itself or the folder of its page; raises InvalidPayload."""
    if trial.get("trueLabel"):
        return Label(read_pairing(trial["trueLabel"], field="trueLabel", where=where))
    page = trial.get("conversationID")
    folder = str(PurePosixPath(page).parent).casefold() if isinstance(page, str) else ""
    found = next((pairing for name, pairing in FOLDERS.items() if name in folder), "")
    if not found:
        rule = "the file does not tell who the speakers were; name a file of conversations and classes with --labels"
        raise InvalidPayload([Problem("the truth", "missing", rule, where)])
    return Label(read_pairing(found, field="conversationID", where=where))


def find_kind(trial: Mapping[str, Any]) -> TrialKind:
    """Catch trials, trials that were followed by the truth, and those that count."""
    if trial.get("isCatch") in YES:
        return TrialKind.CATCH
    return TrialKind.FEEDBACK if trial.get("hasFeedback") in YES else TrialKind.MAIN


def make_author(role: str, origin: Origin, label: Label, where: str) -> Author:
    """One of the speakers."""
    if origin == Origin.HUMAN:
        return Author(role, Origin.HUMAN, "", HUMANS)
    if label.agent:
        return make_ai("conversation", role, label.agent, where=where)
    return Author(role, Origin.AI, "paper-conversation-unnamed", UNNAMED)


def read_labels(path: Path) -> dict[str, Label]:
    """A file of lines: the number of a conversation, its class, and its AI agent where known; raises InvalidPayload."""
    labels: dict[str, Label] = {}
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise InvalidPayload(
            [Problem("the file", "unreadable", f"it should be in UTF-8 ({error})", path.name)]
        ) from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{path.name}, line {number}"
        match = LINE.fullmatch(line)
        if match is None:
            rule = "it should be the number of a conversation and its class, such as 22 HAI"
            raise InvalidPayload([Problem("the line", describe_value(line), rule, where)])
        label = Label(read_pairing(match[2], field="class", where=where), match[3] or "")
        if labels.setdefault(str(int(match[1])), label) != label:
            rule = "a line before says otherwise; each conversation should have one class"
            raise InvalidPayload([Problem("the line", describe_value(line), rule, where)])
    return labels
