"""A client of Google Cloud Vision, version 1 (POST /v1/images:annotate): labels and the colors of a picture."""

import base64
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import Field

from agents.services.transport import ask_service
from agents.services.vision import Found, VisionService, read_found
from turingapp.errors import PermanentServiceError, PictureRefused, TemporaryServiceError

NAME = "Google Vision"
LABELS, COLORS = "LABEL_DETECTION", "IMAGE_PROPERTIES"

# Codes of google.rpc.Code that come with one picture's answer.
INVALID_ARGUMENT = 3
PASSING = frozenset({4, 8, 10, 13, 14})  # deadline exceeded, resource exhausted, aborted, internal, unavailable


class Status(Found):
    """Why one picture has no answer (google.rpc.Status)."""

    code: int = 0
    message: str = ""


class Label(Found):
    """What is in a picture, and how sure that is."""

    description: str
    score: float = 0.0


class Rgb(Found):
    """A color from 0 to 255; a value of 0 may be left out."""

    red: float = 0.0
    green: float = 0.0
    blue: float = 0.0


class ColorShare(Found):
    """A color, its weight in the eyes of the service, and its share of the pixels."""

    color: Rgb
    score: float = 0.0
    share: float = Field(default=0.0, alias="pixelFraction")


class Colors(Found):
    """The colors that were found."""

    colors: list[ColorShare] = []


class Properties(Found):
    """The properties of a picture."""

    dominant: Colors = Field(default=Colors(), alias="dominantColors")


class Annotation(Found):
    """What was found in one picture."""

    labels: list[Label] = Field(default=[], alias="labelAnnotations")
    properties: Properties = Field(default=Properties(), alias="imagePropertiesAnnotation")
    error: Status | None = None


class Annotations(Found):
    """The answer to a request: one annotation for each picture."""

    responses: Annotated[list[Annotation], Field(min_length=1, max_length=1)]


def annotate(
    service: VisionService, picture: bytes, feature: str, *, most: int = 20, model: str = ""
) -> tuple[Annotation, Any]:
    """What one feature finds in a JPEG, read and as it came; raises ServiceError, PictureRefused among them.

    The key goes in a header, since addresses stand in logs.
    """
    wanted = {"type": feature, "maxResults": most, **({"model": model} if model else {})}
    asked = {"requests": [{"image": {"content": base64.b64encode(picture).decode()}, "features": [wanted]}]}
    raw = ask_service(
        NAME,
        f"{service.url}/v1/images:annotate",
        asked=asked,
        headers={"X-Goog-Api-Key": service.key},
        seconds=service.seconds,
    )
    found = read_found(Annotations, raw, name=NAME).responses[0]
    if found.error and found.error.code:
        raise explain(found.error, raw)
    return found, raw


def explain(status: Status, raw: Any) -> PermanentServiceError | TemporaryServiceError:
    """The error for a picture that has none of the answers."""
    said = (
        _("%(service)s found nothing: code %(code)s, %(fault)s")
        % {"service": NAME, "code": status.code, "fault": status.message}
    ).rstrip(".") + "."
    if status.code in PASSING:
        return TemporaryServiceError(said, raw=raw)
    return (PictureRefused if status.code == INVALID_ARGUMENT else PermanentServiceError)(said, raw=raw)
