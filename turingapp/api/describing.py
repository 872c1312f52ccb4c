"""The description in OpenAPI: every operation lists its refusals too, and what a token needs for it."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from turingapp.api.answering_once import HEADER, LONGEST_KEY
from turingapp.api.permitting import Resource
from turingapp.api.problems import MEDIA_TYPE, ProblemSerializer

ALWAYS = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.NOT_ACCEPTABLE,
    HTTPStatus.TOO_MANY_REQUESTS,
)
WITH_A_BODY = (
    HTTPStatus.CONFLICT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
KEY = OpenApiParameter(
    HEADER,
    {"type": "string", "maxLength": LONGEST_KEY, "pattern": "^[!-~]*$"},
    OpenApiParameter.HEADER,
    description="A key of your own, new for each request: sent again with it, the request is done once.",
)


class Described(AutoSchema):
    """Adds what all resources have in common."""

    def get_description(self) -> str:  # type: ignore[override]  # that package overrides it so
        """The method's own words, and the scope and the deed that it needs."""
        told: str = super().get_description()
        needs = self.view.needs if isinstance(self.view, Resource) else {}
        if self.method not in needs:
            return told
        need = needs[self.method]
        scope = f"`{need.scope.value}`" if need.scope else "any"
        return f"{told}\n\nScope of tokens: {scope}. Role: one that may {need.deed.says}."

    def get_summary(self) -> str:
        """The first sentence, for lists of addresses."""
        told: str = super().get_description()
        return told.split("\n")[0].rstrip(".")

    def get_override_parameters(self) -> list[Any]:
        """The header that makes a repeat harmless, wherever something is sent."""
        return [KEY] if self.method == "POST" else []

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for status in (*ALWAYS, *(WITH_A_BODY if self.method == "POST" else ())):
            refusal = OpenApiResponse(ProblemSerializer, description=status.phrase)
            described = self._get_response_for_code(  # type: ignore[no-untyped-call]  # that package has no types
                refusal, str(status.value), [MEDIA_TYPE], direction
            )
            bodies[str(status.value)] = described
        return bodies
