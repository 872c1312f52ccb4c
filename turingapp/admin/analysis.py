"""What is made of judgements: AI judges' runs, results that are kept, reports that are shared, packages."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from analysis.models import (
    EvaluationRun,
    FoldPredictions,
    ImportedStudy,
    JudgementFile,
    KeptCollectionResults,
    KeptResults,
    ReportLink,
    StudyPackage,
)
from analysis.sharing import stop_sharing
from judging.models import Collection, Study
from turingapp.admin.deeds import do_each
from turingapp.admin.looking import Looking


@admin.register(EvaluationRun)
class EvaluationRunTable(Looking):
    """Cross-validated runs of AI judges."""

    shown = (
        *("pool", "agent", "unit", "state", "done", "total", "created_at", "started_at", "finished_at"),
        *("judges", "step", "error", "digest"),
    )
    list_filter = ("state", "unit")
    search_fields = ("pool", "agent", "digest")
    date_hierarchy = "created_at"


@admin.register(FoldPredictions)
class FoldPredictionsTable(Looking):
    """Folds of a run that are done."""

    shown = ("run", "key", "embedder")
    list_filter = ("embedder",)


@admin.register(JudgementFile)
class JudgementFileTable(Looking):
    """Files of judgements that were made elsewhere."""

    shown = ("study", "name", "sha256", "loaded_at")
    search_fields = ("study__slug", "name", "sha256")


@admin.register(KeptResults)
class KeptResultsTable(Looking):
    """Results of large studies, as they were measured last."""

    shown = ("study", "version", "is_screened", "made_at", "seconds", "wanted_at")
    list_filter = ("is_screened",)
    search_fields = ("study__slug",)


@admin.register(KeptCollectionResults)
class KeptCollectionResultsTable(Looking):
    """Results of collections, as they were measured last."""

    shown = ("collection", "facet", "is_screened", "made_at", "seconds", "wanted_at")
    list_filter = ("is_screened",)
    search_fields = ("collection__slug",)


@admin.register(ReportLink)
class ReportLinkTable(Looking):
    """Reports that anyone with the link may read; many can be switched off at once."""

    shown = ("study", "collection", "made_by", "made_at", "revoked_by", "revoked_at")
    search_fields = ("study__slug", "collection__slug", "made_by")
    actions = ("export", "switch_off")

    @admin.action(description="Switch the chosen links off", permissions=["act"])
    def switch_off(self, request: HttpRequest, rows: QuerySet[ReportLink]) -> None:
        """Nobody reads these reports by their links any more."""
        at, who = timezone.now(), request.user.get_username()

        def stop(row: ReportLink) -> bool:
            shared: Study | Collection | None = row.study or row.collection
            return shared is not None and stop_sharing(shared, who=who, at=at)

        do_each(self, request, rows.filter(revoked_at=None), stop, done="Switched off")


@admin.register(StudyPackage)
class StudyPackageTable(Looking):
    """Studies written as files."""

    shown = (
        *("study", "state", "with_media", "smallest_group", "done", "total", "bytes", "created_at", "expires_at"),
        *("error",),
    )
    list_filter = ("state", "with_media")
    search_fields = ("study__slug",)


@admin.register(ImportedStudy)
class ImportedStudyTable(Looking):
    """Studies that came as packages."""

    shown = ("study", "source", "manifest_sha256", "imported_at")
    search_fields = ("study__slug", "manifest_sha256")
