"""A client of Azure AI Vision's image analysis: versions 3.2 (colors, tags, descriptions) and 4.0 (tags, captions)."""

import json
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from pydantic import Field

from agents.services.transport import ask_service
from agents.services.vision import Found, VisionService, read_found
from turingapp.errors import PermanentServiceError, PictureRefused

NAME = "Azure Vision"
VERSION_4 = "2024-02-01"  # api-version of the first general 4.0

# What either version says of a picture that it does not take.
ABOUT_PICTURES = frozenset({"InvalidImageSize", "InvalidImageFormat", "InvalidImageDimension", "NotSupportedImage"})

P = TypeVar("P")


class Named(Found):
    """A tag, and how sure it is."""

    name: str
    confidence: float = 0.0


class Caption(Found):
    """A sentence, and how sure it is."""

    text: str
    confidence: float = 0.0


class Color(Found):
    """The colors of a picture by name, of twelve."""

    dominant: list[str] = Field(default=[], alias="dominantColors")


class Description(Found):
    """The sentences of version 3.2."""

    captions: list[Caption] = []


class Analysis3(Found):
    """An answer of version 3.2: what was asked for is there, all else is not."""

    color: Color | None = None
    tags: list[Named] | None = None
    description: Description | None = None


class Tags(Found):
    """The tags of version 4.0."""

    values: list[Named]


class Analysis4(Found):
    """An answer of version 4.0."""

    tags: Tags | None = Field(default=None, alias="tagsResult")
    caption: Caption | None = Field(default=None, alias="captionResult")


def find_colors(service: VisionService, picture: bytes) -> tuple[Color, Any]:
    """The colors of a JPEG, read and as they came; raises ServiceError, PictureRefused among them."""
    raw = analyze_3(service, picture, "Color")
    return need(read_found(Analysis3, raw, name=NAME).color, "color", raw), raw


def list_tags(service: VisionService, picture: bytes, *, version: str) -> tuple[list[Named], Any]:
    """What is in a JPEG, by version "3.2" or "4.0"; raises as `find_colors`."""
    if version == "3.2":
        raw = analyze_3(service, picture, "Tags")
        return need(read_found(Analysis3, raw, name=NAME).tags, "tags", raw), raw
    raw = analyze_4(service, picture, "tags")
    return need(read_found(Analysis4, raw, name=NAME).tags, "tagsResult", raw).values, raw


def list_captions(service: VisionService, picture: bytes, *, version: str) -> tuple[list[Caption], Any]:
    """Sentences about a JPEG, the surest first, by version "3.2" or "4.0"; raises as `find_colors`."""
    if version == "3.2":
        raw = analyze_3(service, picture, "Description")
        return need(read_found(Analysis3, raw, name=NAME).description, "description", raw).captions, raw
    raw = analyze_4(service, picture, "caption")
    return [need(read_found(Analysis4, raw, name=NAME).caption, "captionResult", raw)], raw


def analyze_3(service: VisionService, picture: bytes, feature: str) -> dict[str, Any]:
    """The answer of version 3.2 about one feature."""
    return analyze(service, picture, "vision/v3.2/analyze", {"visualFeatures": feature, "language": "en"})


def analyze_4(service: VisionService, picture: bytes, feature: str) -> dict[str, Any]:
    """The answer of version 4.0 about one feature."""
    asked = {"api-version": VERSION_4, "features": feature, "language": "en"}
    return analyze(service, picture, "computervision/imageanalysis:analyze", asked)


def analyze(service: VisionService, picture: bytes, path: str, params: dict[str, str]) -> dict[str, Any]:
    """What is said of a JPEG; raises ServiceError, PictureRefused among them."""
    headers = {"Ocp-Apim-Subscription-Key": service.key, "Content-Type": "application/octet-stream"}
    url = f"{service.url}/{path}"
    try:
        return ask_service(NAME, url, content=picture, headers=headers, params=params, seconds=service.seconds)
    except PermanentServiceError as error:
        code = find_code(error.raw)
        if code in ABOUT_PICTURES:
            raise PictureRefused(
                _("%(service)s cannot take the picture (%(fault)s).") % {"service": NAME, "fault": code}, raw=error.raw
            ) from None
        raise


def find_code(raw: object) -> str:
    """The innermost code of an error as Azure writes them; empty where there is none."""
    try:
        error = json.loads(str(raw))["error"]
        return str((error.get("innererror") or error)["code"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return ""


def need(part: P | None, field: str, raw: Any) -> P:
    """The part that was asked for; raises PermanentServiceError where it is not there."""
    if part is None:
        raise PermanentServiceError(
            _("%(service)s answered in another form than its own: %(field)s is missing.")
            % {"service": NAME, "field": field},
            raw=raw,
        )
    return part
