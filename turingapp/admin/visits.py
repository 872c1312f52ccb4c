"""Who judges: judges without any id, their visits, trials, verdicts, and what went wrong."""

from django.contrib import admin

from judging.models import Assignment, Attempt, ControlAnswer, Judge, Judgement, Trial, VisitStep, VisitTally
from turingapp.admin.looking import Looking


@admin.register(Judge)
class JudgeTable(Looking):
    """People who judge: a number, and when they came first."""

    shown = ("created_at",)
    date_hierarchy = "created_at"


@admin.register(Assignment)
class AssignmentTable(Looking):
    """Visits, without ids of platforms and without codes."""

    shown = (
        *("study", "protocol", "judge", "kind", "platform", "environment", "stage", "state"),
        *(
            "arrived_at",
            "consented_at",
            "consent",
            "releases",
            "unreleased_at",
            "began_at",
            "over_at",
            "erased_at",
            "unlinked_at",
        ),
        *("seen_at", "released_at", "signs"),
    )
    list_filter = ("state", "stage", "kind", "platform", "environment")
    search_fields = ("study__slug", "=judge__pk")
    date_hierarchy = "arrived_at"


@admin.register(Trial)
class TrialTable(Looking):
    """One view at one position of a visit."""

    shown = (
        *("assignment", "stimulus", "position", "kind", "gives_feedback", "issued_at", "painted_at", "answered_at"),
        *("rt_ms", "loads", "put_aside_at", "put_aside_why", "answers"),
    )
    list_filter = ("kind", "gives_feedback")
    search_fields = ("=assignment__pk", "assignment__study__slug", "stimulus__key")


@admin.register(Judgement)
class JudgementTable(Looking):
    """Verdicts."""

    shown = ("trial", "role", "verdict", "gender_guess")
    list_filter = ("verdict", "role")
    search_fields = ("=trial__pk", "trial__assignment__study__slug")


@admin.register(ControlAnswer)
class ControlAnswerTable(Looking):
    """Answers to control questions."""

    shown = ("trial", "answer", "is_right")
    list_filter = ("is_right",)
    search_fields = ("=trial__pk", "trial__assignment__study__slug")


@admin.register(Attempt)
class AttemptTable(Looking):
    """Answers that came before the minimum time was over."""

    shown = ("trial", "at", "seconds_left")
    search_fields = ("=trial__pk", "trial__assignment__study__slug")
    date_hierarchy = "at"


@admin.register(VisitTally)
class VisitTallyTable(Looking):
    """What visits have come to, as the monitor counts."""

    shown = (
        *("assignment", "study", "is_main", "state", "page", "done", "answered", "controls", "controls_right"),
        *("early", "seen_at"),
    )
    list_filter = ("state", "page", "is_main")
    search_fields = ("=assignment__pk", "study__slug")


@admin.register(VisitStep)
class VisitStepTable(Looking):
    """Pages that were answered around the trials, and forms that were refused."""

    shown = ("assignment", "stage", "position", "outcome", "at")
    list_filter = ("outcome", "stage")
    search_fields = ("=assignment__pk", "assignment__study__slug")
    date_hierarchy = "at"
