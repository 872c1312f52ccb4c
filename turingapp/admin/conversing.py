"""Live conversations: rooms, seats, messages, turns that AI agents are asked for, and what experimenters did there.

Who sits where is not told.
"""

from django.contrib import admin

from agents.models import AskedTurn, Message, Room, RoomTrace, Seat
from judging.models import Choice, Game, Seating
from turingapp.admin.looking import Looking


@admin.register(Room)
class RoomTable(Looking):
    """Conversations."""

    shown = ("topic", "phase", "ending", "turns", "is_simulated", "made_at", "opened_at", "over_at", "rules")
    list_filter = ("phase", "ending", "is_simulated")
    search_fields = ("topic",)
    date_hierarchy = "made_at"


@admin.register(Seat)
class SeatTable(Looking):
    """The two seats of a conversation."""

    shown = ("room", "role", "agent", "ready_at", "seen_at", "left_at", "erased_at")
    list_filter = ("role",)


@admin.register(Message)
class MessageTable(Looking):
    """That something was said, and when; what it was is shown in the workplace, with a trace."""

    shown = ("room", "seat", "seq", "sent_at", "release_at", "flags")
    date_hierarchy = "sent_at"


@admin.register(AskedTurn)
class AskedTurnTable(Looking):
    """Turns that an AI agent was asked for."""

    shown = ("seat", "after", "state", "tries", "asked_at", "due_at", "answered_by")
    list_filter = ("state",)


@admin.register(Seating)
class SeatingTable(Looking):
    """How a visit stands with its conversation; which seat is whose is not told."""

    shown = ("waiting_since", "seen_at", "is_away", "guess", "sure", "guessed_at", "keeps", "decided_at", "reason")
    list_filter = ("is_away", "guess")


@admin.register(RoomTrace)
class RoomTraceTable(Looking):
    """Who had a conversation's text shown, gave it more time or stopped it, and when."""

    shown = ("room", "kind", "minutes", "by", "at")
    list_filter = ("kind",)
    search_fields = ("by",)
    date_hierarchy = "at"


@admin.register(Game)
class GameTable(Looking):
    """Games of three."""

    shown = ("made_at", "human_side", "machine", "human_room", "machine_room")
    list_filter = ("machine",)
    date_hierarchy = "made_at"


@admin.register(Choice)
class ChoiceTable(Looking):
    """Whom judges took for the human."""

    shown = ("game", "side", "sure", "is_whole", "chosen_at", "reason")
    list_filter = ("is_whole", "sure")
    date_hierarchy = "chosen_at"
