"""Judges, their visits, the trials of a visit and what was answered."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_noop

from agents.models import Origin, Stimulus
from agents.tasks import TASKS
from agents.tasks.base import Task
from judging.models.ids import make_public_id
from judging.models.privacy import ConsentText
from judging.models.studies import Place, Protocol, Study, TrialKind, find_settings
from judging.protocol import Settings

IMPORTED = "imported"  # the environment of visits that were collected elsewhere


class Judge(models.Model):
    """A person who judges; known again by a keyed hash, where a platform gave an id."""

    person_key = models.CharField(max_length=64, unique=True, help_text="keyed hash, or random for anonymous links")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"judge {self.pk}"


class Assignment(models.Model):
    """One person's visit to one study."""

    class Kind(models.TextChoices):
        """Only MAIN visits take places and count."""

        MAIN = "main", gettext_noop("Main")
        PILOT = "pilot", gettext_noop("Pilot")
        PREVIEW = "preview", gettext_noop("Preview")

    class Stage(models.TextChoices):
        """Which page the visit stands at, in order."""

        CONSENT = "consent", gettext_noop("Consent")
        DEMOGRAPHICS = "demographics", gettext_noop("Demographics")
        INSTRUCTIONS = "instructions", gettext_noop("Instructions")
        COMPREHENSION = "comprehension", gettext_noop("Comprehension questions")
        TRIALS = "trials", gettext_noop("Trials")
        CLOSING = "closing", gettext_noop("Closing questions")
        OVER = "over", gettext_noop("Over")

    class State(models.TextChoices):
        """How the visit stands; all but OPEN are final, except that what is kept may still be erased."""

        OPEN = "open", gettext_noop("Open")
        FINISHED = "finished", gettext_noop("Finished")
        DECLINED = "declined", gettext_noop("Consent declined")
        SCREENED_OUT = "screened_out", gettext_noop("Ended early by the study")
        WITHDRAWN = "withdrawn", gettext_noop("Stopped, answers kept")
        ERASED = "erased", gettext_noop("Stopped, answers erased")
        EXPIRED = "expired", gettext_noop("Expired")

    public_id = models.CharField(max_length=32, unique=True, default=make_public_id, editable=False)
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="assignments")
    protocol = models.ForeignKey(Protocol, on_delete=models.PROTECT, related_name="assignments")
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="assignments")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.MAIN)
    platform = models.CharField(max_length=20)
    environment = models.CharField(max_length=20)
    platform_assignment = models.CharField(max_length=120)
    seed = models.BigIntegerField()
    stage = models.CharField(max_length=15, choices=Stage.choices, default=Stage.CONSENT)
    state = models.CharField(max_length=12, choices=State.choices, default=State.OPEN)
    demographics = models.JSONField(default=dict)
    comprehension = models.JSONField(default=dict, help_text="answers to the comprehension questions and tries")
    closing = models.JSONField(default=dict)
    signs = models.JSONField(default=dict, help_text="what speaks for a program at the keyboard (judging/signs.py)")
    utc_offset_minutes = models.SmallIntegerField(null=True, help_text="of the judge's clock, as the browser says")
    code = models.CharField(max_length=20, blank=True, db_index=True)
    arrived_at = models.DateTimeField()
    consented_at = models.DateTimeField(null=True)
    consent = models.ForeignKey(ConsentText, null=True, on_delete=models.PROTECT, related_name="assignments")
    releases = models.BooleanField(null=True, help_text="whether it may be published; empty where nobody asked")
    unreleased_at = models.DateTimeField(null=True, help_text="when the agreement to publication was taken back")
    began_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)
    erased_at = models.DateTimeField(null=True)
    unlinked_at = models.DateTimeField(null=True, help_text="when it was cut off from its person, its judgements kept")
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
            models.CheckConstraint(condition=Q(erased_at=None) | Q(state="erased"), name="only_erased_visits_say_when"),
            models.CheckConstraint(condition=~Q(code="") | ~Q(state="finished"), name="finished_assignment_has_code"),
        )
        indexes = (
            models.Index(fields=("state", "released_at", "seen_at")),
            models.Index(fields=("study", "seen_at"), name="visits_seen_last"),
        )

    def __str__(self) -> str:
        return f"assignment {self.pk} in {self.study_id}"

    @property
    def settings(self) -> Settings:
        """The frozen settings of the visit's protocol."""
        return find_settings(self.protocol_id)

    @property
    def task(self) -> Task:
        """The task that is judged."""
        return TASKS[self.settings.task]


class TrialQuerySet(models.QuerySet["Trial"]):
    """Clauses on trials."""

    def waiting(self) -> TrialQuerySet:
        """Those neither answered nor put aside."""
        return self.filter(answered_at=None, put_aside_at=None)

    def awaiting_feedback(self) -> TrialQuerySet:
        """Those answered whose feedback page was not gone past."""
        return self.filter(gives_feedback=True, answered_at__isnull=False, feedback_seen_at=None)


class Trial(models.Model):
    """One view of one response shown to one judge at one position."""

    Kind = TrialKind

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="trials")
    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="trials")
    stimulus = models.ForeignKey(Stimulus, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=TrialKind.choices, default=TrialKind.MAIN)
    gives_feedback = models.BooleanField(default=False)
    control = models.JSONField(null=True, help_text="question, options and the right one")
    issued_at = models.DateTimeField(null=True)
    painted_at = models.DateTimeField(null=True, help_text="when the browser said that the stimulus was painted")
    answered_at = models.DateTimeField(null=True)
    feedback_seen_at = models.DateTimeField(null=True)
    put_aside_at = models.DateTimeField(null=True)
    put_aside_why = models.CharField(max_length=100, blank=True)
    loads = models.PositiveIntegerField(default=0)
    submission = models.CharField(max_length=64, blank=True, help_text="id of the form that was accepted")
    rt_ms = models.PositiveIntegerField(null=True, help_text="measured in the browser from the painted stimulus")
    answers = models.JSONField(default=dict, help_text="confidence, reason and what the page noticed")

    objects = TrialQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("assignment", "position"), name="one_trial_per_position"),
            models.UniqueConstraint(fields=("assignment", "stimulus"), name="each_stimulus_once_per_judge"),
        )

    def __str__(self) -> str:
        return f"trial {self.position} of {self.assignment_id}"

    @property
    def is_done(self) -> bool:
        """Whether nothing more is awaited of this trial."""
        return self.answered_at is not None or self.put_aside_at is not None


class JudgementQuerySet(models.QuerySet["Judgement"]):
    """Clauses on judgements."""

    def wrong(self) -> JudgementQuerySet:
        """Those whose verdict is not the origin of the author in that role."""
        author = "trial__place__response__authorships"
        # The annotation takes the author whom the filter found; excluding over the relation would look at all of them.
        told = self.filter(**{f"{author}__role": F("role")}).annotate(truth=F(f"{author}__agent__origin"))
        return told.exclude(truth=F("verdict"))


class Judgement(models.Model):
    """A judge's verdict on one role of one trial."""

    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="judgements")
    role = models.CharField(max_length=20)
    verdict = models.CharField(max_length=5, choices=Origin.choices)
    gender_guess = models.CharField(max_length=10, blank=True)

    objects = JudgementQuerySet.as_manager()

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
