"""AI agents for the attention task: what those have in common that walk over a map of a picture."""

import random
from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field, ValidationInfo, field_validator

from agents.ai_agents.agent_settings import AgentSettings
from agents.ai_agents.answers import Answer, Failure, NoAnswer
from agents.ai_agents.base import AIAgent
from agents.ai_agents.saliency.maps import Map
from agents.ai_agents.saliency.walks import FADING, Point, snap_to_pixels, walk_by_chance, walk_maxima
from turingapp.words import say_later

FEWEST_FIXATIONS, MOST_FIXATIONS = 8, 15
SCREEN = (1280, 1024)  # pixels of the original study's
Count = Annotated[int, Field(ge=1, le=200)]
Share = Annotated[float, Field(ge=0, le=1)]
WALKS = {"maxima": walk_maxima, "chance": walk_by_chance}


def write_as_tracked(stimulus: Mapping[str, Any], points: list[Point]) -> list[Point]:
    """Fixations as fine as an eye tracker over the stimulus's picture would have written them."""
    image = stimulus.get("image")
    return snap_to_pixels(points, (image["width"], image["height"]) if image else SCREEN)


def answer_with(stimulus: Mapping[str, Any], points: list[Point]) -> Answer:
    """Fixations as an answer."""
    return Answer({"fixations": write_as_tracked(stimulus, points)})


def need_target(stimulus: Mapping[str, Any]) -> Any:
    """The picture of what a stimulus says to search for; raises NoAnswer where it has none."""
    if stimulus["target_image"]:
        return stimulus["target_image"]
    raise NoAnswer(
        Failure.CANNOT_TAKE,
        _("target_image is missing: a search for %(target)s needs a picture of it")
        % {"target": repr(stimulus["target"])},
    )


class ScanpathSettings(AgentSettings):
    """How a map is walked, by how many fixations, and how fast a place that was looked at becomes worth it again."""

    walk: Literal["maxima", "chance"] = Field(
        "maxima", description=gettext_noop("the highest place next, or by chance as people")
    )
    fewest: Count = Field(FEWEST_FIXATIONS, description=gettext_noop("fixations at least"))
    most: Count = Field(MOST_FIXATIONS, description=gettext_noop("fixations at most"))
    fading: Share = Field(FADING, description=gettext_noop("share of an inhibition left a fixation later; 1: all"))

    @field_validator("most")
    @classmethod
    def order_counts(cls, most: int, info: ValidationInfo) -> int:
        """At least the fewest."""
        if most < info.data.get("fewest", most):
            raise ValueError(say_later("it should be at least fewest, which is %(fewest)s", fewest=info.data["fewest"]))
        return most


class ScanpathAgent(AIAgent):
    """A system that maps how much each place of a picture draws the eye, and walks over the map."""

    tasks: ClassVar[tuple[str, ...]] = ("attention",)
    Settings: ClassVar[type[AgentSettings]] = ScanpathSettings
    settings: ScanpathSettings

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """A scanpath of a length within the settings."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        saliency = self.map_picture(stimulus)
        count = rng.randint(self.settings.fewest, self.settings.most)
        walk = WALKS[self.settings.walk]
        return answer_with(stimulus, walk(saliency, count=count, rng=rng, fading=self.settings.fading))

    @abstractmethod
    def map_picture(self, stimulus: Mapping[str, Any]) -> Map:
        """How much each place draws the eye, from 0 to 1; raises NoAnswer where the stimulus is not to be had."""
