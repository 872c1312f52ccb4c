"""Evaluations of AI judges as runs that survive their worker; data packages that were asked for, or brought in."""

import secrets

from django.db import models

from judging.models.ids import make_public_id


def make_file_name() -> str:
    """A name that nobody guesses: 128 random bits."""
    return f"{secrets.token_hex(16)}.zip"


class EvaluationRun(models.Model):
    """One evaluation that was asked for: of what, by which judges, how far it is, and what it found."""

    class State(models.TextChoices):
        """What becomes of a run; the last three are final."""

        QUEUED = "queued", "Waiting"
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"
        CANCELED = "canceled", "Canceled"
        FAILED = "failed", "Stopped"

    source = models.CharField(max_length=100, help_text="a study's name or a task")
    judges = models.JSONField(help_text="slugs")
    unit = models.CharField(max_length=10)
    pool = models.CharField(max_length=60, blank=True, help_text="of a benchmark: whose stimuli were answered")
    agent = models.CharField(max_length=120, blank=True, help_text="of a benchmark: the new agent's name")
    answers = models.JSONField(null=True, blank=True, help_text="of a benchmark: {stimulus: response}")
    threshold_on = models.JSONField(default=list, blank=True, help_text="stimuli whose human answers set the threshold")
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    digest = models.CharField(max_length=64, blank=True, help_text="of the items; other items begin anew")
    step = models.CharField(max_length=120, blank=True, help_text="what it is at")
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    token = models.CharField(max_length=32, blank=True, help_text="of the worker that carries it out")
    error = models.TextField(blank=True)
    result = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"evaluation {self.pk} of {self.source}"

    @property
    def is_over(self) -> bool:
        """Whether its state is final."""
        return self.state in (self.State.FINISHED, self.State.CANCELED, self.State.FAILED)

    @property
    def percent(self) -> int:
        """How much is done."""
        return 100 * self.done // self.total if self.total else 0

    @property
    def seconds_left(self) -> int | None:
        """How long the rest takes at the pace so far; None before a tenth is done."""
        if not self.total or self.done * 10 < self.total or self.started_at is None or self.heartbeat_at is None:
            return None
        passed = (self.heartbeat_at - self.started_at).total_seconds()
        return round(passed * (self.total - self.done) / self.done)


class FoldPredictions(models.Model):
    """P(human) of the test rows of one fold, by one judge in one setting, in the order of the digest's items."""

    run = models.ForeignKey(EvaluationRun, on_delete=models.CASCADE, related_name="folds")
    key = models.CharField(max_length=250, help_text="judge, setting, seed, fold, agent held out")
    rows_digest = models.CharField(max_length=64, help_text="of the rows that were learned from and judged")
    embedder = models.CharField(max_length=300, blank=True, help_text="with its revision")
    p = models.BinaryField(help_text="64-bit floating point, little-endian; NaN is no answer")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("run", "key"), name="fold_once_per_run"),)

    def __str__(self) -> str:
        return f"{self.key} of run {self.run_id}"


class StudyPackage(models.Model):
    """A data package of a study that was asked for: how far it is, and until when its file is there."""

    class State(models.TextChoices):
        """What becomes of it; the last two are final, and a file that is READY is GONE after some time."""

        QUEUED = "queued", "Waiting"
        WRITING = "writing", "Being written"
        READY = "ready", "Ready"
        GONE = "gone", "Deleted"
        FAILED = "failed", "Stopped"

    study = models.ForeignKey("judging.Study", on_delete=models.CASCADE, related_name="packages")
    with_media = models.BooleanField(default=False)
    smallest_group = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    token = models.CharField(max_length=32, blank=True, help_text="of the worker that writes it")
    total = models.PositiveIntegerField(default=0, help_text="rows, about")
    done = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)
    file_name = models.CharField(max_length=40, unique=True, default=make_file_name)
    bytes = models.PositiveBigIntegerField(null=True)
    created_at = models.DateTimeField()
    heartbeat_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("study",),
                condition=models.Q(state__in=("queued", "writing")),
                name="one_package_at_a_time",
            ),
        )
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"package {self.pk} of {self.study_id}"

    @property
    def is_over(self) -> bool:
        """Whether nothing more is awaited of it."""
        return self.state not in (self.State.QUEUED, self.State.WRITING)

    @property
    def percent(self) -> int:
        """How much is done; the end is told by the state alone."""
        return min(99, 100 * self.done // self.total) if self.total else 0


class ImportedStudy(models.Model):
    """That a study was collected elsewhere and came here in a package."""

    study = models.OneToOneField("judging.Study", on_delete=models.CASCADE, related_name="imported")
    manifest_sha256 = models.CharField(max_length=64, unique=True, help_text="of the package; each comes in once")
    source = models.SlugField(max_length=60, help_text="the study's name where it was collected")
    imported_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.study_id} from {self.source}"


