"""ClipCap (Mokady, Hertz and Bermano 2021): GPT-2 goes on from what a small network makes of CLIP's view of a picture.

The modules stand under the names that the authors' files of weights have. Those files hold GPT-2 as it was trained
along; CLIP, which was not, comes from its own folder.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from PIL import Image

from agents.services.openai_compatible import Completion
from agents.services.transformers_local import load, load_tokenizer, load_whole
from agents.services.weights import fill, lack_weights
from turingapp.errors import ModelNotHere

STOP = "."  # as the authors end a caption
MASKS = (".attn.bias", ".attn.masked_bias")  # constants that older versions of GPT-2 kept among its weights


@dataclass(frozen=True, slots=True)
class ClipCap:
    """What captions are made with: CLIP and GPT-2 by name or folder, a file of weights, and the prefix in tokens."""

    clip: str
    language: str
    weights: Path
    prefix: int


def caption(parts: ClipCap, picture: Image.Image, *, choices: Mapping[str, Any]) -> Completion:
    """A sentence, its full stop included; cut where none came before the room was used up; raises ModelNotHere."""
    clip, writer, tokenizer = load_clip(parts.clip), load_writer(parts), load_tokenizer(parts.language)
    import torch

    looked = load("AutoImageProcessor", parts.clip, use_fast=False)(images=picture, return_tensors="pt")
    ends = [tokenizer.encode(STOP, add_special_tokens=False)[0], tokenizer.eos_token_id]
    with torch.inference_mode():
        seen = clip(pixel_values=looked["pixel_values"]).image_embeds  # not scaled to length 1, as in training
        prefix = writer["clip_project"]["model"](seen).reshape(1, parts.prefix, -1)
        attended = torch.ones(prefix.shape[:2], dtype=torch.long)
        made = (
            writer["gpt"]
            .generate(
                inputs_embeds=prefix,
                attention_mask=attended,
                eos_token_id=ends,
                pad_token_id=tokenizer.pad_token_id,
                **choices,
            )[0]
            .tolist()
        )
    text = tokenizer.decode(made, skip_special_tokens=True).strip()
    return Completion(text, cut=not set(ends) & set(made), tokens_out=len(made), raw={"text": text})


def load_clip(name: str) -> Any:
    """CLIP's half that looks; raises ModelNotHere."""
    return load_whole("CLIPVisionModelWithProjection", name)


@lru_cache(maxsize=1)
def load_writer(parts: ClipCap) -> Any:
    """The network between the two and GPT-2, with the weights of the file; raises ModelNotHere."""
    lacks = lack_weights(parts.weights, "ClipCap")
    if lacks:
        raise ModelNotHere(" ".join(lacks))
    seen, config = load_clip(parts.clip).visual_projection.out_features, load("AutoConfig", parts.language)
    if config.model_type != "gpt2":
        raise ModelNotHere(
            _("%(model)s is of the kind %(kind)s: ClipCap's words come from a gpt2.")
            % {"model": parts.language, "kind": config.model_type}
        )
    from torch import nn
    from transformers import GPT2LMHeadModel

    said = config.n_embd * parts.prefix
    between = nn.Sequential(nn.Linear(seen, said // 2), nn.Tanh(), nn.Linear(said // 2, said))
    writer = nn.ModuleDict({"clip_project": nn.ModuleDict({"model": between}), "gpt": GPT2LMHeadModel(config)})
    what = f"a ClipCap that makes {parts.prefix} tokens of {config.n_embd} numbers from {seen} of {parts.clip}"
    return fill(writer, parts.weights, what, leaving_out=MASKS)
