"""AI agents that name what a detector on this machine finds."""

import random
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_noop
from PIL import Image
from pydantic import Field

from agents.ai_agents.agent_settings import AgentSettings
from agents.ai_agents.answers import Answer, NoAnswer
from agents.ai_agents.base import AIAgent, read_picture
from agents.ai_agents.labels import choose_words
from agents.ai_agents.transformers_agents import ModelName, ModelSettings, TransformersAgent
from agents.media import LONGEST_SIDE
from agents.services.detectors import Detection, detect, detect_by_detectron2, lack_detectron2
from agents.services.weights import find_weights

KEPT = 20  # detections that stand in the raw reply


class DetectorSettings(AgentSettings):
    """How sure a detector must be: high, and it has fewer than three words for many a picture."""

    least: float = Field(0.05, ge=0, le=1, description=gettext_noop("score from which on a detection counts"))


class Detector(AIAgent):
    """Three words of what is detected, the surest first."""

    tasks: ClassVar[tuple[str, ...]] = ("objects",)
    Settings: ClassVar[type[AgentSettings]] = DetectorSettings

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """Three words; the generator is not needed."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        found = self.detect(read_picture(stimulus, longest_side=LONGEST_SIDE))
        raw = [{"label": one.label, "score": round(one.score, 4)} for one in found[:KEPT]]
        try:
            return Answer({"words": choose_words(one.label for one in found)}, raw)
        except NoAnswer as error:
            raise NoAnswer(error.kind, f"{self.title}: {error}", raw=raw) from None

    @abstractmethod
    def detect(self, picture: Image.Image) -> list[Detection]:
        """What is in a picture, the surest first; raises ModelNotHere."""


class TransformersDetector(TransformersAgent, Detector):
    """Any detector that the transformers library knows (DETR, YOLOS, RT-DETR, Deformable DETR, …)."""

    slug, title, version = "detector", gettext_noop("Object detector"), "1"
    rule = gettext_noop(
        "Detects objects with a model of the transformers library and gives the three surest distinct words."
    )
    needs = gettext_noop(
        "The extra [models], and a detector of the transformers library as `model`: the path of a folder, or a name "
        "that `hf download` has fetched."
    )

    class Settings(ModelSettings, DetectorSettings):
        """Which model."""

        model: ModelName = "hustvl/yolos-tiny"

    settings: Settings

    def detect(self, picture: Image.Image) -> list[Detection]:
        """What the model finds."""
        return detect(self.settings.model, picture, least=self.settings.least)


class Detectron2(Detector):
    """Mask R-CNN of Detectron2's zoo, as in the original study."""

    slug, title, version = "detectron2", gettext_noop("Detectron2"), "1"
    rule = gettext_noop("Detects objects with a model of Detectron2's zoo and gives the three surest distinct words.")
    needs = gettext_noop(
        "The package detectron2, and the weights of a model of its zoo in VAR_DIR/models/detectron2.pkl or the file "
        "that `weights` names."
    )

    class Settings(DetectorSettings):
        """Which model of the zoo, and where its weights are."""

        config: str = Field(
            "COCO-InstanceSegmentation/mask_rcnn_R_50_FPN_3x.yaml",
            max_length=200,
            description=gettext_noop("a file of the zoo"),
        )
        weights: str = Field(
            "", max_length=1_000, description=gettext_noop("a file; empty: VAR_DIR/models/detectron2.pkl")
        )

    settings: Settings

    def find_lacks(self) -> tuple[str, ...]:
        """The package or the weights."""
        return lack_detectron2(str(find_weights(self.settings.weights, "detectron2.pkl")))

    def detect(self, picture: Image.Image) -> list[Detection]:
        """What the model finds."""
        weights = str(find_weights(self.settings.weights, "detectron2.pkl"))
        return detect_by_detectron2(self.settings.config, weights, picture, least=self.settings.least)
