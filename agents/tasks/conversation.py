"""Conversation: two speakers; a judge sees the first turns and judges both."""

import random
from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AfterValidator, BeforeValidator, Field

from agents.tasks.base import ControlQuestion, Data, Sample, Task
from agents.tasks.evidence import Example, Text
from agents.tasks.payloads import Line, Payload, Words, drop_empty
from turingapp.words import say_later

LENGTHS = (3, 6, 9, 12, 15, 18, 21, 24)
WRONG_TOPICS = 4
# The original study's topics; the wrong options of the topic check are drawn from them.
TOPICS = (
    gettext_noop("fashion"),
    gettext_noop("politics"),
    gettext_noop("books"),
    gettext_noop("sports"),
    gettext_noop("general entertainment"),
    gettext_noop("music"),
    gettext_noop("science"),
    gettext_noop("technology"),
    gettext_noop("movies"),
    gettext_noop("food"),
)


class Turn(Payload):
    """One message by one speaker."""

    speaker: Literal["A", "B"]
    text: Annotated[Line, Field(max_length=10_000)]


def require_words(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The turns, where at least one says something."""
    if not any(turn.text for turn in turns):
        raise ValueError(say_later("a dialogue should have at least one turn with words"))
    return tuple(turn for turn in turns if turn.text)


class Conversation(Task):
    """Chat about the topic with the other speaker."""

    slug, title = "conversation", gettext_noop("Conversation")
    instruction = gettext_noop("Chat with the other speaker about the topic.")
    question = gettext_noop("Who are the two speakers?")
    guidance: ClassVar[tuple[str, ...]] = (
        gettext_noop("You see the beginning of a conversation between speaker A and speaker B."),
        gettext_noop(
            "Each of them may be a human or a machine: there may be two humans, two machines, or one of each."
        ),
        gettext_noop("Read it, then say for each speaker whether it is a human or a machine."),
    )
    roles = ("A", "B")
    trials = 20

    class Stimulus(Payload):
        """A dialogue's setting: its topic, and what the speakers were told."""

        topic: Annotated[Words | None, BeforeValidator(drop_empty)] = None
        context: Annotated[Line | None, BeforeValidator(drop_empty)] = None

    class Response(Payload):
        """The turns, in order."""

        turns: Annotated[tuple[Turn, ...], Field(min_length=1, max_length=500), AfterValidator(require_words)]

    def remarks(self, response: Data) -> tuple[str, ...]:
        """A speaker without a turn, whom nobody can judge."""
        speakers = {turn["speaker"] for turn in response["turns"]}
        return () if speakers == set(self.roles) else (say_later("a speaker without a turn"),)

    def control(self, stimulus: Data, rng: random.Random) -> ControlQuestion | None:
        """What is the conversation about? One right of five."""
        topic = stimulus["topic"]
        if not topic:
            return None
        topic = _(topic) if topic in TOPICS else topic
        others = [other for other in map(_, TOPICS) if other != topic]
        options = [topic, *rng.sample(others, WRONG_TOPICS)]
        rng.shuffle(options)
        return ControlQuestion(_("What is the conversation about?"), tuple(options), topic)

    def views(self, response: Data) -> tuple[int, ...]:
        """The lengths 3, 6, ..., 24 that the dialogue has; all of a dialogue shorter than three turns."""
        turns = len(response["turns"])
        return tuple(length for length in LENGTHS if length <= turns) or (turns,)

    def show(self, stimulus: Data, response: Data, view: int) -> Data:
        """The first `view` turns."""
        return {"turns": response["turns"][: view or None]}

    def examples(self, stimulus: Data, response: Data) -> Sequence[Example]:
        """Each turn alone, as evidence on its speaker."""
        return [Example(turn["speaker"], (Text(turn["text"]),)) for turn in response["turns"]]

    def sample(self, rng: random.Random) -> Sample:
        """A dialogue of 3 to 24 turns made of a few plain sentences."""
        lines = ("Did you watch the game?", "Yes, it was close.", "Who do you think played best?", "The goalkeeper.")
        turns = [{"speaker": "AB"[number % 2], "text": rng.choice(lines)} for number in range(rng.choice((3, 9, 24)))]
        return Sample(self.check_stimulus({"topic": "sports"}), self.check_response({"turns": turns}))
