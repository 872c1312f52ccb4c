"""BlenderBot's published chat logs: people with a bot, and a bot with itself; JSON Lines under any file name."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from django.utils.translation import gettext_noop

from agents.formats.base import Author, Format, ResponseItem, ResponseRow, StimulusRow, take_options
from agents.formats.documents import JsonRow, expect, read_json_lines
from agents.models import Origin
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

CONTEXT, PERSON = "context", "human_evaluator"
SEAT = re.compile(r"_[12]$")  # a bot that talks with itself is told apart by its seat only

Said = tuple[str, str]  # who, and what


@dataclass(frozen=True)
class BlenderBot(Format):
    """One dialogue a line: `dialog` is a list of exchanges, each a list of messages with `id` and `text`."""

    slug = "blenderbot"
    title = gettext_noop("BlenderBot chat logs and self-chats, JSON Lines")
    tasks = ("conversation",)
    options = {"agent": "the bot's name (default: its id; for self-chats, the file's name)"}

    agent: str = ""

    def configure(self, given: Mapping[str, str]) -> Format:
        """The same format with the bot's name."""
        return replace(self, **take_options(self, given))

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """One dialogue a response; what the speakers were told is the context of its stimulus."""
        for number, row in enumerate(read_json_lines(path), 1):
            if isinstance(row, Problem):
                yield row
                continue
            try:
                yield read_dialogue(row, key=f"{path.stem}-{number}", own_name=self.agent, file=path.stem)
            except InvalidPayload as error:
                yield from error.problems


def read_dialogue(row: JsonRow, *, key: str, own_name: str, file: str) -> ResponseRow:
    """One dialogue; raises InvalidPayload."""
    messages = list(read_messages(row))
    told = list(dict.fromkeys(text for speaker, text in messages if speaker == CONTEXT))
    said = [(speaker, text) for speaker, text in messages if speaker != CONTEXT]
    speakers = list(dict.fromkeys(speaker for speaker, _ in said))
    if len(speakers) != 2:
        value = ", ".join(map(repr, speakers)) or "empty"
        raise InvalidPayload(
            [Problem("dialog", value, say_later("a dialogue should have turns of two speakers"), row.where)]
        )
    is_self_chat = SEAT.sub("", speakers[0]) == SEAT.sub("", speakers[1])
    name = own_name or (file if is_self_chat else "")
    authors = tuple(name_author(speaker, role, name) for speaker, role in zip(speakers, "AB", strict=True))
    roles = dict(zip(speakers, "AB", strict=True))
    payload = {"turns": [{"speaker": roles[speaker], "text": text} for speaker, text in said]}
    return ResponseRow(row.where, StimulusRow(row.where, key, {"context": "\n".join(told)}), authors, payload, key)


def read_messages(row: JsonRow) -> Iterator[Said]:
    """Who said what, in order; raises InvalidPayload."""
    for number, exchange in enumerate(expect(list, row.fields.get("dialog"), field="dialog", where=row.where), 1):
        where = say_later("%(place)s, exchange %(number)s", place=row.where, number=number)
        for message in expect(list, exchange, field="dialog", where=where):
            fields = expect(dict, message, field=say_later("the message"), where=where)
            speaker = expect(str, fields.get("id"), field="id", where=where)
            yield speaker, expect(str, fields.get("text"), field="text", where=where)


def name_author(speaker: str, role: str, name: str) -> Author:
    """A person without a name, or the bot."""
    if speaker == PERSON:
        return Author(role, Origin.HUMAN, "blenderbot-human", "Human (BlenderBot's chat logs)")
    title = name or speaker
    return Author(role, Origin.AI, f"blenderbot-{re.sub('[^a-zA-Z0-9_-]+', '-', title)}", title)
