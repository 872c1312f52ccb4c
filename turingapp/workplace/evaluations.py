"""The pages of AI judges: ask for an evaluation, watch it, cancel it, compare what its judges found."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from agents.tasks import TASKS
from analysis.ai_judges import AI_JUDGES, DEFAULT_JUDGE
from analysis.evaluations.charts import draw_curves
from analysis.evaluations.items import Unit
from analysis.evaluations.queuing import cancel_run, queue_run, queue_with_threshold
from analysis.figures.themes import LIGHT, THEMES
from analysis.models import EvaluationRun
from judging.models import Study
from turingapp.errors import TuringError
from turingapp.members.matrix import EVALUATE, SEE_LAB
from turingapp.members.rights import find_rights
from turingapp.workplace.access import needs
from turingapp.workplace.evaluations_shown import describe_run

RUNS_PER_PAGE = 30
CHART_SECONDS = 24 * 3600
UNITS = ((Unit.PART, _("each turn alone")), (Unit.SIDE, _("all turns of a speaker together")))


class AskForm(forms.Form):
    """What is to be evaluated, and by which judges."""

    source = forms.ChoiceField(label=_("Responses"), help_text=_("all of a task, or those of a study"))
    judges = forms.MultipleChoiceField(
        label=_("Judges"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("the baselines always stand beside them"),
    )
    unit = forms.ChoiceField(label=_("In conversations"), choices=UNITS)

    def __init__(self, *args: Any, studies: "QuerySet[Study]", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = list(studies.order_by("-created_at").values_list("slug", "title"))
        tasks = [(task.slug, gettext("all responses: %(title)s") % {"title": gettext(task.title)}) for task in TASKS]
        self.fields["source"].choices = [*tasks, *named]  # type: ignore[attr-defined]
        judges = [(judge.slug, gettext(judge.title)) for judge in AI_JUDGES if not judge.is_baseline]
        self.fields["judges"].choices = judges  # type: ignore[attr-defined]
        self.fields["judges"].initial = [DEFAULT_JUDGE]


@require_safe
@needs(SEE_LAB)
def show_evaluations(request: HttpRequest) -> HttpResponse:
    """The evaluations that one may see, newest first."""
    runs = find_rights(request).choose_evaluations().order_by("-created_at", "-pk").defer("result")
    page = Paginator(runs, RUNS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "workplace/evaluations.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(EVALUATE)
def ask(request: HttpRequest) -> HttpResponse:
    """The form that asks for an evaluation."""
    offered = find_rights(request).choose_studies()
    form = AskForm(request.POST if request.method == "POST" else None, studies=offered)
    if form.is_valid():
        asked = form.cleaned_data
        try:
            run = queue_run(asked["source"], judges=asked["judges"], unit=Unit(asked["unit"]), at=timezone.now())
        except TuringError as error:
            form.add_error(None, str(error))
        else:
            return redirect("workplace:evaluation", pk=run.pk)
    return render(request, "workplace/evaluation_ask.html", {"form": form})


@require_safe
@needs(SEE_LAB)
def show_evaluation(request: HttpRequest, pk: int) -> HttpResponse:
    """One evaluation: how far it is, or what it found."""
    run = get_object_or_404(find_rights(request).choose_evaluations(), pk=pk)
    return render(request, "workplace/evaluation.html", {"run": run, "shown": describe_run(run)})


@require_safe
@needs(SEE_LAB)
def show_progress(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the page that changes while a run is on; the whole page is asked for once it is over."""
    run = get_object_or_404(find_rights(request).choose_evaluations(), pk=pk)
    if run.is_over:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Refresh": "true"})
    return render(request, "workplace/_evaluation_progress.html", {"run": run})


@require_POST
@needs(EVALUATE)
def set_threshold(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell an evaluation anew with its threshold set on a few answers known to be human."""
    run = get_object_or_404(find_rights(request).choose_evaluations(), pk=pk)
    stimuli = list(dict.fromkeys(request.POST.get("stimuli", "").split()))
    try:
        anew = queue_with_threshold(run, stimuli, at=timezone.now())
    except TuringError as error:
        messages.error(request, str(error))
        return redirect("workplace:evaluation", pk=pk)
    return redirect("workplace:evaluation", pk=anew.pk)


@require_POST
@needs(EVALUATE)
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a run that is not over."""
    run = get_object_or_404(find_rights(request).choose_evaluations(), pk=pk)
    if not cancel_run(run, at=timezone.now()):
        messages.info(request, gettext("This evaluation was over already."))
    return redirect("workplace:evaluation", pk=pk)


@require_safe
@needs(SEE_LAB)
def show_curves(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """The chart of a finished run; it never changes."""
    run = get_object_or_404(find_rights(request).choose_evaluations(), pk=pk, state=EvaluationRun.State.FINISHED)
    theme = THEMES.get(request.GET.get("theme", LIGHT.slug))
    if kind not in ("roc", "calibration") or theme is None or run.result is None:
        raise Http404
    drawn = draw_curves(run.result["judges"], kind=kind, theme=theme)
    response = HttpResponse(drawn, content_type="image/svg+xml")
    patch_cache_control(response, private=True, max_age=CHART_SECONDS)
    return response
