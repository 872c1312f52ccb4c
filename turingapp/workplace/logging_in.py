"""Logging in and out, one's own account with its second factor, and the link by which an admin lets set a password."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from allauth.account import views as account
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LogoutView, PasswordResetConfirmView
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from turingapp.members.matrix import KEEP_ACCOUNT, LOG_IN, Deed
from turingapp.members.noting import Asked, Way, remember, tell_log

View = Callable[..., HttpResponseBase]


def noted(deed: Deed, view: View, *, doing: str) -> View:
    """A page that needs no role, and whose answers the log tells."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        remember(request, Asked(deed, Way.PAGE, doing, request.user.get_username()))
        return view(request, *args, **kwargs)

    checked.deeds = {"GET": deed, "POST": deed}  # type: ignore[attr-defined]  # for the test of the matrix
    return checked


class LogInView(account.LoginView):  # type: ignore[misc]  # that package has no types
    """Name and password; or another house that knows who somebody is."""

    template_name = "workplace/login.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """The form, and how the other house is called."""
        return {**super().get_context_data(**more), "oidc_name": settings.OIDC_NAME if settings.OIDC_ISSUER else ""}

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        """The page, whose form may lead to the other house."""
        response: HttpResponse = super().render_to_response(context, **more)
        if context["oidc_name"]:
            issuer = urlsplit(settings.OIDC_ISSUER)
            response["Content-Security-Policy"] = f"form-action 'self' {issuer.scheme}://{issuer.netloc}"
        return response


class SetPasswordView(PasswordResetConfirmView):
    """A password is set by whoever has the link of an account."""

    template_name = "workplace/members/set_password.html"
    success_url = reverse_lazy("workplace:login")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Set it, and tell the log whose it is."""
        tell_log(self.request, f"password of {form.user}")
        messages.success(self.request, _("Your password is set. Log in with it."))
        return super().form_valid(form)


def show_no_signup(request: HttpRequest) -> HttpResponse:
    """Nobody makes an account here by themselves; allauth wants an address for it."""
    raise Http404(_("Accounts are made by admins."))


def with_a_password(view: View) -> View:
    """A page for accounts that have a password here; whoever logs in elsewhere has none to change."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.has_usable_password():
            raise Http404("This account has no password here.")
        return view(request, *args, **kwargs)

    return guarded


def with_an_issuer(view: View) -> View:
    """A page that there is only where somebody else may know who people are."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.OIDC_ISSUER:
            raise Http404(_("Nobody logs in through another house here: OIDC_ISSUER is not set."))
        return view(request, *args, **kwargs)

    return checked


log_in = noted(LOG_IN, LogInView.as_view(), doing="login")
log_out = noted(LOG_IN, LogoutView.as_view(), doing="logout")
set_password = noted(KEEP_ACCOUNT, SetPasswordView.as_view(), doing="set_password")
