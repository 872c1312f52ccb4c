"""What people answered on this platform, and how it stands with each: it joins a pool once somebody looked at it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_noop

from agents.models.agents import Agent
from agents.models.responses import Gender, Provenance, Response
from agents.models.stimuli import Stimulus


class Answer(models.Model):
    """One answer to one stimulus, by one person or by the two speakers of a conversation; becomes a response."""

    class State(models.TextChoices):
        """WAITING for a look; ACCEPTED into a pool; LEFT_OUT of it; APART, from a preview or pilot, joins none.

        TAKEN_BACK by its author after it was accepted: the response is empty, and nobody is shown it any more.
        """

        WAITING = "waiting", gettext_noop("Waiting")
        ACCEPTED = "accepted", gettext_noop("Accepted")
        LEFT_OUT = "left_out", gettext_noop("Left out")
        APART = "apart", gettext_noop("From a preview or pilot")
        TAKEN_BACK = "taken_back", gettext_noop("Taken back by its author")

    stimulus = models.ForeignKey(Stimulus, on_delete=models.PROTECT, related_name="answers")
    source = models.CharField(max_length=60, db_index=True, help_text="the name of what collected it")
    key = models.CharField(max_length=80, unique=True, help_text="what was answered when: the same again is no second")
    payload = models.JSONField()
    raw = models.JSONField(help_text="the payload as it was given")
    flags = models.JSONField(default=list, help_text="what a reviewer should look at, as sentences")
    provenance = models.CharField(max_length=10, choices=Provenance.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    response = models.OneToOneField(Response, null=True, blank=True, on_delete=models.PROTECT, related_name="answer")
    given_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by = models.CharField(max_length=150, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=("accepted", "taken_back"), response__isnull=False)
                | (~Q(state__in=("accepted", "taken_back")) & Q(response=None)),
                name="accepted_answer_is_a_response",
            ),
        )
        indexes = (models.Index(fields=("source", "state")),)

    def __str__(self) -> str:
        return f"answer {self.pk} to {self.stimulus_id}"


class AnswerAuthor(models.Model):
    """Who gave an answer, in a role: a person by their key, or an AI agent."""

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="authors")
    role = models.CharField(max_length=20)
    visit = models.CharField(max_length=32, blank=True, db_index=True, help_text="the id of a person's visit")
    person_key = models.CharField(max_length=64, blank=True, db_index=True, help_text="keyed hash; never shown")
    agent = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    gender = models.CharField(max_length=10, choices=Gender.choices, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("answer", "role"), name="one_answer_author_per_role"),
            models.CheckConstraint(
                condition=Q(agent=None) & ~Q(person_key="") | Q(agent__isnull=False, person_key=""),
                name="answer_author_is_person_or_agent",
            ),
        )

    def __str__(self) -> str:
        return f"{self.role} of answer {self.answer_id}"
