"""Models of the transformers library, with small random weights of the true architectures."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.embedders import find_embedder, onnx_models, torch_models
from turingapp.errors import ModelNotHere

transformers = pytest.importorskip("transformers", reason="the [models] extra is not installed")
pytest.importorskip("torch", reason="the [models] extra is not installed")

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "dog", "cat", "runs"]
SIZES = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}


def save_bert(folder: Path) -> str:
    """A BERT of one layer that knows eight words."""
    (folder / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    transformers.BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    transformers.BertModel(transformers.BertConfig(vocab_size=len(WORDS), **SIZES)).save_pretrained(folder)
    return str(folder)


def save_resnet(folder: Path) -> str:
    """A ResNet of two small stages."""
    config = transformers.ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], layer_type="basic")
    transformers.ResNetModel(config).save_pretrained(folder)
    transformers.ConvNextImageProcessor(size={"shortest_edge": 32}).save_pretrained(folder)
    return str(folder)


def test_a_text_model_is_loaded_from_its_folder_and_ignores_padding(tmp_path: Path) -> None:
    embedder = find_embedder(f"transformer:{save_bert(tmp_path)}")
    together, alone = embedder.embed(["a dog", "a cat runs a dog runs"]), embedder.embed(["a dog"])
    assert together.shape == (2, 16)
    np.testing.assert_allclose(together[0], alone[0], atol=1e-5)
    assert len(embedder.revision) == 16


def test_other_weights_are_another_revision(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    first, second = (find_embedder(f"transformer:{save_bert(folder)}").revision for folder in folders)
    assert first != second


def test_a_vision_model_sees_a_picture(tmp_path: Path) -> None:
    from PIL import Image

    path = tmp_path / "picture.png"
    Image.new("RGB", (40, 30), "red").save(path)
    rows = find_embedder(f"vision:{save_resnet(tmp_path)}").embed([str(path)])
    assert rows.shape == (1, 16)


def test_a_model_that_is_not_here_is_told_how_to_get() -> None:
    with pytest.raises(ModelNotHere, match=r"some/model is not on this machine: .* `hf download some/model`"):
        find_embedder("transformer:some/model").embed(["a"])


def test_a_converted_model_gives_the_numbers_of_the_original(tmp_path: Path, settings: Any) -> None:
    pytest.importorskip("onnxruntime", reason="the [models] extra is not installed")
    pytest.importorskip("onnxscript", reason="the [models] extra is not installed")
    settings.VAR_DIR = tmp_path / "var"
    folder = tmp_path / "bert"
    folder.mkdir()
    name = save_bert(folder)
    texts = ["a dog", "a cat runs a dog runs a dog", "dog", ""]
    found = onnx_models.embed_texts(name, texts, revision="1")
    np.testing.assert_allclose(found, torch_models.embed_texts(name, texts), atol=1e-4)
    assert len(list((tmp_path / "var" / "models").iterdir())) == 1
