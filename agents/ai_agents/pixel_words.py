"""An agent that makes words and captions of a picture's overall colors, light and texture."""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_noop

from agents.ai_agents.answers import Answer
from agents.ai_agents.base import AIAgent, read_pixels
from agents.ai_agents.picture_facts import PictureFacts, measure_picture

SIDE = 96
DARK, BRIGHT = 0.2, 0.55
SMOOTH, ROUGH = 0.1, 0.26
EVEN = 0.5
UPRIGHT = 0.6
FLAT = 0.08

# What a color usually is, where nothing else is known of a picture.
COLOR_THINGS = {
    "red": "fire",
    "pink": "skin",
    "orange": "fruit",
    "yellow": "lamp",
    "purple": "flower",
    "green": "plant",
    "blue": "water",
    "brown": "wood",
    "gray": "metal",
    "black": "shadow",
    "white": "paper",
}
CAPTIONS = (
    "{light} {color} {first} with some {second} and {third}",
    "{color} {first} and {second} seen in {light} light",
    "close view of {color} {first} next to {second} and {third}",
)


def name_texture(facts: PictureFacts) -> tuple[str, ...]:
    """What a texture that is alike in every part may be: bricks where upright, stones where rough, else grass."""
    if facts.evenness < EVEN or facts.whole.texture < ROUGH:
        return ()
    if facts.uprightness > UPRIGHT:
        return ("wall", "bricks", "lines")
    return ("stones", "ground") if facts.whole.texture > 1.25 * ROUGH else ("grass", "leaves")


def name_light(facts: PictureFacts) -> tuple[str, ...]:
    """What a dark, a bright or a flat picture may show."""
    if facts.whole.brightness < DARK:
        return ("night", "stars") if facts.whole.texture > SMOOTH else ("night", "darkness")
    if facts.contrast < FLAT and facts.whole.texture < SMOOTH:
        return ("sand", "fog")
    return ("sky",) if facts.whole.brightness > BRIGHT and "white" in facts.whole.colors else ()


def list_words(facts: PictureFacts) -> list[str]:
    """Single words, the likeliest first: texture, light, then what the colors may be."""
    words = [*name_texture(facts), *name_light(facts)]
    words += [COLOR_THINGS[color] for color in facts.whole.colors]
    words += ["pattern" if facts.evenness > EVEN else "object", "surface", "background"]
    return list(dict.fromkeys(words))


class PixelWords(AIAgent):
    """Words for the picture as a whole."""

    slug, title, version = "pixel-words", gettext_noop("Words from pixels"), "2"
    rule = gettext_noop(
        "Measures the picture's colors, brightness and texture as a whole "
        "and says what such colors, light and texture usually are."
    )
    tasks: ClassVar[tuple[str, ...]] = ("objects", "captioning")

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """Three words, or a sentence made of them."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        facts = measure_picture(read_pixels(stimulus, longest_side=SIDE))
        words = list_words(facts)
        if task == "objects":
            return Answer({"words": words[:3]})
        light = "dark" if facts.whole.brightness < DARK else "bright" if facts.whole.brightness > BRIGHT else "soft"
        first, second, third = words[:3]
        color = next((color for color in facts.whole.colors if color not in ("black", "gray")), facts.whole.color)
        sentence = rng.choice(CAPTIONS)
        return Answer({"caption": sentence.format(light=light, color=color, first=first, second=second, third=third)})
