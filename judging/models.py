"""Studies with their protocols, places to fill, judges, assignments, trials and what was answered."""

from __future__ import annotations

import secrets
from datetime import datetime
from functools import cached_property

from django.db import models
from django.db.models import Q

from agents.models import Origin, Response, Stimulus
from agents.tasks import TASKS
from agents.tasks.base import Task
from judging.protocol import Settings


def make_public_id() -> str:
    """An opaque random id for addresses: 128 bits."""
    return secrets.token_urlsafe(16)


class Collection(models.Model):
    """Studies to be reported together."""

    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.title


class Study(models.Model):
    """One configured collection of judgements on one task."""

    class State(models.TextChoices):
        """DRAFT can be changed, OPEN admits judges, CLOSED lets those inside finish."""

        DRAFT = "draft", "Draft"
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"

    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=200)
    task = models.SlugField(max_length=40)
    collection = models.ForeignKey(Collection, null=True, blank=True, on_delete=models.SET_NULL, related_name="studies")
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    link = models.CharField(max_length=32, unique=True, default=make_public_id, editable=False)
    is_listed = models.BooleanField(default=False, help_text="named on the start page")
    is_simulated = models.BooleanField(default=False, help_text="judged by robots, never by people")
    label = models.CharField(
        max_length=300, blank=True, help_text="what every page says about where the data come from"
    )
    created_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "studies"
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return self.title

    @property
    def plugin(self) -> Task:
        """The task that is judged."""
        return TASKS[self.task]


class Protocol(models.Model):
    """A study's frozen settings, one row per version; visits are pinned to theirs."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="protocols")
    version = models.PositiveIntegerField(default=1)
    document = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("study", "version"), name="one_protocol_per_version"),)

    def __str__(self) -> str:
        return f"{self.study_id} version {self.version}"

    @cached_property
    def settings(self) -> Settings:
        """The settings, checked and typed."""
        return Settings.model_validate(self.document)


class Cell(models.Model):
    """The places of one study with the same pairing and the same AI agents, and how often they are taken in all."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="cells")
    name = models.CharField(max_length=250, help_text="H, A:blip, HA:eliza, …")
    pairing = models.CharField(max_length=8)
    places_count = models.PositiveIntegerField()
    taken = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("study", "name"), name="one_cell_per_name"),)

    def __str__(self) -> str:
        return f"{self.name} in {self.study_id}"


class Place(models.Model):
    """One view of one response in one study's pool, and how many trials hold or have judged it."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="places")
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="places")
    stimulus = models.ForeignKey(Stimulus, on_delete=models.PROTECT, related_name="+")
    view = models.PositiveIntegerField(help_text="0 for the whole response, else the number of turns")
    cell = models.ForeignKey(Cell, on_delete=models.CASCADE, related_name="places")
    taken = models.PositiveIntegerField(default=0)
    salt = models.PositiveBigIntegerField(help_text="random; orders places that are equally taken")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("study", "response", "view"), name="one_place_per_view"),)
        indexes = (models.Index(fields=("cell", "taken", "salt"), name="place_least_taken"),)

    def __str__(self) -> str:
        return f"response {self.response_id} in {self.study_id}"


class Judge(models.Model):
    """A person who judges; known again by a keyed hash, where a platform gave an id."""

    person_key = models.CharField(max_length=64, unique=True, help_text="keyed hash, or random for anonymous links")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"judge {self.pk}"


class Assignment(models.Model):
    """One person's visit to one study."""

    class Stage(models.TextChoices):
        """Which page the visit stands at."""

        CONSENT = "consent", "Consent"
        DEMOGRAPHICS = "demographics", "Demographics"
        INSTRUCTIONS = "instructions", "Instructions"
        TRIALS = "trials", "Trials"
        CLOSING = "closing", "Closing questions"
        OVER = "over", "Over"

    class State(models.TextChoices):
        """How the visit stands; all but OPEN are final."""

        OPEN = "open", "Open"
        FINISHED = "finished", "Finished"
        DECLINED = "declined", "Consent declined"

    public_id = models.CharField(max_length=32, unique=True, default=make_public_id, editable=False)
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="assignments")
    protocol = models.ForeignKey(Protocol, on_delete=models.PROTECT, related_name="assignments")
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="assignments")
    platform = models.CharField(max_length=20)
    environment = models.CharField(max_length=20)
    platform_assignment = models.CharField(max_length=120)
    seed = models.BigIntegerField()
    stage = models.CharField(max_length=15, choices=Stage.choices, default=Stage.CONSENT)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    demographics = models.JSONField(default=dict)
    closing = models.JSONField(default=dict)
    code = models.CharField(max_length=20, blank=True)
    arrived_at = models.DateTimeField()
    consented_at = models.DateTimeField(null=True)
    began_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, help_text="when unjudged places went back to the pool")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("study", "platform", "environment", "platform_assignment", "judge"),
                name="one_assignment_per_platform_assignment",
            ),
            models.UniqueConstraint(
                fields=("study", "platform", "environment", "judge"), name="one_visit_per_judge_and_study"
            ),
            models.CheckConstraint(
                condition=Q(state="open", over_at=None) | (~Q(state="open") & Q(over_at__isnull=False)),
                name="assignment_over_when_not_open",
            ),
            models.CheckConstraint(condition=~Q(code="") | ~Q(state="finished"), name="finished_assignment_has_code"),
        )
        indexes = (models.Index(fields=("state", "released_at", "seen_at")),)

    def __str__(self) -> str:
        return f"assignment {self.pk} in {self.study_id}"


