"""The page on which people of a posting are written to: a text, to whom, a look at both, and what was sent before."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override
from django.views.decorators.http import require_http_methods

from judging.messaging import (
    LONGEST_SUBJECT,
    LONGEST_TEXT,
    TEMPLATES,
    check_letter,
    count_people,
    find_people,
    list_sent,
    write_to_people,
)
from judging.models.recruiting import Posting
from judging.recruiters.messaging import Letter
from turingapp.errors import InvalidPayload, Refused
from turingapp.members.matrix import WRITE_TO_PEOPLE
from turingapp.workplace.access import needs

SURE = "sure"  # the field of the button that sends: how many people the page has said that it goes to


class LetterForm(forms.Form):
    """A message and to whom it goes."""

    subject = forms.CharField(label=gettext_lazy("Subject"), max_length=LONGEST_SUBJECT)
    text = forms.CharField(label=gettext_lazy("Text"), max_length=LONGEST_TEXT, widget=forms.Textarea)

    def __init__(self, *args: Any, posting: Posting, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(one.value, f"{one.value.replace('_', ' ')} ({n})") for one, n in count_people(posting).items()]
        label = _("To people whose place is")
        self.fields["to"] = forms.MultipleChoiceField(label=label, choices=choices, widget=forms.CheckboxSelectMultiple)

    @property
    def letter(self) -> Letter:
        """What the valid form says."""
        return Letter(self.cleaned_data["subject"], self.cleaned_data["text"].replace("\r\n", "\n"))

    def clean(self) -> dict[str, Any]:
        """What keeps the message from being sent stands beside its field."""
        cleaned = super().clean() or self.cleaned_data
        if {"subject", "text"} <= cleaned.keys():
            for problem in check_letter(self.letter):
                self.add_error(problem.field, str(problem))
        return cleaned


@require_http_methods(["GET", "HEAD", "POST"])
@needs(WRITE_TO_PEOPLE)
def write(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write to people; what will be sent, and to how many, is shown before."""
    posting = get_object_or_404(Posting.objects.select_related("study"), public_id=public_id)
    if not posting.plugin.writes_messages:
        raise Http404(_("Nobody can be written to through this recruiter."))
    form = LetterForm(request.POST or None, posting=posting, initial=begin_with(request.GET.get("template"), posting))
    people = 0
    if form.is_valid():
        people = len(set(find_people(posting, form.cleaned_data["to"]).values_list("identity_id", flat=True)))
        if request.POST.get(SURE) == str(people):
            return send(request, posting, form)
    context = {
        "posting": posting,
        "form": form,
        "people": people,
        "templates": TEMPLATES,
        "sent": list_sent(posting),
    }
    status = HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK
    return render(request, "workplace/recruiting/write.html", context, status=status)


def begin_with(slug: str | None, posting: Posting) -> dict[str, str]:
    """The subject and the text of a template, as people of the study read it; nothing where none has that name."""
    found = next((template for template in TEMPLATES if template.slug == slug), None)
    with override(posting.study.protocols.latest("version").settings.language):
        return {"subject": str(found.subject), "text": str(found.text)} if found else {}


def send(request: HttpRequest, posting: Posting, form: LetterForm) -> HttpResponse:
    """Ask for it, and say for how many."""
    who, at = request.user.get_username(), timezone.now()
    try:
        asked = write_to_people(posting, form.cleaned_data["to"], form.letter, by=who, at=at)
    except (InvalidPayload, Refused) as error:
        messages.error(request, str(error))
    else:
        told = ngettext("%(number)s message is on its way.", "%(number)s messages are on their way.", asked)
        nothing = _("Everybody has had this very text before; nobody gets it twice.")
        messages.success(request, told % {"number": asked} if asked else nothing)
    return redirect("workplace:write", public_id=posting.public_id)
