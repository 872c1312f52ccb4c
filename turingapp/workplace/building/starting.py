"""A new draft: from a title, a task and a pool; from a study whose next version it is to be."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from agents.models import Stimulus
from agents.tasks import TASKS
from judging.building import begin_change, begin_draft
from judging.kind_rules import KIND_RULES
from judging.models import Study
from judging.protocol_text import write_document
from turingapp.members.matrix import CHANGE_STUDY, OPEN_STUDY
from turingapp.workplace.access import needs
from turingapp.workplace.building.fields import PAIRINGS
from turingapp.workplace.building.finding import name_user

MINUTES = 10
LONGEST_SLUG = 50


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

    def write(self) -> str:
        """The text that the draft begins with."""
        task, _slash, pool = str(self.cleaned_data["pool"]).partition("/")
        return write_start(self.cleaned_data["title"], self.cleaned_data["kind"], task, pool)


def write_start(title: str, kind: str, task: str, pool: str) -> str:
    """A short protocol with what every study of this kind needs."""
    document: dict[str, Any] = {
        "slug": slugify(title)[:LONGEST_SLUG].strip("-") or "a-study",
        "title": title,
        "kind": kind,
        "task": task,
        "pool": {"names": [pool]},
        "minutes": MINUTES,
        "consent": _(
            "You take part in a study of what people and machines answer.\n\n"
            "Taking part is voluntary, and you can stop at any time. What you answer is kept without your name.\n\n"
            "I am 18 or older and take part of my own will.\n"
        ),
    }
    if len(TASKS[task].roles) > 1 and "pairings" in KIND_RULES[kind].fields:
        # In a live conversation at least one of the two is a person.
        shares = {"HH": 0.5, "HA": 0.25, "AH": 0.25} if KIND_RULES[kind].chats else dict.fromkeys(PAIRINGS, 0.25)
        document["pairings"] = shares
    return write_document(document)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(OPEN_STUDY)
def begin(request: HttpRequest) -> HttpResponse:
    """Say the first things of a new study."""
    form = StartForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        draft = begin_draft(form.write(), by=name_user(request), at=timezone.now())
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
