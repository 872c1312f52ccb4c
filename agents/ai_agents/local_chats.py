"""Conversations by encoder-decoders that were trained on dialogues: BlenderBot and its like."""

import random
from collections.abc import Sequence
from typing import ClassVar

from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.answers import Reply, Usage
from agents.ai_agents.base import Utterance
from agents.ai_agents.prompted.reading import find_text, read_turn
from agents.ai_agents.transformers_agents import ModelName, ModelSettings, TransformersAgent
from agents.services import generating

OPENING = "Hi!"  # what the model hears where it has the first word
BETWEEN = "  "  # turns of a dialogue, as BlenderBot was trained on them


class Seq2SeqChat(TransformersAgent):
    """BlenderBot's role in the original study; it was trained on what two people say in turn, persona lines before."""

    slug, title, version = "seq2seq-chat", gettext_noop("Dialogue model of transformers"), "1"
    rule = gettext_noop(
        "A dialogue model on this machine answers the last turns, with its persona and the topic before them."
    )
    needs: ClassVar[str] = gettext_noop(
        "torch and transformers (the extra [models]), and a dialogue model such as facebook/blenderbot-400M-distill "
        "(setting model)."
    )
    tasks: ClassVar[tuple[str, ...]] = ("conversation",)

    class Settings(ModelSettings):
        """Which model, who it is, and how it draws."""

        model: ModelName = "facebook/blenderbot-400M-distill"
        persona: str = Field(
            "i have a job and a few hobbies", max_length=400, description=gettext_noop("a sentence in its own words")
        )
        temperature: float | None = Field(
            None, ge=0, le=2, description=gettext_noop("how freely it draws; empty: as the model is set")
        )
        most_tokens: int = Field(60, ge=4, le=1_000, description=gettext_noop("the longest reply"))

    settings: Settings

    def reply(self, history: Sequence[Utterance], rng: random.Random, *, topic: str = "") -> Reply:
        """What the model says to the dialogue, cut from its front to what the model can have in mind."""
        chosen = self.settings
        facts = [chosen.persona, f"i like to talk about {topic}"] if topic else [chosen.persona]
        before = "".join(f"your persona: {fact}{BETWEEN}" for fact in facts if fact)
        said = generating.answer(
            chosen.model,
            [turn.text for turn in history] or [OPENING],
            before=before,
            between=BETWEEN,
            choices=generating.choose(most_tokens=chosen.most_tokens, temperature=chosen.temperature),
            seed=rng.getrandbits(31),
        )
        names = (self.title, chosen.model.rpartition("/")[2])
        return Reply(read_turn(find_text(said, names=names, usage=Usage(), by_sentences=True)), said.raw)
