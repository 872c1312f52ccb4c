"""The page of the lab, for admins: its accounts, what each may do, new ones, and links that set a password."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from turingapp.errors import InvalidPayload, Refused
from turingapp.members.accounts import (
    ADMIN,
    NONE,
    add_account,
    change_standing,
    list_accounts,
    switch_account,
    take_second_factor,
    write_password_link,
)
from turingapp.members.matrix import RUN_LAB
from turingapp.members.noting import tell_log
from turingapp.members.roles import LAB_ROLES
from turingapp.workplace.access import needs

STANDINGS = [
    (NONE, gettext_lazy("No role in the lab")),
    *((role.value, role.label) for role in LAB_ROLES),
    (ADMIN, gettext_lazy("Admin")),
]


class AccountForm(forms.Form):
    """The name of a new account, and what it may do in the lab."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=150,
        help_text=gettext_lazy("Letters, digits and @ . + - _ only; logs and colleagues see it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    standing = forms.ChoiceField(label=gettext_lazy("In the lab"), choices=STANDINGS)


class StandingForm(forms.Form):
    """What an account becomes in the lab."""

    standing = forms.ChoiceField(choices=STANDINGS)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(RUN_LAB)
def show_lab(request: HttpRequest) -> HttpResponse:
    """All accounts; a form makes another, whose link is shown once."""
    form = AccountForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        by, at = request.user.get_username(), timezone.now()
        try:
            user = add_account(form.cleaned_data["name"])
            change_standing(user, form.cleaned_data["standing"], by=by, at=at)
        except InvalidPayload as error:
            form.add_error("name", f"{error.problems[0].rule}")
        else:
            tell_log(request, f"{user} is added as {form.cleaned_data['standing']}")
            return show_link(request, user)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    context = {"accounts": list_accounts(), "form": form, "standings": STANDINGS}
    return render(request, "workplace/members/lab.html", context, status=status)


@require_POST
@needs(RUN_LAB)
def change_account(request: HttpRequest, pk: int) -> HttpResponse:
    """Give an account another standing in the lab, or switch it off and on."""
    user = get_object_or_404(User, pk=pk)
    try:
        if "active" in request.POST:
            is_active = request.POST["active"] == "on"
            switch_account(user, is_active=is_active)
            tell_log(request, f"{user} is switched {'on' if is_active else 'off'}")
        elif "second_factor" in request.POST:
            take_second_factor(user)
            tell_log(request, f"second factor taken off {user}")
            messages.success(request, _("%(name)s logs in with the password alone.") % {"name": user})
        else:
            change_to(request, user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("workplace:lab")


def change_to(request: HttpRequest, user: User) -> None:
    """Give an account the standing of the form. Raises Refused."""
    form = StandingForm(request.POST)
    if not form.is_valid():
        raise Refused(_("Choose one of the roles in the list."))
    standing = form.cleaned_data["standing"]
    change_standing(user, standing, by=request.user.get_username(), at=timezone.now())
    tell_log(request, f"{user} becomes {standing}")
    messages.success(request, _("%(name)s: %(role)s.") % {"name": user, "role": dict(STANDINGS)[standing]})


@require_POST
@needs(RUN_LAB)
def make_link(request: HttpRequest, pk: int) -> HttpResponse:
    """A link by which somebody who has forgotten their password sets another."""
    user = get_object_or_404(User, pk=pk, is_active=True)
    tell_log(request, f"link for {user}")
    return show_link(request, user)


@never_cache
def show_link(request: HttpRequest, user: User) -> HttpResponse:
    """The link, once."""
    context = {"account": user, "link": request.build_absolute_uri(write_password_link(user))}
    return render(request, "workplace/members/link.html", context)
