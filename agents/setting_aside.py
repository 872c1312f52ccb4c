"""Stimuli and responses set aside: nothing new draws them, until they are brought back."""

from datetime import datetime

from agents.models import Response, Stimulus


def set_aside(found: Stimulus | Response, *, by: str, why: str, at: datetime) -> bool:
    """Set it aside; false where it is already, and then who did it first stays."""
    waiting = type(found)._default_manager.filter(pk=found.pk, set_aside_at=None)
    return bool(waiting.update(set_aside_at=at, set_aside_by=by, set_aside_why=why))


def bring_back(found: Stimulus | Response) -> bool:
    """Let it be drawn again; false where it was not set aside."""
    aside = type(found)._default_manager.filter(pk=found.pk).exclude(set_aside_at=None)
    return bool(aside.update(set_aside_at=None, set_aside_by="", set_aside_why=""))
