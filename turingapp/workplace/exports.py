"""All that leaves a study, on one page: what each file contains, and which to take for what."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from analysis.released import list_asking
from judging.models import Study
from turingapp.members.matrix import EXPORT_STUDY
from turingapp.workplace.access import needs
from turingapp.workplace.views import PUBLICATION, SPREADSHEETS


@dataclass(frozen=True, slots=True)
class Export:
    """One file, or the page that makes it."""

    title: str
    says: str
    url: str


@require_safe
@needs(EXPORT_STUDY)
def show_exports(request: HttpRequest, slug: str) -> HttpResponse:
    """What there is to take along."""
    study = get_object_or_404(Study, slug=slug)
    return render(request, "workplace/exports.html", {"study": study, "exports": list(list_exports(study))})


def list_exports(study: Study) -> Iterator[Export]:
    """The files of a study, by its kind; the package of everything is on a page of its own."""
    if study.kind == Study.Kind.IDENTIFY:
        says = _("A line for each test: whom the judge chose, how sure, and who each witness was.")
        yield Export(_("Choices (CSV)"), says, reverse("workplace:choices_csv", args=[study.slug]))
    if study.kind != Study.Kind.JUDGE:
        return
    address = reverse("workplace:judgements_csv", args=[study.slug])
    says = _("A line for each judgement, screened out or not, with judges and people under pseudonyms.")
    yield Export(_("Judgements (CSV)"), says, address)
    says = _("The same, with texts that a spreadsheet would take for formulas made harmless.")
    yield Export(_("Judgements for a spreadsheet (CSV)"), says, f"{address}?for={SPREADSHEETS}")
    if list_asking(study):
        says = _("Only those of people who agreed to publication, where the study asked for it.")
        yield Export(_("Judgements for publication (CSV)"), says, f"{address}?for={PUBLICATION}")
    says = _("Every table and figure with what it says, as one page to print or share.")
    yield Export(_("Report"), says, reverse("workplace:report", args=[study.slug]))
    says = _("Each figure as a file, with the numbers that it draws.")
    yield Export(_("Figures"), says, reverse("workplace:figures", args=[study.slug]))
