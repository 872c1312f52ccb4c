"""Bodies of requests: JSON of a bounded size and depth."""

from collections.abc import Mapping
from http import HTTPStatus
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    """The body has more bytes than are taken at once."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    def __init__(self, most: int) -> None:
        super().__init__(f"The body has more than {most:,} bytes; send fewer rows at a time.")


class BoundedJson(JSONParser):
    """JSON, no larger than forms may be, and not nested without end."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The value; raises TooLarge or ParseError."""
        most: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLarge(most)
        try:
            return super().parse(BytesIO(body), media_type, parser_context)
        except RecursionError:
            raise ParseError("The body is nested too deep.") from None
