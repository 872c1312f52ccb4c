"""COCO instance annotations (`instances_*.json`) as stimuli: what is in each image, and what could be but is not."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from agents.formats.base import Format, StimulusItem, StimulusRow
from agents.formats.documents import expect, read_json
from agents.tasks.payloads import describe_value
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

MOST_ABSENT = 5
PARTS = ("images", "annotations", "categories")
IDS = ("id", "image_id", "category_id")  # what ties the parts together


class Coco(Format):
    """`images`, `annotations` and `categories`, tied by their ids."""

    slug = "coco"
    title = gettext_noop("COCO instance annotations, JSON")
    tasks = ("color", "objects", "attention", "captioning")

    def read_stimuli(self, path: Path, task: str) -> Iterator[StimulusItem]:
        """One image a stimulus, with the truth of its control questions."""
        try:
            parts = read_parts(path)
        except InvalidPayload as error:
            yield from error.problems
            return
        names = {part.get("id"): str(part.get("name")) for part in parts["categories"]}
        present: dict[Any, set[str]] = defaultdict(set)
        for number, annotation in enumerate(parts["annotations"], 1):
            name = names.get(annotation.get("category_id"))
            if name is None:
                value = repr(annotation.get("category_id"))
                where = say_later("%(file)s, annotation %(number)s", file=path.name, number=number)
                yield Problem("category_id", value, say_later("it should be the id of a category of this file"), where)
            else:
                present[annotation.get("image_id")].add(name)
        together = count_together(present.values())
        for number, image in enumerate(parts["images"], 1):
            yield make_stimulus(image, present.get(image.get("id"), set()), together, f"{path.name}, image {number}")


def read_parts(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The three lists of objects that are needed; raises InvalidPayload."""
    content = expect(dict, read_json(path), field=say_later("the file"), where=path.name)
    parts = {name: expect(list, content.get(name), field=name, where=path.name) for name in PARTS}
    for name, items in parts.items():
        for number, item in enumerate(items, 1):
            where = say_later("%(file)s, %(list)s %(number)s", file=path.name, list=name, number=number)
            check_ids(expect(dict, item, field=name, where=where), where)
    return parts


def check_ids(item: dict[str, Any], where: str) -> None:
    """Raise InvalidPayload for an id that is neither a number nor a text."""
    for name in IDS:
        if not isinstance(item.get(name), int | str | None):
            raise InvalidPayload(
                [Problem(name, describe_value(item[name]), say_later("it should be a number or a text"), where)]
            )


def count_together(images: Any) -> dict[str, Counter[str]]:
    """How many images show each thing together with each other thing."""
    together: dict[str, Counter[str]] = defaultdict(Counter)
    for things in images:
        for thing in things:
            together[thing][thing] += 1
        for thing, other in permutations(sorted(things), 2):
            together[thing][other] += 1
    return together


def choose_absent(present: set[str], together: dict[str, Counter[str]]) -> list[str]:
    """Things of the file that are not in the image: most often seen with what is there, then the commonest, first."""
    likely: Counter[str] = Counter()
    for thing in present:
        likely.update(together[thing])
    others = [thing for thing in together if thing not in present]
    return sorted(others, key=lambda thing: (-likely[thing], -together[thing][thing], thing))[:MOST_ABSENT]


def make_stimulus(
    image: dict[str, Any], present: set[str], together: dict[str, Counter[str]], where: str
) -> StimulusRow | Problem:
    """The stimulus of an image; without annotations it has no truth to ask for."""
    name = image.get("file_name")
    if not isinstance(name, str) or not name:
        return Problem("file_name", repr(name), say_later("an image should have one"), where)
    truth = {"present": sorted(present), "absent": choose_absent(present, together)} if present else {}
    return StimulusRow(where, name, truth, {"image": name})
