"""Logging in and out, and the page on which somebody sets their password by a link of an admin."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView, PasswordResetConfirmView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from turingapp.members.matrix import KEEP_ACCOUNT, LOG_IN, Deed
from turingapp.members.noting import Asked, Way, remember, tell_log
from turingapp.members.rights import read_rights


class LogInForm(AuthenticationForm):
    """Name and password of an experimenter."""

    def confirm_login_allowed(self, user: User) -> None:
        """Refuse accounts that may not work here."""
        super().confirm_login_allowed(user)
        if not read_rights(user).may_enter:
            raise ValidationError(_("This account has no role in the workplace yet; ask an admin to give it one."))


def noted(deed: Deed, view: Callable[..., HttpResponseBase], *, doing: str) -> Callable[..., HttpResponseBase]:
    """A page that needs no role, and whose answers the log tells."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        remember(request, Asked(deed, Way.PAGE, doing, request.user.get_username()))
        return view(request, *args, **kwargs)

    checked.deeds = {"GET": deed, "POST": deed}  # type: ignore[attr-defined]  # for the test of the matrix
    return checked


class SetPasswordView(PasswordResetConfirmView):
    """A password is set by whoever has the link of an account."""

    template_name = "workplace/members/set_password.html"
    success_url = reverse_lazy("workplace:login")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Set it, and tell the log whose it is."""
        tell_log(self.request, f"password of {form.user}")
        messages.success(self.request, _("Your password is set. Log in with it."))
        return super().form_valid(form)


log_in = noted(
    LOG_IN, LoginView.as_view(template_name="workplace/login.html", authentication_form=LogInForm), doing="login"
)
log_out = noted(LOG_IN, LogoutView.as_view(), doing="logout")
set_password = noted(
    KEEP_ACCOUNT,
    SetPasswordView.as_view(),
    doing="set_password",
)
