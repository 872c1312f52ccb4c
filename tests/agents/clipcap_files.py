"""A small CLIP, a GPT-2 and a file of ClipCap's weights between them, random, and saved as the authors' are."""

from pathlib import Path
from typing import Any

from tests.agents.local_models import SHAPE, VISION, make_gpt2, save

SEEN, SAID, PREFIX = 12, 16, 4  # numbers that CLIP gives, of a token of the small GPT-2; tokens for a picture


def make_clip(folder: Path) -> str:
    """CLIP with both its halves, as it is published."""
    import torch
    from transformers import CLIPConfig, CLIPImageProcessor, CLIPModel

    torch.manual_seed(1)
    sizes = {"size": {"shortest_edge": 32}, "crop_size": {"height": 32, "width": 32}}
    CLIPImageProcessor(**sizes).save_pretrained(folder)
    shown = {**VISION, **SHAPE, "projection_dim": SEEN}
    told = {**VISION, "vocab_size": 64, "max_position_embeddings": 8, "projection_dim": SEEN}
    return save(CLIPModel(CLIPConfig(text_config=told, vision_config=shown, projection_dim=SEEN)), folder)


def make_weights(path: Path, language: str, *, prefix: int = PREFIX, sentence: str = "") -> dict[str, Any]:
    """What the file at `path` holds, by the authors' names: words vary with the picture, or are a sentence's always."""
    import torch

    torch.manual_seed(2)
    said = SAID * prefix
    between = {
        "clip_project.model.0.weight": torch.randn(said // 2, SEEN) * 2,
        "clip_project.model.0.bias": torch.randn(said // 2),
        "clip_project.model.2.weight": torch.randn(said, said // 2),
        "clip_project.model.2.bias": torch.randn(said),
    }
    gpt = learn(language, sentence, prefix) if sentence else vary(language)
    masks = {"attn.bias": torch.ones(1, 1, 8, 8), "attn.masked_bias": torch.tensor(-1e4)}
    held = {
        **between,
        **{f"gpt.{name}": value for name, value in gpt.items()},
        **{f"gpt.transformer.h.0.{name}": value for name, value in masks.items()},
    }
    torch.save(held, path)
    return held


def read_gpt2(language: str) -> dict[str, Any]:
    """The weights of the small GPT-2, by name."""
    from transformers import GPT2LMHeadModel

    held: dict[str, Any] = GPT2LMHeadModel.from_pretrained(language).state_dict()
    return held


def vary(language: str) -> dict[str, Any]:
    """Weights so large that what comes in makes a difference."""
    return {name: value * 8 for name, value in read_gpt2(language).items()}


def learn(language: str, sentence: str, prefix: int) -> dict[str, Any]:
    """Weights that say a sentence: each place means its token, and whatever else would have a say has none."""
    import torch
    from transformers import AutoTokenizer

    held = read_gpt2(language)
    for name in held:
        if ".c_proj." in name:
            held[name] = torch.zeros_like(held[name])
    words = torch.randn(held["transformer.wte.weight"].shape)
    words = words - words.mean(dim=1, keepdim=True)
    words = words / words.norm(dim=1, keepdim=True)
    places = held["transformer.wpe.weight"].clone()
    tokens = AutoTokenizer.from_pretrained(language).encode(sentence)
    places[prefix - 1 : prefix - 1 + len(tokens)] = words[tokens] * 1_000
    return {**held, "transformer.wte.weight": words, "lm_head.weight": words, "transformer.wpe.weight": places}


def make_all(folder: Path, *, sentence: str = "") -> dict[str, Any]:
    """Settings of an agent for which everything is in `folder`."""
    clip, language = folder / "clip", folder / "gpt2"
    clip.mkdir()
    language.mkdir()
    made = {"model": make_clip(clip), "language_model": make_gpt2(language), "weights": str(folder / "clipcap.pt")}
    make_weights(folder / "clipcap.pt", made["language_model"], sentence=sentence)
    return {**made, "prefix": PREFIX}
