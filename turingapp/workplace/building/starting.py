"""A new draft: from a title, a task and a pool; from a study whose next version it is to be."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from agents.models import Stimulus
from agents.tasks import TASKS
from judging.beginning import Beginning, find_misfit, write_beginning
from judging.building import begin_change, begin_draft
from judging.models import Study
from turingapp.members.matrix import CHANGE_STUDY, OPEN_STUDY
from turingapp.workplace.access import needs
from turingapp.workplace.building.finding import name_user


def list_pools() -> list[tuple[str, str]]:
    """Every pool with its task; a value is both, since two tasks may have pools of one name."""
    pools = Stimulus.objects.order_by("task", "pool").values_list("task", "pool").distinct()
    titles = {task.slug: gettext(task.title) for task in TASKS}
    return [(f"{task}/{pool}", f"{titles[task]}: {pool}") for task, pool in pools if task in titles]


class StartForm(forms.Form):
    """What a draft begins with."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=200, help_text=gettext_lazy("What people see."))
    kind = forms.ChoiceField(
        label=gettext_lazy("What people do"),
        choices=[(value, gettext_lazy(label)) for value, label in Study.Kind.choices],
    )
    pool = forms.ChoiceField(
        label=gettext_lazy("Pool"),
        choices=list_pools,
        help_text=gettext_lazy("The set of stimuli and responses that was loaded; it has its task with it."),
    )

    def clean(self) -> dict[str, Any]:
        """What people do has to fit the pool's task."""
        if {"kind", "pool"} <= set(self.cleaned_data):
            misfit = find_misfit(self.cleaned_data["kind"], self.cleaned_data["pool"].partition("/")[0])
            if misfit:
                self.add_error("pool", misfit)
        return self.cleaned_data

    def write(self) -> Beginning:
        """The text that the draft begins with."""
        task, _slash, pool = str(self.cleaned_data["pool"]).partition("/")
        chosen = self.cleaned_data
        return write_beginning(chosen["title"], chosen["kind"], task, pool, language=get_language() or "en")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(OPEN_STUDY)
def begin(request: HttpRequest) -> HttpResponse:
    """Say the first things of a new study."""
    form = StartForm(request.POST or None, initial={"pool": request.GET.get("pool", "")})
    if request.method == "POST" and form.is_valid():
        beginning = form.write()
        draft = begin_draft(beginning.content, by=name_user(request), at=timezone.now())
        for remark in beginning.remarks:
            messages.info(request, remark)
        return redirect("workplace:study_draft", draft=draft.public_id)
    status = HTTPStatus.BAD_REQUEST if request.method == "POST" else HTTPStatus.OK
    context = {"form": form, "has_pools": bool(form.fields["pool"].choices)}  # type: ignore[attr-defined]
    return render(request, "workplace/building/begin.html", context, status=status)


@require_POST
@needs(CHANGE_STUDY)
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Go on with the draft of the study's next version, or begin one."""
    study = get_object_or_404(Study, slug=slug)
    draft = begin_change(study, by=name_user(request), at=timezone.now())
    return redirect("workplace:study_draft", draft=draft.public_id)
