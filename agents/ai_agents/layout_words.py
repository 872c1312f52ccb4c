"""An agent that makes words and captions of where in a picture its colors lie: above, below, in the middle."""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_noop

from agents.ai_agents.answers import Answer
from agents.ai_agents.base import AIAgent, read_pixels
from agents.ai_agents.picture_facts import PictureFacts, measure_picture

SIDE = 96
SMOOTH = 0.2
UPRIGHT = 0.56
OUTDOORS_LIGHT = 0.6

ABOVE = {
    "blue": "sky",
    "white": "sky",
    "green": "tree",
    "brown": "wall",
    "red": "curtain",
    "orange": "sunset",
    "pink": "blanket",
    "purple": "curtain",
    "yellow": "wall",
    "gray": "wall",
    "black": "night",
}
BELOW = {
    "blue": "water",
    "white": "snow",
    "green": "grass",
    "brown": "table",
    "red": "carpet",
    "orange": "sand",
    "pink": "blanket",
    "purple": "carpet",
    "yellow": "sand",
    "gray": "floor",
    "black": "shadow",
}
MIDDLE = {
    "blue": "boat",
    "white": "building",
    "green": "tree",
    "brown": "animal",
    "red": "vehicle",
    "orange": "flower",
    "pink": "face",
    "purple": "flower",
    "yellow": "lamp",
    "gray": "machine",
    "black": "person",
}
WITHOUT_ARTICLE = ("grass", "night", "sand", "snow", "water")
CAPTIONS = (
    "{middle} in front of {above} and over {below}",
    "{middle} in the middle between {above} and {below}",
    "{below} below and {above} above with {middle} in the center",
)


def name_above(facts: PictureFacts) -> str:
    """The thing behind: sky where the top is smooth and light, else by color."""
    top = facts.top
    if top.texture < SMOOTH and top.brightness > OUTDOORS_LIGHT:
        return "sky"
    return ABOVE[top.color]


def name_middle(facts: PictureFacts) -> str:
    """The thing in front: by the color that the center has and the border has not, or a tower where lines stand up."""
    if facts.uprightness > UPRIGHT:
        return "tower"
    own = [color for color in facts.center.colors if color not in facts.border.colors]
    return MIDDLE[own[0] if own else facts.center.color]


def add_article(thing: str) -> str:
    """A thing with "a" or "an" where it can be counted."""
    if thing in WITHOUT_ARTICLE:
        return thing
    return f"an {thing}" if thing[0] in "aeiou" else f"a {thing}"


class LayoutWords(AIAgent):
    """Words for the parts of a picture."""

    slug, title, version = "layout-words", gettext_noop("Words from layout"), "2"
    rule = gettext_noop(
        "Looks at which color fills the top, the bottom and the center of the picture "
        "and says what usually lies there in that color."
    )
    tasks: ClassVar[tuple[str, ...]] = ("objects", "captioning")

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """Three words, or a sentence made of them."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        facts = measure_picture(read_pixels(stimulus, longest_side=SIDE))
        above, middle, below = name_above(facts), name_middle(facts), BELOW[facts.bottom.color]
        if task == "objects":
            spare = ("light", "object", "scene")
            return Answer({"words": list(dict.fromkeys((middle, above, below, *spare)))[:3]})
        things = {"above": add_article(above), "middle": add_article(middle), "below": add_article(below)}
        return Answer({"caption": rng.choice(CAPTIONS).format(**things)})
