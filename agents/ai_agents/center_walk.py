"""An AI agent for the attention task that never looks."""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_noop

from agents.ai_agents.answers import Answer
from agents.ai_agents.base import AIAgent
from agents.ai_agents.scanpaths import FEWEST_FIXATIONS, MOST_FIXATIONS, answer_with


class CenterWalk(AIAgent):
    """A random walk about the middle that never looks at the picture: a plain baseline."""

    slug, title, version = "center-walk", gettext_noop("Center-biased walk"), "2"
    rule = gettext_noop(
        "Draws fixations from a normal distribution about the picture's center; it does not look at the picture."
    )
    tasks: ClassVar[tuple[str, ...]] = ("attention",)

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """8 to 15 fixations."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        count = rng.randint(FEWEST_FIXATIONS, MOST_FIXATIONS)
        return answer_with(stimulus, [(draw_near_center(rng), draw_near_center(rng)) for _ in range(count)])


def draw_near_center(rng: random.Random) -> float:
    """A coordinate about the middle, inside the picture."""
    return min(max(rng.gauss(0.5, 0.18), 0.01), 0.99)
