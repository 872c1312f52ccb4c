"""The base of systems that are told in words what to do, whoever runs the model."""

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from django.utils.translation import gettext_noop
from PIL import Image
from pydantic import AfterValidator, Field

from agents.ai_agents.agent_settings import AgentSettings
from agents.ai_agents.answers import Answer, Data, Reply, Usage
from agents.ai_agents.base import AIAgent, Utterance, read_picture
from agents.ai_agents.prompted.prompts import find_prompt, read_prompt
from agents.ai_agents.prompted.reading import find_text, read_reply, read_turn
from agents.ai_agents.prompted.writing import Messages, quote, write_dialogue, write_messages, write_transcript
from agents.services.openai_compatible import Completion
from agents.tasks import TASKS
from turingapp.errors import InvalidPayload
from turingapp.words import say_later

PROMPT_TOKENS, PICTURE_TOKENS, REPLY_TOKENS = 500, 1000, 60  # rough, for the estimate of what a run costs
LONGEST_SIDE = 768  # pixels of a picture as a model gets it
WORD_TOKENS = 12  # of an association, which ends with its line
COMPLETION, SEARCH = ".completion", ".search"
SEARCHED = "attention"  # the task that has a prompt of its own for a search


def check_folder(name: str) -> str:
    """A plain name, so that no other folder is reached."""
    if name and (name.startswith(".") or not name.replace("-", "").replace("_", "").replace(".", "").isalnum()):
        raise ValueError(say_later("it should be the name of a folder in VAR_DIR/prompts: letters, digits, - and _"))
    return name


class PromptedSettings(AgentSettings):
    """What can be set of any of them."""

    prompts: Annotated[str, AfterValidator(check_folder)] = Field(
        "",
        description=gettext_noop("a folder in VAR_DIR/prompts with files as in agents/ai_agents/prompts; empty: those"),
    )
    persona: str = Field(
        "somebody in their thirties with a job and a few hobbies",
        max_length=2_000,
        description=gettext_noop("who it is in a chat"),
    )
    temperature: float | None = Field(
        None, ge=0, le=2, description=gettext_noop("how freely it draws; empty: as the model is set")
    )
    most_tokens: int = Field(400, ge=1, le=100_000, description=gettext_noop("the longest reply"))
    most_characters: int = Field(
        12_000, ge=200, le=4_000_000, description=gettext_noop("of a dialogue, cut from its front")
    )


class PromptedAgent(AIAgent):
    """Writes a prompt, has it answered, reads the reply by the task's rule. Overrides `speak`, `go_on`, or both."""

    Settings: ClassVar[type[AgentSettings]] = PromptedSettings
    settings: PromptedSettings

    @abstractmethod
    def speak(self, messages: Messages, rng: random.Random) -> Completion:
        """The next message of a chat; raises ServiceError or ModelNotHere."""

    def go_on(self, text: str, rng: random.Random, *, stops: Sequence[str], most: int) -> Completion:
        """How a text goes on, up to one of `stops` or `most` tokens; raises ServiceError or ModelNotHere."""
        raise NotImplementedError

    def completes(self, task: str) -> bool:
        """Whether it is given a text to go on with for this task, and not a chat."""
        return False

    @property
    def names(self) -> tuple[str, ...]:
        """What it is called, which no answer should hold."""
        return (self.title,)

    @property
    def details(self) -> Data:
        """As of any agent, and the prompts as they are now."""
        paths = {name: find_prompt(name, self.settings.prompts) for name in self.list_prompts()}
        prompts = {
            name: path.read_text(encoding="utf-8", errors="replace") for name, path in paths.items() if path.is_file()
        }
        return {**super().details, "prompts": prompts}

    def list_prompts(self) -> list[str]:
        """The names of all prompts that it may use."""
        names = [self.name_prompt(task) for task in self.tasks]
        return [*names, f"{SEARCHED}{SEARCH}"] if SEARCHED in self.tasks else names

    def name_prompt(self, task: str) -> str:
        """The name of the prompt for a task."""
        return f"{task}{COMPLETION}" if self.completes(task) else task

    def find_lacks(self) -> tuple[str, ...]:
        """A prompt that cannot be read."""
        lacks = []
        for name in self.list_prompts():
            try:
                read_prompt(name, self.settings.prompts)
            except InvalidPayload as error:
                lacks.append(f"{error}.")
        return tuple(lacks)

    def expect_usage(self, task: str) -> Usage:
        """A prompt of some hundred words, a picture where it has one, a short reply: a guess until it was asked."""
        picture = PICTURE_TOKENS if TASKS[task].needs_picture else 0
        return Usage(1, PROMPT_TOKENS + picture, REPLY_TOKENS)

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """What the model says, where it is an answer."""
        if task not in self.tasks or len(TASKS[task].roles) > 1:
            raise self.refuse_task(task)
        said = self.ask(task, stimulus, rng)
        usage = count(said)
        text = find_text(said, names=self.names, usage=usage)
        return Answer(read_reply(task, text, said, stimulus=stimulus, usage=usage, rng=rng), said.raw, usage)

    def ask(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Completion:
        """The model's reply to a stimulus."""
        searches = stimulus.get("mode") == "search"
        prompt = read_prompt(self.name_prompt(task) + (SEARCH if searches else ""), self.settings.prompts)
        if self.completes(task):
            return self.go_on(prompt.fill({"cue": stimulus["cue"]})[1], rng, stops=["\n"], most=WORD_TOKENS)
        words = {"cue": stimulus.get("cue"), "target": stimulus.get("target")}
        values = {name: quote(word or "") for name, word in words.items()}
        return self.speak(write_messages(prompt, values, self.find_pictures(task, stimulus)), rng)

    def find_pictures(self, task: str, stimulus: Mapping[str, Any]) -> list[Image.Image]:
        """The pictures that a stimulus has; raises NoAnswer where the task needs one and there is none."""
        if not TASKS[task].needs_picture:
            return []
        target = stimulus.get("target_image")
        shown = [stimulus, *([{"image": target}] if target else [])]
        return [read_picture(one, longest_side=LONGEST_SIDE) for one in shown]

    def reply(self, history: Sequence[Utterance], rng: random.Random, *, topic: str = "") -> Reply:
        """The model's next turn."""
        if "conversation" not in self.tasks:
            raise self.refuse_task("conversation")
        prompt = read_prompt(self.name_prompt("conversation"), self.settings.prompts)
        values = {"persona": self.settings.persona, "topic": quote(topic or "anything")}
        most = self.settings.most_characters
        if self.completes("conversation"):
            dialogue = write_transcript(history, most=most)
            said = self.go_on(
                prompt.fill({**values, "dialogue": dialogue})[1], rng, stops=["\n"], most=self.settings.most_tokens
            )
        else:
            said = self.speak(write_dialogue(prompt, values, history, most=most), rng)
        usage = count(said)
        text = read_turn(find_text(said, names=self.names, usage=usage, by_sentences=True))
        return Reply(text, said.raw, usage)


def count(said: Completion) -> Usage:
    """What a completion used."""
    return Usage(1, said.tokens_in or 0, said.tokens_out or 0)
