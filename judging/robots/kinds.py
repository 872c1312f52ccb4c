"""The kinds of robots: how each answers, whether it goes on, and how it clicks."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from judging.robots.pages import VERDICT, Page
from judging.robots.truth import Truth

CONTROL, GENDER = "control", "gender-"
SPREAD = 0.4  # of the logarithm of reaction times: about what people's have


@dataclass
class Robot:
    """A guesser: flips a coin for each verdict, looks at what controls ask for, answers all else at random."""

    rng: random.Random
    skill: float = 1.0
    slug: ClassVar[str] = "guessing"
    about: ClassVar[str] = "a coin flip for each verdict, controls right"
    usual_rt_ms: ClassVar[int] = 4000
    clicks: ClassVar[int] = 1
    reload_rate: ClassVar[float] = 0.0

    def is_leaving(self, page: Page) -> bool:
        """Whether it closes the window at this page."""
        return False

    def fill(self, page: Page, find_truth: Callable[[], Truth]) -> dict[str, str]:
        """The whole form, filled in. The truth is looked up where a trial is judged, whatever the kind makes of it."""
        answers = {name: self.rng.choice(offered) for name, offered in page.questions.items()}
        if page.is_consent:
            answers["answer"] = "agree"
        if page.is_trial:
            answers |= self.judge(page.questions, find_truth())
            answers["rt_ms"] = str(round(self.usual_rt_ms * self.rng.lognormvariate(0, SPREAD)))
        return {**page.hidden, **answers}

    def judge(self, questions: Mapping[str, tuple[str, ...]], truth: Truth) -> dict[str, str]:
        """The answers that are not left to chance."""
        return {CONTROL: truth.control} if CONTROL in questions else {}


class Knowing(Robot):
    """Asks the database who answered, and says so with the probability `skill`."""

    slug = "knowing"
    about = "the true origin with probability --skill, else the other; controls right"

    def judge(self, questions: Mapping[str, tuple[str, ...]], truth: Truth) -> dict[str, str]:
        """The truth about each role, as often as the skill has it."""
        answers = super().judge(questions, truth)
        for name, offered in questions.items():
            right = {
                VERDICT: truth.origins.get(name.removeprefix(VERDICT)),
                GENDER: truth.genders.get(name.removeprefix(GENDER)),
            }.get(name[: name.find("-") + 1])
            if right in offered:
                others = [value for value in offered if value != right]
                answers[name] = right if self.rng.random() < self.skill else self.rng.choice(others)
        return answers


@dataclass
class Careless(Robot):
    """Gives one verdict throughout, and any control answer, fast."""

    habit: int = field(init=False)
    slug = "careless"
    about = "the same verdict every time, any control answer, in a hurry"
    usual_rt_ms = 600

    def __post_init__(self) -> None:
        self.habit = self.rng.randrange(2)

    def judge(self, questions: Mapping[str, tuple[str, ...]], truth: Truth) -> dict[str, str]:
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


class DoubleClicking(Robot):
    """Sends every form twice at the same time, and now and then loads a page again before it answers."""

    slug = "double-clicking"
    about = "sends every form twice at once and reloads now and then; guesses"
    clicks = 2
    reload_rate = 0.2


KINDS: dict[str, type[Robot]] = {kind.slug: kind for kind in (Robot, Knowing, Careless, Leaving, DoubleClicking)}
MIXED = "mixed"
MIXTURE = (*("knowing",) * 4, "careless", *("knowing",) * 4, "leaving")  # of ten judges, in the order they come


def make_robot(kind: str, *, number: int, skill: float, seed: str) -> Robot:
    """The robot that comes as the `number`th, of one kind or of the mixture; the seed fixes what it draws."""
    slug = MIXTURE[number % len(MIXTURE)] if kind == MIXED else kind
    return KINDS[slug](random.Random(f"{seed}/{number}"), skill=skill)
