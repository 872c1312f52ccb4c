"""The dialogues of the Conversational Intelligence Challenge 2017 (`train_final.json` and its like)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from agents.formats.base import Author, Format, ResponseItem, ResponseRow, StimulusRow
from agents.formats.documents import expect, read_json
from agents.models import Origin
from agents.tasks.payloads import describe_value
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

# The file tells humans from bots but neither one person from another nor one bot from another.
AUTHORS = {
    "Human": (Origin.HUMAN, "convai2017-human", "Human (ConvAI 2017)"),
    "Bot": (Origin.AI, "convai2017-bot", "Bot (ConvAI 2017)"),
}


class ConvAi2017(Format):
    """A list of dialogues about a paragraph, each between two users."""

    slug = "convai2017"
    title = gettext_noop("ConvAI 2017 dialogues, JSON")
    tasks = ("conversation",)

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """One dialogue a response; its paragraph is the context of its stimulus."""
        try:
            dialogues = expect(list, read_json(path), field=say_later("the file"), where=path.name)
        except InvalidPayload as error:
            yield from error.problems
            return
        for number, dialogue in enumerate(dialogues, 1):
            try:
                yield read_dialogue(dialogue, f"{path.name}, dialogue {number}")
            except InvalidPayload as error:
                yield from error.problems


def read_dialogue(given: Any, where: str) -> ResponseRow:
    """One dialogue; raises InvalidPayload."""
    dialogue = expect(dict, given, field=say_later("the dialogue"), where=where)
    key = str(expect(int, dialogue.get("dialogId"), field="dialogId", where=where))
    where = say_later("%(place)s (dialogId %(key)s)", place=where, key=key)
    thread = expect(list, dialogue.get("thread"), field="thread", where=where)
    if not thread:
        raise InvalidPayload([Problem("thread", "[]", say_later("a dialogue should have at least one turn"), where)])
    turns = [
        read_turn(turn, say_later("%(place)s, turn %(number)s", place=where, number=number))
        for number, turn in enumerate(thread, 1)
    ]
    roles = assign_roles([user for user, _ in turns], read_users(dialogue, where), where)
    payload = {"turns": [{"speaker": roles[user].role, "text": text} for user, text in turns]}
    stimulus = StimulusRow(where, key, {"context": dialogue.get("context")})
    authors = sorted(roles.values(), key=lambda author: author.role)
    return ResponseRow(where, stimulus, tuple(authors), payload, key)


def read_turn(given: Any, where: str) -> tuple[str, str]:
    """Who said it, and what; raises InvalidPayload."""
    turn = expect(dict, given, field=say_later("the turn"), where=where)
    user = expect(str, turn.get("userId"), field="userId", where=where)
    return user, expect(str, turn.get("text"), field="text", where=where)


def read_users(dialogue: dict[str, Any], where: str) -> dict[str, str]:
    """What each of the two users is; raises InvalidPayload."""
    users = expect(list, dialogue.get("users"), field="users", where=where)
    found = {}
    for user in users:
        fields = expect(dict, user, field="users", where=where)
        kind = fields.get("userType")
        if not isinstance(kind, str) or kind not in AUTHORS:
            raise InvalidPayload(
                [Problem("userType", describe_value(kind), say_later("it should be Human or Bot"), where)]
            )
        found[expect(str, fields.get("id"), field="users.id", where=where)] = kind
    if len(found) != 2:
        raise InvalidPayload(
            [Problem("users", repr(list(found)), say_later("a dialogue should have two users"), where)]
        )
    return found


def assign_roles(speakers: list[str], users: dict[str, str], where: str) -> dict[str, Author]:
    """The authors by user: A speaks first; who says nothing is B."""
    unknown = [speaker for speaker in speakers if speaker not in users]
    if unknown:
        raise InvalidPayload(
            [
                Problem(
                    "userId",
                    repr(unknown[0]),
                    say_later("it should be one of %(names)s", names=", ".join(users)),
                    where,
                )
            ]
        )
    order = list(dict.fromkeys([*speakers, *users]))
    return {user: Author(role, *AUTHORS[users[user]]) for role, user in zip("AB", order, strict=True)}
