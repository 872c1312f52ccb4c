"""The page of a study on what is kept of people: for how long, what goes when, and what they agreed to."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from judging.models import Assignment, Kept, Study
from judging.retaining.terms import MOST_DAYS, Term, drop_term, list_terms, set_term
from turingapp.members.matrix import CHANGE_STUDY, SEE_STUDY
from turingapp.workplace.access import needs

LABELS = {
    Kept.IDENTITIES: _("Ids of people at platforms"),
    Kept.DEMOGRAPHICS: _("What people told of themselves, and comments"),
    Kept.CONVERSATIONS: _("Texts of live conversations"),
    Kept.SIGNS: _("What browsers told: keys, pointer, clock, signs of programs"),
}


class RetentionForm(forms.Form):
    """For one kind of data: as everywhere here, for ever, or for so many days."""

    DEFAULT, NEVER, DAYS = "default", "never", "days"

    rule = forms.ChoiceField(label=_("Keep it"), widget=forms.RadioSelect)
    days = forms.IntegerField(
        label=_("Days after the end of the study"), min_value=0, max_value=MOST_DAYS, required=False
    )

    def __init__(self, term: Term, data: Any = None) -> None:
        rule = self.DEFAULT if not term.is_own else self.NEVER if term.days is None else self.DAYS
        super().__init__(data, prefix=term.kind, initial={"rule": rule, "days": term.days if term.is_own else None})
        self.term = term
        self.fields["rule"].choices = [  # type: ignore[attr-defined]  # a field of choices
            (self.DEFAULT, _("As everywhere on this installation")),
            (self.NEVER, _("As long as the study is here")),
            (self.DAYS, _("For so many days:")),
        ]

    def clean(self) -> dict[str, Any]:
        """A number of days is needed where that is chosen."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("rule") == self.DAYS and cleaned.get("days") is None and "days" not in self.errors:
            self.add_error("days", str(_("Please say for how many days, 0 for none.")))
        return cleaned

    @property
    def label(self) -> str:
        """What the rule is about."""
        return str(LABELS[self.term.kind])


@require_http_methods(["GET", "HEAD", "POST"])
@needs(SEE_STUDY, post=CHANGE_STUDY)
def show_retention(request: HttpRequest, slug: str) -> HttpResponse:
    """What goes when, and the form that changes it."""
    study = get_object_or_404(Study, slug=slug)
    lines = [RetentionForm(term, request.POST if request.method == "POST" else None) for term in list_terms(study)]
    if request.method == "POST" and all(form.is_valid() for form in lines):
        for form in lines:
            keep_rule(form, by=request.user.get_username())
        messages.success(request, _("The rules hold from now on."))
        return redirect("workplace:retention", slug=slug)
    context = {"study": study, "lines": lines, "agreed": list_agreed(study)}
    return render(request, "workplace/privacy/retention.html", context)


def keep_rule(form: RetentionForm, *, by: str) -> None:
    """Write down what a form says of one kind of data, where it changes anything."""
    if not form.has_changed():
        return
    rule, days = form.cleaned_data["rule"], form.cleaned_data["days"]
    if rule == RetentionForm.DEFAULT:
        drop_term(form.term.study, form.term.kind)
    else:
        kept = None if rule == RetentionForm.NEVER else days
        set_term(form.term.study, form.term.kind, kept, by=by, at=timezone.now())


@dataclass(frozen=True, slots=True)
class Agreed:
    """A text that people of a study agreed to, with how many they are, and how many agreed to publication."""

    text: str
    release: str
    visits: int
    released: int


def list_agreed(study: Study) -> list[Agreed]:
    """Each text, in the order in which they came."""
    agreed = study.assignments.filter(kind=Assignment.Kind.MAIN, consent__isnull=False).order_by("consent")
    texts = agreed.values_list("consent__text", "consent__release")
    counted = texts.annotate(visits=Count("pk"), released=Count("pk", filter=Q(releases=True)))
    return [Agreed(*row) for row in counted]
