"""How allauth does its work here: nobody signs up by themselves, secrets of second factors are sealed, few messages."""

import base64
import hashlib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import user_username
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import reverse

UNSAID = {"account/messages/logged_in.txt", "account/messages/logged_out.txt"}  # the page shows it


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # that package has no types
    """Accounts are made by admins."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody makes an account with a password by themselves."""
        return False

    def add_message(self, request: HttpRequest, level: int, message_template: str, *args: Any, **more: Any) -> None:
        """A message on the next page, but for what the page shows anyway."""
        if message_template not in UNSAID:
            super().add_message(request, level, message_template, *args, **more)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to one's own account."""
        return reverse("mfa_index")


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Second factors: what is stored of them is sealed."""

    def encrypt(self, text: str) -> str:
        """The text sealed."""
        return make_cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """What was sealed; raises InvalidToken where SECRET_KEY is another and no fallback knows it."""
        return make_cipher().decrypt(encrypted_text.encode()).decode()

    def get_totp_label(self, user: User) -> str:
        """What the app calls the account."""
        return str(user_username(user))


class OutsideAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Who logs in by OpenID Connect: an account is made where there is none, and has no role."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Everybody whom the issuer knows."""
        return bool(settings.OIDC_ISSUER)

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Addresses of mail are not kept: nothing is sent there, and no account here is found by one."""
        sociallogin.email_addresses = []
        sociallogin.user.email = ""

    def get_connect_redirect_url(self, request: HttpRequest, socialaccount: Any) -> str:
        """Back to one's own account."""
        return reverse("mfa_index")


def make_cipher() -> MultiFernet:
    """Seals with SECRET_KEY, and opens with it or one of its fallbacks."""
    return MultiFernet([Fernet(derive(str(one))) for one in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def derive(secret: str) -> bytes:
    """The Fernet key of a secret (SHA-256, in the alphabet of RFC 4648 for addresses)."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"second factor\x1f{secret}".encode()).digest())
