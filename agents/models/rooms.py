"""Live conversations: rooms, their two seats, and one ordered log of messages."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_noop

from agents.models.agents import Agent

CLIENT_ID_LENGTH = 64


def make_opaque_id() -> str:
    """An opaque random id: 128 bits, in no telling order."""
    return secrets.token_hex(16)


class Room(models.Model):
    """A conversation of two seats about a topic; how it stands follows from its times alone (chatting/machine.py)."""

    class Phase(models.TextChoices):
        """READYING waits for both seats to be there, OPEN takes messages, OVER is final."""

        READYING = "readying", gettext_noop("Waiting for both")
        OPEN = "open", gettext_noop("Talking")
        OVER = "over", gettext_noop("Over")

    class Ending(models.TextChoices):
        """Why a conversation is over."""

        COMPLETE = "complete", gettext_noop("All turns were taken")
        TIME = "time", gettext_noop("The time was up")
        LEFT = "left", gettext_noop("A speaker left")
        AWAY = "away", gettext_noop("A speaker was not seen any more")
        SILENCE = "silence", gettext_noop("A speaker said nothing")
        NOT_READY = "not_ready", gettext_noop("A speaker did not answer the ready-check")
        STOPPED = "stopped", gettext_noop("Stopped by an experimenter")
        ENOUGH = "enough", gettext_noop("A speaker had heard enough")
        WITH_OTHER = "with_other", gettext_noop("Another conversation of the same people was broken off")
        FAILED = "failed", gettext_noop("An AI agent could not answer")

    public_id = models.CharField(max_length=32, unique=True, default=make_opaque_id, editable=False)
    topic = models.CharField(max_length=200, blank=True)
    context = models.TextField(blank=True, help_text="what both speakers are told besides")
    rules = models.JSONField(help_text="turns, flow, time limits and pacing, frozen when the room was made")
    seed = models.BigIntegerField(help_text="fixes the speeds of reading and typing that are drawn")
    reserve = models.ForeignKey(
        Agent,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="answers where a seat's AI agent cannot",
    )
    is_simulated = models.BooleanField(default=False, help_text="robots speak for people")
    phase = models.CharField(max_length=8, choices=Phase.choices, default=Phase.READYING)
    made_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=10, choices=Ending.choices, blank=True)
    ended_by = models.CharField(max_length=1, blank=True, help_text="the role that left or was silent")
    turns = models.PositiveIntegerField(default=0, help_text="messages that were taken; the last one's seq")
    last_speaker = models.CharField(max_length=1, blank=True)
    writing_from = models.DateTimeField(null=True, help_text="since when the last speaker counts as writing it")
    last_release_at = models.DateTimeField(null=True, help_text="when the last message is shown to the partner")
    watched_since = models.DateTimeField(help_text="since when polls come without a gap of the server's making")

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(phase="over", over_at__isnull=False) & ~Q(ending="") | ~Q(phase="over") & Q(ending=""),
                name="room_over_with_an_ending",
            ),
        )
        indexes = (models.Index(fields=("phase",), condition=~Q(phase="over"), name="rooms_not_over"),)

    def __str__(self) -> str:
        return f"room {self.public_id}"


class Seat(models.Model):
    """One side of a room; an AI agent sits on it, or a person whom this app does not know."""

    public_id = models.CharField(max_length=32, unique=True, default=make_opaque_id, editable=False)
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="seats")
    role = models.CharField(max_length=1, choices=(("A", "A"), ("B", "B")))
    agent = models.ForeignKey(
        Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="seats", help_text="an AI agent, or nobody"
    )
    ready_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField()
    typing_at = models.DateTimeField(null=True)
    left_at = models.DateTimeField(null=True)
    erased_at = models.DateTimeField(null=True, help_text="when what it said was erased, as the person asked")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("room", "role"), name="one_seat_per_role"),)

    def __str__(self) -> str:
        return f"seat {self.role} of {self.room_id}"


class Message(models.Model):
    """One turn as it was sent, shown to the partner when its time has come."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="messages")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="messages")
    seq = models.PositiveIntegerField(help_text="1, 2, 3, … in its room")
    client_id = models.CharField(max_length=CLIENT_ID_LENGTH, help_text="the sender's own id of it; sent again, once")
    text = models.TextField()
    flags = models.JSONField(default=list, help_text="phrases by which a speaker lets slip what they are")
    sent_at = models.DateTimeField()
    release_at = models.DateTimeField(help_text="never before that of the message before it")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("room", "seq"), name="one_message_per_seq"),
            models.UniqueConstraint(fields=("seat", "client_id"), name="one_message_per_client_id"),
            models.CheckConstraint(condition=Q(release_at__gte=F("sent_at")), name="message_released_after_sent"),
        )

    def __str__(self) -> str:
        return f"message {self.seq} of {self.room_id}"


class AskedTurn(models.Model):
    """That an AI agent is to say something: a worker finds it here, and what became of each try is kept."""

    class State(models.TextChoices):
        """DUE until an answer is in the log, or no agent could give one."""

        DUE = "due", gettext_noop("Due")
        DONE = "done", gettext_noop("Answered")
        FAILED = "failed", gettext_noop("No agent could answer")
        MOOT = "moot", gettext_noop("The conversation was over before")

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="asked_turns")
    after = models.PositiveIntegerField(help_text="the seq of the message that it answers; 0 for the first word")
    state = models.CharField(max_length=6, choices=State.choices, default=State.DUE)
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="when the next try may begin; a worker that took it sets this ahead")
    tries = models.PositiveIntegerField(default=0)
    failures = models.JSONField(default=list, help_text="of each failed try: when, which agent, what kind")
    answered_by = models.ForeignKey(
        Agent, null=True, on_delete=models.PROTECT, related_name="+", help_text="the seat's agent or the one in reserve"
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=("seat", "after"), name="asked_once_per_turn"),)
        indexes = (models.Index(fields=("due_at",), condition=Q(state="due"), name="asked_turns_due"),)

    def __str__(self) -> str:
        return f"turn after {self.after} of seat {self.seat_id}"
