"""Texts from models of the transformers library: going on with one, a chat, an answer, and a picture's caption."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext as _
from PIL import Image

from agents.services.openai_compatible import Completion, Message
from agents.services.transformers_local import load, load_tokenizer, load_whole
from turingapp.errors import PermanentServiceError

Choices = Mapping[str, Any]  # of transformers' generate()
CAUSAL, SEQ2SEQ, CAPTIONER = "AutoModelForCausalLM", "AutoModelForSeq2SeqLM", "AutoModelForImageTextToText"


def go_on(name: str, text: str, *, choices: Choices, seed: int, stops: Sequence[str] = ()) -> Completion:
    """How a causal model goes on with a text, up to the first of `stops`; raises ModelNotHere or ServiceError."""
    tokens = load_tokenizer(name)(text, return_tensors="pt")
    return generate(name, tokens, choices=choices, seed=seed, stops=stops)


def chat(name: str, messages: Sequence[Message], *, choices: Choices, seed: int) -> Completion:
    """A causal model's next message, by its own chat template; raises ModelNotHere or ServiceError."""
    tokenizer = load_tokenizer(name)
    text = tokenizer.apply_chat_template(list(messages), tokenize=False, add_generation_prompt=True)
    tokens = tokenizer(text, return_tensors="pt", add_special_tokens=False)
    return generate(name, tokens, choices=choices, seed=seed)


def generate(name: str, tokens: Any, *, choices: Choices, seed: int, stops: Sequence[str] = ()) -> Completion:
    """What a causal model adds to tokens; raises PermanentServiceError where there is no room for that."""
    tokenizer, model = load_tokenizer(name), load_whole(CAUSAL, name)
    given = tokens["input_ids"].shape[1]
    room = getattr(model.config, "max_position_embeddings", None)
    if room and given + choices["max_new_tokens"] > room:
        raise PermanentServiceError(
            _(
                "%(model)s has room for %(room)s tokens, not for %(number)s and a reply of "
                "%(reply)s; lower most_characters or most_tokens."
            )
            % {"model": name, "room": room, "number": given, "reply": choices["max_new_tokens"]}
        )
    with sowing(seed):
        made = model.generate(**tokens, **choices, pad_token_id=tokenizer.pad_token_id)[0][given:]
    return finish(tokenizer, made, given=given, most=choices["max_new_tokens"], stops=stops)


def finish(tokenizer: Any, made: Any, *, given: int, most: int, stops: Sequence[str]) -> Completion:
    """Tokens as what was said; cut where neither an end nor a stop came before the room was used up."""
    whole = tokenizer.decode(made, skip_special_tokens=True).lstrip("\n")
    ends = [place for stop in stops if (place := whole.find(stop)) >= 0]
    ended = bool(ends) or len(made) < most or int(made[-1]) == tokenizer.eos_token_id
    text = whole[: min(ends)] if ends else whole
    return Completion(text, cut=not ended, tokens_in=given, tokens_out=len(made), raw={"text": whole})


def answer(name: str, turns: Sequence[str], *, before: str, between: str, choices: Choices, seed: int) -> Completion:
    """What an encoder-decoder says to turns; what has no room is cut from the front, `before` stays.

    Raises ModelNotHere.
    """
    tokenizer, model = load_tokenizer(name), load_whole(SEQ2SEQ, name)
    room = model.config.max_position_embeddings
    kept = list(turns)
    tokens = tokenizer(before + between.join(kept), return_tensors="pt")
    while tokens["input_ids"].shape[1] > room and len(kept) > 1:
        kept = kept[1:]
        tokens = tokenizer(before + between.join(kept), return_tensors="pt")
    tokens = {part: tokens[part][:, -room:] for part in ("input_ids", "attention_mask")}
    with sowing(seed):
        made = model.generate(**tokens, **choices)[0]
    text = tokenizer.decode(made, skip_special_tokens=True).strip()
    return Completion(text, tokens_in=tokens["input_ids"].shape[1], tokens_out=len(made), raw={"text": text})


def caption(name: str, picture: Image.Image, *, beginning: str, choices: Choices) -> Completion:
    """A caption that begins as it should; raises ModelNotHere."""
    import torch

    tokenizer, model = load_tokenizer(name), load_whole(CAPTIONER, name)
    looked = load("AutoImageProcessor", name, use_fast=False)(images=picture, return_tensors="pt")
    given = tokenizer(beginning, return_tensors="pt", add_special_tokens=False)["input_ids"] if beginning else None
    with torch.inference_mode():
        made = model.generate(pixel_values=looked["pixel_values"], input_ids=given, **choices)[0]
    text = tokenizer.decode(made, skip_special_tokens=True).strip()
    return Completion(text, tokens_out=len(made), raw={"text": text})


@contextmanager
def sowing(seed: int) -> Iterator[None]:
    """Chance as the seed has it, and that of others untouched; no gradients."""
    import torch

    with torch.random.fork_rng(devices=[]), torch.inference_mode():
        torch.manual_seed(seed)
        yield


def choose(*, most_tokens: int, temperature: float | None, beams: int | None = None) -> dict[str, Any]:
    """Choices for generate(): what is not set is left to the model."""
    drawn: dict[str, Any] = {}
    if temperature is not None:
        drawn = {"do_sample": True, "temperature": temperature} if temperature > 0 else {"do_sample": False}
    return {"max_new_tokens": most_tokens, **drawn, **({"num_beams": beams} if beams else {})}
