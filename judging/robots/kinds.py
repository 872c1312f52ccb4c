"""The kinds of robots: how each answers, whether it goes on, and how it clicks."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from agents.tasks import TASKS
from agents.tasks.base import Task
from judging.robots.pages import VERDICT, Page
from judging.robots.truth import Truth, find_comprehension, find_task, find_truth

Questions = Mapping[str, tuple[str, ...]]  # the values that each field offers

CONTROL, GENDER = "control", "gender-"
MOST_DRAWS = 50  # until an answer is another one; some tasks have only few
SPREAD = 0.4  # of the logarithm of reaction times: about what people's have


@dataclass
class Robot:
    """A guesser: flips a coin for each verdict, looks at what controls ask for, answers all else at random."""

    rng: random.Random
    skill: float = 1.0
    said: set[frozenset[str]] = field(default_factory=set, init=False)  # its answers to a task so far
    slug: ClassVar[str] = "guessing"
    about: ClassVar[str] = "a coin flip for each verdict, controls right"
    usual_rt_ms: ClassVar[int] = 4000
    clicks: ClassVar[int] = 1
    reload_rate: ClassVar[float] = 0.0

    def is_leaving(self, page: Page) -> bool:
        """Whether it closes the window at this page."""
        return False

    def say(self, number: int) -> str | None:
        """Its next message in a conversation, of which it has said `number`; None to say nothing for now."""
        line: str = self.rng.choice(TASKS["conversation"].sample(self.rng).response["turns"])["text"]
        return line

    def hangs_up(self, number: int) -> bool:
        """Whether it ends the conversation after so many messages of its own."""
        return False

    def fill(self, page: Page) -> dict[str, str]:
        """The whole form, filled in."""
        answers = {name: self.rng.choice(offered) for name, offered in page.questions.items()}
        if page.is_consent:
            answers["answer"] = "agree"
        elif page.is_debrief:
            answers["answer"] = "keep"
        elif page.is_comprehension:
            answers |= self.understand(page)
        elif page.is_trial:
            answers |= self.judge(page.questions, find_truth(page.token))
        elif page.is_answer:
            answers |= self.respond(find_task(page.token))
        if page.is_timed:
            answers["rt_ms"] = str(round(self.usual_rt_ms * self.rng.lognormvariate(0, SPREAD)))
        return {**page.hidden, **answers}

    def understand(self, page: Page) -> dict[str, str]:
        """The answers to the questions on the instructions, which it has read."""
        return find_comprehension(page.token)

    def respond(self, task: Task) -> dict[str, str]:
        """An answer that the task makes up, whatever the stimulus is, typed as people type; another each time."""
        for _ in range(MOST_DRAWS):
            filled = task.fill_form(task.sample(self.rng).response)
            if (said := frozenset(filled.values())) not in self.said:
                break
        self.said.add(said)
        return {**filled, "profile": json.dumps({"keys": sum(map(len, filled.values())), "first_input_ms": 0})}

    def judge(self, questions: Questions, truth: Truth) -> dict[str, str]:
        """The answers that are not left to chance: to a control question, and to a trial put in to catch who sleeps."""
        control = {CONTROL: truth.control} if CONTROL in questions else {}
        return control | (name_origins(questions, truth) if truth.is_catch else {})


def name_origins(questions: Questions, truth: Truth) -> dict[str, str]:
    """The right verdict on each role, and the speaker's gender where it is asked and known."""
    right = {f"{VERDICT}{role}": origin for role, origin in truth.origins.items()}
    right |= {f"{GENDER}{role}": gender for role, gender in truth.genders.items()}
    return {name: answer for name, answer in right.items() if answer in questions.get(name, ())}


class Knowing(Robot):
    """Asks the database who answered, and says so with the probability `skill`."""

    slug = "knowing"
    about = "the true origin with probability --skill, else the other; controls right"

    def judge(self, questions: Questions, truth: Truth) -> dict[str, str]:
        """The truth about each role, as often as the skill has it."""
        answers = {}
        for name, right in name_origins(questions, truth).items():
            others = [value for value in questions[name] if value != right]
            answers[name] = right if self.rng.random() < self.skill else self.rng.choice(others)
        return answers | super().judge(questions, truth)


@dataclass
class Careless(Robot):
    """Gives one verdict throughout, and any control answer, fast."""

    habit: int = field(init=False)
    slug = "careless"
    about = "the same verdict every time, any control answer, in a hurry"
    usual_rt_ms = 600

    def __post_init__(self) -> None:
        self.habit = self.rng.randrange(2)

    def understand(self, page: Page) -> dict[str, str]:
        """Nothing: it has read no instructions, and guesses."""
        return {}

    def respond(self, task: Task) -> dict[str, str]:
        """Pasted from elsewhere."""
        return {**super().respond(task), "profile": json.dumps({"keys": 0, "pastes": 1})}

    def judge(self, questions: Questions, truth: Truth) -> dict[str, str]:
        """Always the same button."""
        return {name: offered[self.habit] for name, offered in questions.items() if name.startswith(VERDICT)}


@dataclass
class Leaving(Robot):
    """Does not finish: closes the window at consent, at the questions about itself, or in the middle of the trials."""

    patience: float = field(init=False)
    slug = "leaving"
    about = "closes the window: 1 in 10 at consent, 1 in 10 at the next pages, the others at some trial"

    def __post_init__(self) -> None:
        self.patience = self.rng.random()

    def is_leaving(self, page: Page) -> bool:
        """Patience below .1 ends at consent, below .2 before the trials; the rest is spread over the trials."""
        if page.is_consent:
            return self.patience < 0.1
        if not page.total:
            return self.patience < 0.2
        return page.number > (self.patience - 0.2) / 0.8 * page.total


class Talkative(Robot):
    """Says four times as much as others."""

    slug = "talkative"
    about = "in conversations says four times as much; guesses"

    def say(self, number: int) -> str | None:
        """Four lines in one."""
        lines = [Robot.say(self, number) or "" for _ in range(4)]
        return " ".join(lines)


class Silent(Robot):
    """Says a word and then nothing."""

    slug = "silent"
    about = "in conversations falls silent after its first message; guesses"

    def say(self, number: int) -> str | None:
        """One line."""
        return super().say(number) if number == 0 else None


class HangingUp(Robot):
    """Ends its conversations."""

    slug = "hanging-up"
    about = "ends conversations after its second message; guesses"

    def say(self, number: int) -> str | None:
        """Two lines."""
        return super().say(number) if number < 2 else None

    def hangs_up(self, number: int) -> bool:
        """When they are said."""
        return number >= 2


class DoubleClicking(Robot):
    """Sends every form twice at the same time, and now and then loads a page again before it answers."""

    slug = "double-clicking"
    about = "sends every form twice at once and reloads now and then; guesses"
    clicks = 2
    reload_rate = 0.2


TALKERS = (Talkative, Silent, HangingUp)
KINDS: dict[str, type[Robot]] = {
    kind.slug: kind for kind in (Robot, Knowing, Careless, Leaving, DoubleClicking, *TALKERS)
}
MIXED = "mixed"
MIXTURE = (*("knowing",) * 4, "careless", *("knowing",) * 4, "leaving")  # of ten judges, in the order they come


def make_robot(kind: str, *, number: int, skill: float, seed: str) -> Robot:
    """The robot that comes as the `number`th, of one kind or of the mixture; the seed fixes what it draws."""
    slug = MIXTURE[number % len(MIXTURE)] if kind == MIXED else kind
    return KINDS[slug](random.Random(f"{seed}/{number}"), skill=skill)
