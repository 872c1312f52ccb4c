"""The original study's answers as it published them: JSON by image or cue (`benchmarking/groundtruth_dictionaries`)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from agents.formats.base import Format, ResponseItem
from agents.formats.documents import expect, read_json
from agents.formats.paper import TASKS_ANSWERED, Answer, Slots, make_row
from turingapp.errors import InvalidPayload
from turingapp.words import say_later


class PaperJson(Format):
    """`{image or cue: [answer, ...]}`; an answer is an object, or `[name, fixations]` in the short form."""

    slug = "paper-json"
    title = gettext_noop("answers of the original study, JSON")
    tasks = TASKS_ANSWERED

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """The answers, stimulus by stimulus."""
        slots = Slots()
        try:
            by_stimulus = expect(dict, read_json(path), field=say_later("the file"), where=path.name)
        except InvalidPayload as error:
            yield from error.problems
            return
        for stimulus, answers in by_stimulus.items():
            for number, given in enumerate(answers if isinstance(answers, list) else [answers], 1):
                where = say_later(
                    "%(file)s, %(stimulus)s, answer %(number)s", file=path.name, stimulus=stimulus, number=number
                )
                try:
                    yield make_row(read_answer(given, stimulus=stimulus, slots=slots, where=where), task)
                except InvalidPayload as error:
                    yield from error.problems


def read_answer(given: Any, *, stimulus: str, slots: Slots, where: str) -> Answer:
    """One answer of either form; raises InvalidPayload."""
    if isinstance(given, list) and len(given) == 2 and isinstance(given[0], str):
        # The short form names people by numbers and systems by words.
        name = given[0]
        is_person = name.isdecimal()
        groundtruth = "human" if is_person else "machine"
        return Answer(where, stimulus, given[1], groundtruth, name if is_person else "", "" if is_person else name, 0)
    fields = expect(dict, given, field=say_later("the answer"), where=where)
    groundtruth = expect(str, fields.get("groundtruth"), field="groundtruth", where=where)
    person = str(fields.get("human_groundtruth") or "").strip()
    system = str(fields.get("machine_groundtruth") or "").strip()
    slot = slots.take(stimulus, groundtruth=groundtruth, person=person)
    return Answer(where, stimulus, fields.get("response"), groundtruth, person, system, slot)
