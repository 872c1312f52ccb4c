"""The page on one person: found, shown what there is of them, given along as a file, erased. No id is in an address."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from judging.models import Assignment
from judging.people.copying import copy_person
from judging.people.erasing import erase_person
from judging.people.finding import FINDERS, Person, read_person, sign_person
from judging.people.listing import Holding, list_holdings
from judging.people.writing import pack_copy
from judging.rotating import list_under_old_keys
from turingapp.errors import Refused
from turingapp.members.matrix import HANDLE_PEOPLE
from turingapp.members.noting import tell_log
from turingapp.workplace.access import needs

NOBODY = _("Nobody is known by this. Look whether it is complete, and of the right kind.")
TOO_LATE = _("This page was open for more than an hour. Please find the person again.")
KINDS = [
    ("id", _("Platform's id, or PLATFORM:ID")),
    ("code", _("Completion code")),
    ("visit", _("Number or address of a visit")),
]


class FindForm(forms.Form):
    """By what somebody is looked for."""

    kind = forms.ChoiceField(label=_("What you have of the person"), choices=KINDS, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("The id, code or visit"),
        max_length=300,
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocomplete": "off"}),
    )


class EraseForm(forms.Form):
    """What becomes of judgements, and that it is meant."""

    ERASE, KEEP = "erase", "keep"

    judgements = forms.ChoiceField(
        label=_("What becomes of their judgements?"),
        choices=[
            (ERASE, _("Erase them too")),
            (KEEP, _("Cut them off from the person and keep them, as the person agreed to")),
        ],
        initial=ERASE,
        widget=forms.RadioSelect,
    )
    is_sure = forms.BooleanField(label=_("I have made sure that this is the person who asked. It cannot be undone."))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(HANDLE_PEOPLE)
def find(request: HttpRequest) -> HttpResponse:
    """Ask for a person, and show what there is of them."""
    form = FindForm(request.POST if request.method == "POST" else None, initial={"kind": "id"})
    if request.method == "POST" and form.is_valid():
        person = FINDERS[form.cleaned_data["kind"]](form.cleaned_data["text"])
        if person is not None:
            return show_person(request, person, EraseForm())
        form.add_error("text", str(NOBODY))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    context = {"form": form, "old": list_under_old_keys().count()}
    return render(request, "workplace/privacy/find.html", context, status=status)


def show_person(
    request: HttpRequest, person: Person, form: EraseForm, problem: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """What there is of a person, what erasing makes of it, and the form that does."""
    holdings = list_holdings(person)
    context = {
        "signed": sign_person(person),
        "erased": [one for one in holdings if not one.stays],
        "staying": [one for one in holdings if one.stays],
        "visits": list(person.visits.exclude(state=Assignment.State.ERASED)),
        "form": form,
        "problem": problem,
    }
    return render(request, "workplace/privacy/person.html", context, status=status)


@require_POST
@needs(HANDLE_PEOPLE)
def send_copy(request: HttpRequest) -> HttpResponse:
    """All that there is of a person, as a file; that their id was shown is written down."""
    person = read_person(request.POST.get("person", ""))
    if person is None:
        return start_again(request)
    content = pack_copy(copy_person(person, by=request.user.get_username(), at=timezone.now()))
    headers = {"Content-Disposition": 'attachment; filename="personal-data.zip"', "Cache-Control": "no-store"}
    return HttpResponse(content, content_type="application/zip", headers=headers)


@require_POST
@needs(HANDLE_PEOPLE)
def erase(request: HttpRequest) -> HttpResponse:
    """Erase a person, after the form says that it is meant."""
    person, form = read_person(request.POST.get("person", "")), EraseForm(request.POST)
    if person is None:
        return start_again(request)
    if not form.is_valid():
        return show_person(request, person, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    keeps = form.cleaned_data["judgements"] == EraseForm.KEEP
    try:
        erase_person(person, keeps_judgements=keeps, at=timezone.now())
    except Refused as refusal:
        return show_person(request, person, form, str(refusal), HTTPStatus.CONFLICT)
    tell_log(request, gettext("erased, judgements kept") if keeps else "erased")
    left: list[Holding] = list_holdings(person)
    return render(request, "workplace/privacy/erased.html", {"left": left})


def start_again(request: HttpRequest) -> HttpResponse:
    """Back to the search, as the form is too old or not ours."""
    messages.warning(request, TOO_LATE)
    return redirect("workplace:privacy")
