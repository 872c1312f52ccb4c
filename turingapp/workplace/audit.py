"""The pages of the audit log: the whole one for admins, that of a study for its owners; filtered, and as a file."""

from dataclasses import replace
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from judging.models import Study
from turingapp.members.matrix import DEEDS, MATRIX, RUN_LAB, SHARE_STUDY
from turingapp.members.models import AuditEntry
from turingapp.members.reading import Choice, write_log
from turingapp.workplace.access import needs

LINES_PER_PAGE = 50
ANY = [("", _("Any"))]


class FilterForm(forms.Form):
    """Which lines to show."""

    who = forms.CharField(label=_("Who"), required=False, max_length=150)
    deed = forms.ChoiceField(label=_("Deed"), required=False, choices=[*ANY, *((d.slug, d.says) for d in MATRIX)])
    outcome = forms.ChoiceField(label=_("Outcome"), required=False, choices=[*ANY, *AuditEntry.Outcome.choices])
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}))


class WholeFilterForm(FilterForm):
    """The same, of all studies or one."""

    study = forms.SlugField(label=_("Study"), required=False, max_length=60)


@require_safe
@needs(RUN_LAB)
def show_log(request: HttpRequest) -> HttpResponseBase:
    """The whole log."""
    return answer(request, WholeFilterForm(request.GET), None)


@require_safe
@needs(SHARE_STUDY)
def show_study_log(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The log of one study."""
    return answer(request, FilterForm(request.GET), get_object_or_404(Study, slug=slug))


def answer(request: HttpRequest, form: FilterForm, study: Study | None) -> HttpResponseBase:
    """The chosen lines as a page, or as a file with ?form=csv; a bad filter chooses none."""
    chosen = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else None
    choice = Choice(**(chosen or {}))
    if study is not None:
        choice = replace(choice, study=study.slug)
    lines = choice.choose() if chosen is not None else AuditEntry.objects.none()
    if request.GET.get("form") == "csv":
        headers = {"Content-Disposition": f'attachment; filename="{study.slug + "-" if study else ""}audit-log.csv"'}
        return StreamingHttpResponse(write_log(lines), content_type="text/csv; charset=utf-8", headers=headers)
    page = Paginator(lines, LINES_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "workplace/members/log.html", describe(request, form, study, page))


def describe(request: HttpRequest, form: FilterForm, study: Study | None, page: Any) -> dict[str, Any]:
    """What the page shows: each line with its deed in words, and the addresses that keep the filters."""
    kept = request.GET.copy()
    for name in ("page", "form"):
        kept.pop(name, None)
    lines = [(line, DEEDS[line.deed].says if line.deed in DEEDS else line.deed) for line in page.object_list]
    return {"study": study, "form": form, "page": page, "lines": lines, "kept": kept.urlencode()}
