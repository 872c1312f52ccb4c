"""Logging in to the API by name and password."""

from typing import Any

from drf_spectacular.authentication import BasicScheme
from rest_framework.authentication import BasicAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

LONGEST_NAME = 150  # of an account, as Django has it


class BasicLogin(BasicAuthentication):
    """Name and password in a header; a name that no account can have is refused before it is looked up."""

    def authenticate_credentials(self, userid: str, password: str, request: Request | None = None) -> Any:
        """The user; raises AuthenticationFailed."""
        if len(userid) > LONGEST_NAME or not userid.isprintable() or "\x00" in password:
            raise AuthenticationFailed
        return super().authenticate_credentials(userid, password, request)


class BasicLoginScheme(BasicScheme):  # type: ignore[no-untyped-call]  # that package has no types
    """How the schema describes this way in."""

    target_class = "analysis.logging_in.BasicLogin"
