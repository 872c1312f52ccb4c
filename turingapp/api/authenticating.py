"""Who asks: the account of a token in the header Authorization; else, on a GET page in a browser, of the session."""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from turingapp.api.models import ApiToken
from turingapp.api.tokens import find_live

KEYWORD = "Bearer"
HOW = "Send the header Authorization: Bearer TOKEN, with a token from the workplace's page API tokens."


class TokenLogin(BaseAuthentication):
    """A token in a header (RFC 6750, section 2.1); passwords are not taken, as they would go around a second factor."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The account and the token; None without the header; raises AuthenticationFailed."""
        words = get_authorization_header(request).split()
        if not words:
            return None
        if len(words) != 2 or words[0].lower() != KEYWORD.lower().encode():
            raise AuthenticationFailed(f"The header Authorization has another form. {HOW}")
        token = find_live(words[1].decode("latin-1"), at=timezone.now())
        if token is None or not token.user.is_active:
            raise AuthenticationFailed("This token is not known, or it was revoked, or its time is over.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return KEYWORD


class TokenLoginScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # that package has no types
    """How the schema describes this way in."""

    target_class = "turingapp.api.authenticating.TokenLogin"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """A token in the header Authorization."""
        return {"type": "http", "scheme": "bearer", "description": HOW}
