"""What a method of a resource needs: a deed that the permission matrix allows, and for tokens a scope besides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from judging.models import Study
from turingapp.api.models import ApiToken
from turingapp.api.pacing import Pace
from turingapp.api.scopes import TokenScope
from turingapp.members.admitting import admit
from turingapp.members.matrix import Deed
from turingapp.members.noting import Way
from turingapp.members.rights import Rights, find_rights


@dataclass(frozen=True, slots=True)
class Need:
    """What a method asks of whoever calls it."""

    scope: TokenScope | None  # None: any token will do
    deed: Deed


class MayAsk(BasePermission):
    """Asks the matrix for the account, and the token for its scope."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """False for who is not known; raises Http404 or PermissionDenied, which says what is lacking."""
        if not request.user.is_authenticated:
            return False
        if not isinstance(view, Resource):
            raise TypeError(f"{type(view).__name__} does not say what it needs.")
        need = view.needs.get("GET" if request.method == "HEAD" else str(request.method))
        if need is None:
            return True  # a method that there is not, which is answered by 405
        asked = request._request  # the log is written from it
        doing = f"{request.method} {asked.resolver_match.url_name if asked.resolver_match else ''}".strip()
        view.studies = admit(asked, need.deed, view.kwargs, way=Way.API, doing=doing)
        view.rights = find_rights(asked)
        if isinstance(request.auth, ApiToken) and need.scope and need.scope.value not in request.auth.scopes:
            raise PermissionDenied(f"This token lacks the scope {need.scope.value}.")
        return True


class Resource(APIView):
    """Base of all resources. Before a method runs, `rights` and the `studies` of the address have been checked."""

    permission_classes = (MayAsk,)
    throttle_classes = (Pace,)
    needs: ClassVar[Mapping[str, Need]]
    rights: Rights
    studies: Sequence[Study]