class JudgementFile(models.Model):
    """That judgements of a study came from this file; a study that has one was loaded and never admitted anybody."""

    study = models.ForeignKey("judging.Study", on_delete=models.CASCADE, related_name="judgement_files")
    name = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    loaded_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("study", "sha256"), name="judgement_file_once_per_study"),)

    def __str__(self) -> str:
        return f"{self.name} of {self.study_id}"


class ReportLink(models.Model):
    """A link by which anyone may read the report of a study or a collection; one that was switched off stays off."""

    study = models.ForeignKey(
        "judging.Study", null=True, blank=True, on_delete=models.CASCADE, related_name="report_links"
    )
    collection = models.ForeignKey(
        "judging.Collection", null=True, blank=True, on_delete=models.CASCADE, related_name="report_links"
    )
    token = models.CharField(max_length=32, unique=True, default=make_public_id, editable=False)
    made_by = models.CharField(max_length=150, help_text="who switched it on")
    made_at = models.DateTimeField()
    revoked_by = models.CharField(max_length=150, blank=True, help_text="who switched it off")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(study__isnull=True) ^ models.Q(collection__isnull=True), name="link_to_one_report"
            ),
            models.CheckConstraint(
                condition=models.Q(revoked_at__isnull=True) ^ ~models.Q(revoked_by=""), name="link_is_off_by_somebody"
            ),
            models.UniqueConstraint(
                fields=("study",), condition=models.Q(revoked_at=None), name="one_live_link_per_study"
            ),
            models.UniqueConstraint(
                fields=("collection",), condition=models.Q(revoked_at=None), name="one_live_link_per_collection"
            ),
        )

    def __str__(self) -> str:
        return f"link {self.pk} to a report"


class Kept(models.Model):
    """Results as they were measured last, for pages to show at once."""

    is_screened = models.BooleanField()
    mark = models.CharField(max_length=40, blank=True, help_text="of what was measured; empty before the first time")
    document = models.JSONField(default=dict)
    made_at = models.DateTimeField(null=True)
    seconds = models.FloatField(default=0, help_text="that measuring took")
    wanted = models.CharField(max_length=40, help_text="the mark at the last look")
    wanted_at = models.DateTimeField(help_text="when somebody looked last")
    taken_until = models.DateTimeField(null=True, help_text="while a worker measures")

    class Meta:
        abstract = True


class KeptResults(Kept):
    """Those of a large study."""

    study = models.ForeignKey("judging.Study", on_delete=models.CASCADE, related_name="kept_results")
    version = models.PositiveIntegerField(default=0, help_text="of the protocol; 0 for all")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("study", "version", "is_screened"), name="kept_once_per_scope"),)
        verbose_name_plural = "kept results"

    def __str__(self) -> str:
        return f"results of {self.study_id}"


class KeptCollectionResults(Kept):
    """Those of a collection of many judgements."""

    collection = models.ForeignKey("judging.Collection", on_delete=models.CASCADE, related_name="kept_results")
    facet = models.CharField(max_length=200, blank=True, help_text="by which the tables are split; empty for all")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("collection", "facet", "is_screened"), name="kept_once_per_facet"),
        )
        verbose_name_plural = "kept results of collections"

    def __str__(self) -> str:
        return f"results of collection {self.collection_id}"
