"""Runs: an AI agent is asked about the stimuli of a pool, item by item, each try kept."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_noop

from agents.failures import Failure
from agents.models.agents import Agent
from agents.models.stimuli import Stimulus


class AgentRun(models.Model):
    """One run that was asked for: whom, about what, by which rules. Money is in millionths of a US dollar."""

    class State(models.TextChoices):
        """What becomes of a run; a stopped one can go on."""

        QUEUED = "queued", gettext_noop("Waiting")
        RUNNING = "running", gettext_noop("Running")
        STOPPED = "stopped", gettext_noop("Stopped")
        FINISHED = "finished", gettext_noop("Finished")
        CANCELED = "canceled", gettext_noop("Canceled")

    ACTIVE = (State.QUEUED, State.RUNNING)

    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="runs")
    partner = models.ForeignKey(
        Agent,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="runs_as_partner",
        help_text="with whom it talks; empty where it talks with itself",
    )
    task = models.SlugField(max_length=40)
    pool = models.SlugField(max_length=60)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    problem = models.TextField(blank=True, help_text="why it stopped")
    seed = models.BigIntegerField(default=0)
    turns = models.PositiveSmallIntegerField(default=12, help_text="of a dialogue")
    most_tries = models.PositiveSmallIntegerField(default=3, help_text="at an item whose replies do not count")
    per_minute = models.PositiveIntegerField(null=True, blank=True, help_text="most calls in a minute")
    call_price = models.BigIntegerField(default=0, help_text="for each thousand calls")
    price_in = models.BigIntegerField(default=0, help_text="for each million tokens that it reads")
    price_out = models.BigIntegerField(default=0, help_text="for each million tokens that it writes")
    cap = models.BigIntegerField(null=True, blank=True, help_text="most that the run may cost")
    expected = models.BigIntegerField(default=0, help_text="what one item is expected to cost")
    spent = models.BigIntegerField(default=0)
    refused_in_a_row = models.PositiveSmallIntegerField(default=0, help_text="items that the service refused for good")
    next_call_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("agent", "task", "pool"),
                condition=models.Q(state__in=("queued", "running")),
                name="one_run_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"run {self.pk} of {self.agent_id} over {self.task}/{self.pool}"

    @property
    def is_on(self) -> bool:
        """Whether it waits or runs."""
        return self.state in self.ACTIVE


class RunItem(models.Model):
    """One stimulus of a run. While a worker asks, it holds the item for some minutes; `takings` tells who holds it."""

    class State(models.TextChoices):
        """What becomes of an item."""

        DUE = "due", gettext_noop("To be asked")
        ANSWERED = "answered", gettext_noop("Answered")
        FAILED = "failed", gettext_noop("No answer")

    run = models.ForeignKey(AgentRun, on_delete=models.CASCADE, related_name="items")
    stimulus = models.ForeignKey(Stimulus, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices, default=State.DUE)
    due_at = models.DateTimeField()
    held_until = models.DateTimeField(null=True, blank=True)
    takings = models.PositiveIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0, help_text="that count towards the run's most")
    busy_tries = models.PositiveIntegerField(default=0, help_text="at which the service failed for now")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("run", "stimulus"), name="stimulus_once_per_run"),)
        indexes = (models.Index(fields=("run", "state", "due_at")),)

    def __str__(self) -> str:
        return f"{self.stimulus_id} in run {self.run_id}"


class ItemTry(models.Model):
    """What came of asking once: an answer, or why there is none; with the raw reply and what it cost."""

    ANSWERED = "answered"

    item = models.ForeignKey(RunItem, on_delete=models.CASCADE, related_name="all_tries")
    number = models.PositiveIntegerField()
    outcome = models.CharField(max_length=20, choices=[(ANSWERED, "answered"), *Failure.choices])
    sentence = models.TextField(blank=True)
    raw = models.JSONField(null=True, blank=True)
    calls = models.PositiveIntegerField(default=0)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    cost = models.BigIntegerField(default=0, help_text="millionths of a US dollar")
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("item", "number"), name="try_once_per_taking"),)
        verbose_name_plural = "item tries"

    def __str__(self) -> str:
        return f"try {self.number} at item {self.item_id}: {self.outcome}"
