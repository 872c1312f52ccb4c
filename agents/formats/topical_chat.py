"""The human-human dialogues of Topical-Chat (`conversations/*.json`, or a selection of them)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from agents.formats.base import Author, Format, ResponseItem, ResponseRow, StimulusRow
from agents.formats.documents import expect, read_json
from agents.models import Origin
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

SPEAKERS = ("agent_1", "agent_2")
FACETS = ("split", "config")  # part of the corpus; what the two speakers were given to read


class TopicalChat(Format):
    """`{id: dialogue}`, all by people; no topic is given."""

    slug = "topical-chat"
    title = gettext_noop("Topical-Chat dialogues, JSON")
    tasks = ("conversation",)

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """One dialogue a response."""
        try:
            dialogues = expect(dict, read_json(path), field=say_later("the file"), where=path.name)
        except InvalidPayload as error:
            yield from error.problems
            return
        for key, dialogue in dialogues.items():
            try:
                yield read_dialogue(
                    dialogue, key=key, where=say_later("%(file)s, dialogue %(key)s", file=path.name, key=key)
                )
            except InvalidPayload as error:
                yield from error.problems


def read_dialogue(given: Any, *, key: str, where: str) -> ResponseRow:
    """One dialogue; raises InvalidPayload."""
    dialogue = expect(dict, given, field=say_later("the dialogue"), where=where)
    content = expect(list, dialogue.get("content"), field="content", where=where)
    if not content:
        raise InvalidPayload([Problem("content", "[]", say_later("a dialogue should have at least one turn"), where)])
    turns = [
        read_turn(turn, say_later("%(place)s, turn %(number)s", place=where, number=number))
        for number, turn in enumerate(content, 1)
    ]
    order = list(dict.fromkeys([*(speaker for speaker, _ in turns), *SPEAKERS]))
    roles = dict(zip(order, "AB", strict=True))
    payload = {"turns": [{"speaker": roles[speaker], "text": text} for speaker, text in turns]}
    facets = {name: str(dialogue[name]) for name in FACETS if dialogue.get(name)}
    authors = tuple(Author(role, Origin.HUMAN, "topical-chat-human", "Human (Topical-Chat)") for role in "AB")
    return ResponseRow(where, StimulusRow(where, key, {}, facets=facets), authors, payload, key)


def read_turn(given: Any, where: str) -> tuple[str, str]:
    """Who said it, and what; raises InvalidPayload."""
    turn = expect(dict, given, field=say_later("the turn"), where=where)
    speaker = turn.get("agent")
    if speaker not in SPEAKERS:
        raise InvalidPayload(
            [Problem("agent", repr(speaker), say_later("it should be %(names)s", names=" or ".join(SPEAKERS)), where)]
        )
    return speaker, expect(str, turn.get("message"), field="message", where=where)
