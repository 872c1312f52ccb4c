"""The page of one's own API tokens: made and shown once, told by their first signs, revoked."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from turingapp.api.models import ApiToken
from turingapp.api.scopes import TokenScope
from turingapp.api.tokens import LONGEST_DAYS, LONGEST_NAME, USUAL_DAYS, make_token, revoke_token
from turingapp.errors import InvalidPayload
from turingapp.members.matrix import ENTER, KEEP_TOKENS
from turingapp.members.noting import tell_log
from turingapp.workplace.access import needs
from turingapp.workplace.loading import find_user_id


class TokenForm(forms.Form):
    """What a new token is for, what it may do, and for how long."""

    name = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("Such as the machine or the script that gets it."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"),
        choices=TokenScope.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("As little as it needs. A token never may do more than your account."),
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days until it ends"), min_value=1, max_value=LONGEST_DAYS, initial=USUAL_DAYS
    )


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token for its list."""

    token: ApiToken
    scopes: list[str]
    is_live: bool


@require_http_methods(["GET", "HEAD", "POST"])
@needs(ENTER, post=KEEP_TOKENS)
def show_tokens(request: HttpRequest) -> HttpResponse:
    """One's own tokens, newest first, and the form for another; a new one is shown in the answer and never again."""
    form, user, made = TokenForm(request.POST or None), find_user(request), None
    if form.is_valid():
        try:
            made = make_token(user, at=timezone.now(), **form.cleaned_data)
        except InvalidPayload as error:
            form.add_error("name", f"{error}.")
        else:
            tell_log(request, f"name={form.cleaned_data['name']}")
            form = TokenForm()
    context = {"form": form, "made": made, "lines": list_tokens(user)}
    response = render(request, "workplace/api/tokens.html", context)
    add_never_cache_headers(response)
    return response


@require_POST
@needs(KEEP_TOKENS)
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke one of one's own tokens, for good."""
    user = find_user(request)
    token = get_object_or_404(ApiToken, pk=pk, user=user)
    if revoke_token(user, pk, at=timezone.now()):
        messages.success(request, _("%(name)s is revoked: it is not taken any more.") % {"name": token.name})
    return redirect("workplace:api_tokens")


def find_user(request: HttpRequest) -> User:
    """Whose page it is."""
    return User.objects.get(pk=find_user_id(request))


def list_tokens(user: User) -> list[TokenLine]:
    """All tokens of an account."""
    at, titles = timezone.now(), dict[str, Any](TokenScope.choices)
    tokens = ApiToken.objects.filter(user=user)
    return [TokenLine(one, [str(titles[scope]) for scope in one.scopes], one.is_live(at)) for one in tokens]
