"""The images of nocaps (`nocaps_*_image_info.json`) as stimuli, with their domain as a facet to report by."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from agents.formats.base import Format, StimulusItem, StimulusRow
from agents.formats.documents import expect, read_json
from turingapp.errors import InvalidPayload
from turingapp.words import say_later


class Nocaps(Format):
    """`images` with `file_name` and, in the validation part, `domain`."""

    slug = "nocaps"
    title = gettext_noop("nocaps images, JSON")
    tasks = ("captioning", "color", "objects", "attention")

    def read_stimuli(self, path: Path, task: str) -> Iterator[StimulusItem]:
        """One image a stimulus."""
        try:
            content = expect(dict, read_json(path), field=say_later("the file"), where=path.name)
            images = expect(list, content.get("images"), field="images", where=path.name)
        except InvalidPayload as error:
            yield from error.problems
            return
        for number, image in enumerate(images, 1):
            try:
                yield read_image(image, f"{path.name}, image {number}")
            except InvalidPayload as error:
                yield from error.problems


def read_image(given: Any, where: str) -> StimulusRow:
    """One image; raises InvalidPayload."""
    image = expect(dict, given, field=say_later("the image"), where=where)
    name = expect(str, image.get("file_name"), field="file_name", where=where)
    domain = image.get("domain")
    facets = {} if domain is None else {"domain": expect(str, domain, field="domain", where=where)}
    return StimulusRow(where, name, {}, {"image": name}, facets)
