"""The page of a study of games: how often the AI witness was taken for the human; and its choices as a file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from analysis.choices import COLUMNS, count_awaited, list_fields, read_choices, tabulate_choices
from analysis.exporting import format_line
from judging.models import Study
from turingapp.members.matrix import EXPORT_STUDY, SEE_STUDY
from turingapp.workplace.access import needs


@require_safe
@needs(SEE_STUDY)
def show_choices(request: HttpRequest, slug: str) -> HttpResponse:
    """The choices of a study of kind identify."""
    study = get_object_or_404(Study, slug=slug, kind=Study.Kind.IDENTIFY)
    tables = tabulate_choices(read_choices(study), awaited=count_awaited(study))
    return render(request, "workplace/choices.html", {"study": study, "tables": tables})


@require_safe
@needs(EXPORT_STUDY)
def send_choices(request: HttpRequest, slug: str) -> HttpResponse:
    """The choices as a table, one a row; who judged is a number within this file."""
    study = get_object_or_404(Study, slug=slug, kind=Study.Kind.IDENTIFY)
    rows = list_fields(read_choices(study))
    lines = [format_line(COLUMNS), *(format_line(row, for_spreadsheets=True) for row in rows)]
    response = HttpResponse("".join(lines))
    response["Content-Type"] = "text/csv; charset=utf-8"
    response["Content-Disposition"] = f'attachment; filename="{study.slug}-choices.csv"'
    return response
