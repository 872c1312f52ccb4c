"""One person's answer from a crowd platform's file: loosely named fields as a stimulus and a response of a task."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, get_args
from urllib.parse import urlsplit

from agents.formats.base import Author, ResponseRow, StimulusRow
from agents.formats.native import read_cell
from agents.models import Gender, Origin
from agents.tasks.base import Task
from agents.tasks.payloads import ImageRef, describe_value
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

# What names a stimulus, the surest first.
KEY_NAMES = ("stimulus", "key", "imageID", "image", "image_url", "cue")
WORD = re.compile(r"word_?[1-9]")


def make_row(
    task: Task, shown: Mapping[str, Any], answered: Mapping[str, Any], *, where: str, person: str, key: str
) -> ResponseRow:
    """The response of a person; fields that the task does not know are left aside. Raises InvalidPayload."""
    stimulus = read_stimulus(task, shown, where)
    payload = read_payload(task, answered)
    if not payload:
        fields = ", ".join(task.Response.model_fields)
        value = ", ".join(map(str, answered))[:80] or say_later("missing")
        raise InvalidPayload(
            [Problem(say_later("the answer"), value, say_later("it should have %(fields)s", fields=fields), where)]
        )
    gender = str(answered.get("gender") or "").strip().lower()
    author = Author("agent", Origin.HUMAN, "", person=person, gender=gender if gender in Gender.values else "")
    return ResponseRow(where, stimulus, (author,), payload, key)


def read_stimulus(task: Task, shown: Mapping[str, Any], where: str) -> StimulusRow:
    """The stimulus, by the first name it has; a picture's address is cut to its file name. Raises InvalidPayload."""
    name = next((name for name in KEY_NAMES if shown.get(name)), None)
    if name is None:
        raise InvalidPayload(
            [
                Problem(
                    say_later("the stimulus"),
                    say_later("missing"),
                    say_later("one of %(names)s is needed", names=", ".join(KEY_NAMES)),
                    where,
                )
            ]
        )
    given = shown[name]
    if not isinstance(given, str | int) or isinstance(given, bool):
        raise InvalidPayload([Problem(name, describe_value(given), say_later("it should be a text"), where)])
    fields = task.Stimulus.model_fields
    pictures = [field for field, info in fields.items() if ImageRef in get_args(info.annotation)]
    payload = {field: shown[field] for field in fields if field not in pictures and shown.get(field)}
    image = shown.get("image") or shown.get("image_url")
    media = {"image": cut_address(image)} if isinstance(image, str) and "image" in pictures else {}
    key = cut_address(str(given)) if name in ("image", "image_url") else str(given).strip()
    return StimulusRow(where, key, payload, media)


def read_payload(task: Task, answered: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the task's response; words may come one by one, as word1, word2, word3."""
    fields = task.Response.model_fields
    payload = {
        name: read_cell(fields[name], value) if isinstance(value, str) else value
        for name, value in answered.items()
        if name in fields and value not in ("", None)
    }
    words = [answered[name] for name in sorted(answered) if WORD.fullmatch(name) and answered[name] not in ("", None)]
    return payload if payload or "words" not in fields or not words else {"words": words}


def cut_address(text: str) -> str:
    """The file name at the end of a web address; anything else as it is."""
    try:
        parts = urlsplit(text.strip())
    except ValueError:
        return text.strip()
    return PurePosixPath(parts.path).name if parts.scheme in ("http", "https") else text.strip()
