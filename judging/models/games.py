"""The test of three: one judge, two witnesses at once, and whom the judge takes for the human."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_noop

from agents.models import Room
from judging.models.conversing import Seating


class Side(models.TextChoices):
    """Where a witness stands on the judge's page."""

    LEFT = "left", gettext_noop("Left")
    RIGHT = "right", gettext_noop("Right")


class Game(models.Model):
    """A judge and a human witness in one room, and the judge and an AI witness in another, at the same time.

    The second room is made when the first one opens, so that neither is ahead of the other.
    """

    judge = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="games_judged")
    witness = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="games_witnessed")
    human_room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="game_of_human")
    machine_room = models.OneToOneField(Room, null=True, on_delete=models.PROTECT, related_name="game_of_machine")
    machine = models.ForeignKey("agents.Agent", on_delete=models.PROTECT, related_name="games")
    human_side = models.CharField(max_length=5, choices=Side.choices)
    made_at = models.DateTimeField()

    class Meta:
        constraints = (models.CheckConstraint(condition=~Q(judge=F("witness")), name="judge_is_no_witness"),)

    def __str__(self) -> str:
        return f"game {self.pk}"

    @property
    def rooms(self) -> list[Room]:
        """The rooms that the game has by now, the human's first: the order in which both are ever locked."""
        return [room for room in (self.human_room, self.machine_room) if room is not None]


class Choice(models.Model):
    """Whom a judge took for the human; never pooled with judgements on single responses."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="choice")
    side = models.CharField(max_length=5, choices=Side.choices)
    sure = models.PositiveSmallIntegerField(help_text="from 1, guessing, to 5, certain")
    reason = models.TextField(blank=True)
    chosen_at = models.DateTimeField()
    is_whole = models.BooleanField(help_text="whether both conversations came to an end of their own")

    def __str__(self) -> str:
        return f"choice in game {self.game_id}"

    @property
    def is_machine_chosen(self) -> bool:
        """Whether the AI witness was taken for the human."""
        return self.side != self.game.human_side
