"""Addresses of the log-in and of one's own account, by the names that allauth knows them by."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.socialaccount import views as outside
from allauth.socialaccount.providers.openid_connect import views as oidc
from django.urls import URLPattern, path

from turingapp.members.matrix import KEEP_ACCOUNT, LOG_IN
from turingapp.workplace.logging_in import View, log_in, log_out, noted, show_no_signup, with_a_password, with_an_issuer


def address(route: str, view: View, name: str) -> URLPattern:
    """A page of the way in."""
    return path(route, noted(LOG_IN, view, doing=name), name=name)


def own(route: str, view: View, name: str) -> URLPattern:
    """A page of one's own account."""
    return path(route, noted(KEEP_ACCOUNT, view, doing=name), name=name)


urlpatterns = [
    path("login", log_in, name="account_login"),
    path("logout", log_out, name="account_logout"),
    address("account/signup", show_no_signup, "account_signup"),
    address("account/inactive", account.account_inactive, "account_inactive"),
    address("account/code", mfa.authenticate, "mfa_authenticate"),
    own("account/", mfa.index, "mfa_index"),
    own("account/password", with_a_password(account.password_change), "account_change_password"),
    own("account/confirm", account.reauthenticate, "account_reauthenticate"),
    own("account/confirm-code", mfa.reauthenticate, "mfa_reauthenticate"),
    own("account/second-factor", totp.activate_totp, "mfa_activate_totp"),
    own("account/second-factor/off", totp.deactivate_totp, "mfa_deactivate_totp"),
    own("account/recovery-codes", recovery_codes.view_recovery_codes, "mfa_view_recovery_codes"),
    own("account/recovery-codes/new", recovery_codes.generate_recovery_codes, "mfa_generate_recovery_codes"),
    own("account/recovery-codes.txt", recovery_codes.download_recovery_codes, "mfa_download_recovery_codes"),
    address("account/outside/<slug:provider_id>", with_an_issuer(oidc.login), "openid_connect_login"),
    address("account/outside/<slug:provider_id>/back", with_an_issuer(oidc.callback), "openid_connect_callback"),
    address("account/outside-cancelled", outside.login_cancelled, "socialaccount_login_cancelled"),
    address("account/outside-error", outside.login_error, "socialaccount_login_error"),
    address("account/outside-signup", show_no_signup, "socialaccount_signup"),
]
