"""What the templates of a game get; before the choice, nothing that tells one witness from the other."""

from dataclasses import dataclass

from agents.chatting.looking import Line
from judging.screens import ExtraField, Screen


@dataclass(frozen=True, slots=True)
class Pane:
    """The judge's side of one conversation."""

    side: str
    title: str
    seat_token: str
    lines: tuple[Line, ...]
    held: tuple[Line, ...]
    is_over: bool


@dataclass(frozen=True, kw_only=True)
class ReadyScreen(Screen):
    """Both witnesses are here: is the judge?"""

    template = "visit/game_ready.html"
    visit_token: str
    topic: str
    context: tuple[str, ...]
    is_ready: bool


@dataclass(frozen=True, kw_only=True)
class GameScreen(Screen):
    """Two conversations at once."""

    template = "visit/game.html"
    chats = True
    topic: str
    context: tuple[str, ...]
    panes: tuple[Pane, ...]
    turns: int
    longest: int
    least: int


@dataclass(frozen=True, kw_only=True)
class ChoiceScreen(Screen):
    """The question which witness is the human."""

    template = "visit/choice.html"
    why_over: str
    extras: tuple[ExtraField, ...]
