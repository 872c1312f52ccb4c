"""What a protocol says of live conversations: topics, partners, and what holds in their rooms."""

from typing import Annotated, Any, Literal, Self

from django.utils.translation import gettext as _
from pydantic import Field, model_validator

from agents.chatting.rules import Rules
from judging.screening_rules import Part

Minutes = Annotated[float, Field(gt=0, le=240)]


class Chat(Part):
    """The conversations of a study."""

    topics: Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(min_length=1)]
    context: str = ""  # what both speakers are told besides the topic
    people: Annotated[int, Field(ge=2, le=100_000)] = 100  # who may take part in all
    partners: list[str] = []  # AI agents, by name, equally often
    reserve: str = ""  # the AI agent that answers where the partner cannot
    ai_when_alone: bool = False  # an AI agent comes where no person does in time
    wait_minutes: Minutes = 3
    turns: Annotated[int, Field(ge=2, le=200)] = 24  # of both together
    least_turns: Annotated[int, Field(ge=1, le=200)] = 3  # fewer are no conversation to be judged
    flow: Literal["turns", "free"] = "turns"
    minutes: Minutes = 20
    ready_seconds: Annotated[float, Field(ge=5, le=600)] = 20
    silence_seconds: Annotated[float, Field(ge=30, le=3600)] = 150
    longest_message: Annotated[int, Field(ge=20, le=10_000)] = 600
    pace: Annotated[float, Field(ge=0, le=5)] = 1.0

    @model_validator(mode="after")
    def check_turns(self) -> Self:
        """No more turns are asked of a conversation than it can have."""
        if self.least_turns > self.turns:
            raise ValueError(
                _("least_turns is %(value)s; it should be at most turns, %(turns)s")
                % {"value": self.least_turns, "turns": self.turns}
            )
        return self

    @property
    def machines(self) -> list[str]:
        """The AI agents that people may meet, by name, with the one in reserve."""
        return [*self.partners, *filter(None, [self.reserve])]

    def make_rules(self, language: str) -> Rules:
        """What holds in a room of a study in this language."""
        return Rules(
            language=language,
            turns=self.turns,
            flow=self.flow,
            talk_seconds=self.minutes * 60,
            ready_seconds=self.ready_seconds,
            silence_seconds=self.silence_seconds,
            longest_message=self.longest_message,
            pace=self.pace,
        )

    def hurry(self) -> dict[str, Any]:
        """The same for robots: at their own pace, and with little waiting for nothing."""
        return {**self.model_dump(), "pace": 0.0, "wait_minutes": 0.2, "silence_seconds": 30.0}
