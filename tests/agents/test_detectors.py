"""Detectors on this machine: a small one of the transformers library with weights of chance, made in the test."""

import random
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from agents.ai_agents.answers import Failure, NoAnswer
from agents.ai_agents.detectors import Detectron2, TransformersDetector
from agents.services import detectors
from agents.services.detectors import Detection, detect, rank_labels
from tests.agents.pictures import store
from turingapp.errors import ModelNotHere

NAMES = ("person", "dining table", "dog", "cup", "N/A")


@pytest.fixture(scope="module")
def yolos(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a YOLOS with two layers."""
    torch = pytest.importorskip("torch", reason="needs the extra [models]")
    transformers = pytest.importorskip("transformers", reason="needs the extra [models]")
    torch.manual_seed(0)
    folder = str(tmp_path_factory.mktemp("yolos"))
    size = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 37}
    names = {"id2label": dict(enumerate(NAMES)), "label2id": {name: place for place, name in enumerate(NAMES)}}
    config = transformers.YolosConfig(**size, **names, image_size=[64, 64], num_detection_tokens=40)
    model = transformers.AutoModelForObjectDetection.from_config(config)
    with torch.no_grad():  # so that not all detections are alike
        model.vit.embeddings.detection_tokens.normal_(0, 3)
        for layer in model.class_labels_classifier.layers:
            layer.weight.normal_(0, 1)
    model.save_pretrained(folder)
    (Path(folder) / "preprocessor_config.json").write_text(
        '{"image_processor_type": "YolosImageProcessor", "size": {"height": 64, "width": 64}}', encoding="utf-8"
    )
    return folder


def draw_noise() -> Image.Image:
    return Image.fromarray(np.random.default_rng(2).integers(0, 256, (60, 80, 3), dtype=np.uint8))


@pytest.mark.long
def test_a_detector_of_the_transformers_library_gives_three_words(yolos: str) -> None:
    agent = TransformersDetector().with_settings({"model": yolos, "least": 0})
    assert agent.find_lacks() == ()
    answer = agent.respond("objects", store(draw_noise()), random.Random(0))
    assert len(set(answer.payload["words"])) == 3
    assert set(answer.payload["words"]) <= {"person", "table", "dog", "cup"}
    assert [one["score"] for one in answer.raw] == sorted((one["score"] for one in answer.raw), reverse=True)
    assert len(agent.details["revision"]) == 16


@pytest.mark.long
def test_what_is_not_sure_enough_is_no_answer_and_is_said(yolos: str) -> None:
    agent = TransformersDetector().with_settings({"model": yolos, "least": 1})
    with pytest.raises(NoAnswer, match="nothing was found") as caught:
        agent.respond("objects", store(draw_noise()), random.Random(0))
    assert caught.value.kind == Failure.EMPTY


@pytest.mark.long
def test_scores_are_the_models_own(yolos: str) -> None:
    import torch
    import transformers

    model = transformers.AutoModelForObjectDetection.from_pretrained(yolos).eval()
    processor = transformers.AutoImageProcessor.from_pretrained(yolos)
    with torch.inference_mode():
        logits = model(**processor(images=draw_noise(), return_tensors="pt")).logits[0]
    shares = logits.softmax(-1)[:, :-1]  # the last class is "no object"
    scores, labels = shares.max(-1)
    best = {NAMES[int(label)]: float(scores[labels == label].max()) for label in labels.unique()}
    found = {one.label: one.score for one in detect(yolos, draw_noise(), least=0)}
    assert found == pytest.approx(best, rel=1e-4)


def test_a_model_that_is_not_here_is_named_with_what_to_do() -> None:
    agent = TransformersDetector().with_settings({"model": "nobody/no-model"})
    lack = agent.find_lacks()[0]
    assert "nobody/no-model" in lack or "not installed" in lack
    with pytest.raises(ModelNotHere):
        agent.respond("objects", store(draw_noise()), random.Random(0))


def test_each_label_counts_once_with_its_best_score() -> None:
    ranked = rank_labels([("cup", 0.2), ("dog", 0.5), ("cup", 0.9)])
    assert ranked == [Detection("cup", 0.9), Detection("dog", 0.5)]


def stand_in_for_detectron2(asked: list[np.ndarray]) -> dict[str, ModuleType]:
    """The few parts of Detectron2 that are used, with the names and forms of its own."""

    class Numbers(list[float]):
        def tolist(self) -> list[float]:
            return list(self)

    def make(**parts: object) -> ModuleType:
        module = ModuleType("detectron2")
        module.__dict__.update(parts)
        return module

    def predict(picture: np.ndarray) -> dict[str, object]:
        asked.append(picture)
        return {"instances": SimpleNamespace(pred_classes=Numbers([1, 0, 2]), scores=Numbers([0.9, 0.8, 0.7]))}

    config = SimpleNamespace(
        MODEL=SimpleNamespace(ROI_HEADS=SimpleNamespace()),
        DATASETS=SimpleNamespace(TRAIN=["coco"]),
        merge_from_file=lambda path: None,
    )
    known = SimpleNamespace(thing_classes=["person", "wine glass", "dog"])
    return {
        "detectron2": make(model_zoo=SimpleNamespace(get_config_file=lambda name: name)),
        "detectron2.model_zoo": make(get_config_file=lambda name: name),
        "detectron2.config": make(get_cfg=lambda: config),
        "detectron2.data": make(MetadataCatalog={"coco": known}),
        "detectron2.engine": make(DefaultPredictor=lambda config: predict),
    }


def test_detectron2_is_asked_in_its_own_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = tmp_path / "weights.pkl"
    weights.write_bytes(b"weights")
    agent = Detectron2().with_settings({"weights": str(weights)})
    assert "detectron2 is not installed" in " ".join(agent.find_lacks())
    asked: list[np.ndarray] = []
    for name, module in stand_in_for_detectron2(asked).items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(detectors, "find_spec", lambda name: True)
    answer = agent.respond("objects", store(Image.new("RGB", (40, 30), (200, 0, 0))), random.Random(0))
    assert answer.payload == {"words": ["glass", "person", "dog"]}
    assert asked[0].shape == (30, 40, 3)
    assert asked[0][0, 0, 2] > 150  # red comes last
