"""Writing what a model is asked: messages of a chat, or a text to go on with; a dialogue is cut from its front."""

import base64
import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from PIL import Image

from agents.ai_agents.base import Utterance
from agents.ai_agents.dialogues import ROLES
from agents.ai_agents.prompted.prompts import Prompt

Messages = list[dict[str, Any]]
JPEG_QUALITY = 90


def quote(text: str) -> str:
    """A text that somebody else wrote, in quotes that it cannot leave."""
    return json.dumps(text, ensure_ascii=False)


def write_messages(prompt: Prompt, values: Mapping[str, str], pictures: Sequence[Image.Image] = ()) -> Messages:
    """A question with its pictures, after the rules."""
    rules, question = prompt.fill(values)
    shown: Any = question
    if pictures:
        shown = [{"type": "text", "text": question}, *(show(picture) for picture in pictures)]
    return [*([{"role": "system", "content": rules}] if rules else []), {"role": "user", "content": shown}]


def show(picture: Image.Image) -> dict[str, Any]:
    """A picture as a part of a message."""
    buffer = BytesIO()
    picture.save(buffer, "JPEG", quality=JPEG_QUALITY)
    address = f"data:image/jpeg;base64,{base64.b64encode(buffer.getvalue()).decode()}"
    return {"type": "image_url", "image_url": {"url": address}}


def write_dialogue(prompt: Prompt, values: Mapping[str, str], history: Sequence[Utterance], *, most: int) -> Messages:
    """A dialogue as the agent sees it: its own turns as the assistant's, the other's as the user's.

    The rules, which name the topic, always stay; of the turns the last `most` characters. Where the agent had the
    first word, the question that asked for it stands before it, since a chat begins with its user.
    """
    rules, question = prompt.fill(values)
    me = find_next_speaker(history)
    turns = [
        {"role": "assistant" if turn.speaker == me else "user", "content": turn.text}
        for turn in cut_front(history, most=most)
    ]
    asked = [] if turns and turns[0]["role"] == "user" else [{"role": "user", "content": question}]
    return [{"role": "system", "content": rules or question}, *asked, *turns]


def write_transcript(history: Sequence[Utterance], *, most: int) -> str:
    """A dialogue as lines "A: …", with the line that the agent is to write begun."""
    lines = [f"{turn.speaker}: {' '.join(turn.text.split())}" for turn in cut_front(history, most=most)]
    return "\n".join([*lines, f"{find_next_speaker(history)}:"])


def find_next_speaker(history: Sequence[Utterance]) -> str:
    """Whose turn it is: the other's than who spoke last."""
    return ROLES[1] if history and history[-1].speaker == ROLES[0] else ROLES[0]


def cut_front(history: Sequence[Utterance], *, most: int) -> Sequence[Utterance]:
    """The last turns that have room in `most` characters; the very last always."""
    left = most
    for number, turn in enumerate(reversed(history)):
        left -= len(turn.text)
        if left < 0 and number:
            return history[-number:]
    return history