class Trial(models.Model):
    """One view of one response shown to one judge at one position."""

    class Kind(models.TextChoices):
        """Only MAIN trials count in results."""

        MAIN = "main", "Main"
        PRACTICE = "practice", "Practice"
        FEEDBACK = "feedback", "Feedback"
        CATCH = "catch", "Catch"

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="trials")
    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="trials")
    stimulus = models.ForeignKey(Stimulus, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.MAIN)
    control = models.JSONField(null=True, help_text="question, options and the right one")
    issued_at = models.DateTimeField(null=True)
    painted_at = models.DateTimeField(null=True, help_text="when the browser said that the stimulus was painted")
    answered_at = models.DateTimeField(null=True)
    loads = models.PositiveIntegerField(default=0)
    submission = models.CharField(max_length=64, blank=True, help_text="id of the form that was accepted")
    rt_ms = models.PositiveIntegerField(null=True, help_text="measured in the browser from the painted stimulus")
    answers = models.JSONField(default=dict, help_text="confidence, reason and other questions on the whole trial")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("assignment", "position"), name="one_trial_per_position"),
            models.UniqueConstraint(fields=("assignment", "stimulus"), name="each_stimulus_once_per_judge"),
        )

    def __str__(self) -> str:
        return f"trial {self.position} of {self.assignment_id}"

    @property
    def shown_at(self) -> datetime | None:
        """From when the minimum time runs: the later of issue and painted."""
        return max(filter(None, (self.issued_at, self.painted_at)), default=None)


class Judgement(models.Model):
    """A judge's verdict on one role of one trial."""

    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="judgements")
    role = models.CharField(max_length=20)
    verdict = models.CharField(max_length=5, choices=Origin.choices)
    gender_guess = models.CharField(max_length=10, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("trial", "role"), name="one_judgement_per_role"),)

    def __str__(self) -> str:
        return f"{self.verdict} on {self.role} of {self.trial_id}"


class ControlAnswer(models.Model):
    """What a judge answered to a trial's control question."""

    trial = models.OneToOneField(Trial, on_delete=models.CASCADE, related_name="control_answer")
    answer = models.CharField(max_length=200)
    is_right = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.answer!r} on {self.trial_id}"


class Attempt(models.Model):
    """An answer that was refused because it came before the minimum time was over."""

    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    seconds_left = models.FloatField()

    def __str__(self) -> str:
        return f"{self.seconds_left} s too early on {self.trial_id}"
