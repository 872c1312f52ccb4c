"""What the templates of a conversation get: frozen values; before the guess, nothing that tells of the partner."""

from dataclasses import dataclass

from agents.chatting.looking import Line
from judging.screens import ExtraField, Screen, TextScreen, VerdictField


@dataclass(frozen=True, kw_only=True)
class WaitingScreen(Screen):
    """The waiting room; `is_away` asks somebody back who missed their partner."""

    template = "visit/waiting.html"
    chats = True
    visit_token: str
    longest_wait: str
    is_away: bool
    may_leave: bool


@dataclass(frozen=True, kw_only=True)
class ChatScreen(Screen):
    """The conversation."""

    template = "visit/chat.html"
    chats = True
    seat_token: str
    topic: str
    context: tuple[str, ...]
    lines: tuple[Line, ...]
    held: tuple[Line, ...]  # the speaker's own, which the partner does not see yet
    turns: int
    longest: int


@dataclass(frozen=True, kw_only=True)
class GuessScreen(Screen):
    """The question whom somebody has talked with."""

    template = "visit/guess.html"
    why_over: str
    verdict: VerdictField
    extras: tuple[ExtraField, ...]


@dataclass(frozen=True, kw_only=True)
class DebriefScreen(TextScreen):
    """The truth about the partner, and what becomes of the conversation."""

    template = "visit/debrief.html"
    title: str
    truth: str
    keeping: str
