"""Serves pictures at signed addresses, with the same headers for all of them."""

import io
import re
from contextlib import suppress
from datetime import timedelta
from functools import cache
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw

from agents.media_links import find_time_left
from agents.media_store import load_media
from agents.tasks.base import SAMPLE_IMAGE

Reply = TypeVar("Reply", bound=HttpResponseBase)
MEDIA_ID = re.compile(r"[0-9a-f]{32}")
A_YEAR = timedelta(days=365)


@require_safe
def show_media(request: HttpRequest, media_id: str) -> HttpResponse:
    """One picture, cached for as long as its address holds; no header tells when or from what it was made."""
    left = find_time_left(media_id, request.GET.get("until", ""), at=timezone.now())
    if left is None:
        raise Http404("There is no such picture, or its address has expired.")
    return let_keep(HttpResponse(find_picture(media_id), content_type="image/jpeg"), left)


def find_picture(media_id: str) -> bytes:
    """The content of a picture; raises Http404."""
    if MEDIA_ID.fullmatch(media_id):
        with suppress(FileNotFoundError):
            return load_media(media_id)
    raise Http404("There is no such picture, or its address has expired.")


@require_safe
def show_sample(request: HttpRequest) -> HttpResponse:
    """The picture of the tasks' made-up samples, as previews show it."""
    return let_keep(HttpResponse(draw_sample(), content_type="image/jpeg"), A_YEAR)


@cache
def draw_sample() -> bytes:
    """A cup on a table, as a JPEG."""
    picture = Image.new("RGB", (SAMPLE_IMAGE.width, SAMPLE_IMAGE.height), "#dfe7ee")
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 330, 640, 480), fill="#8a6242")
    pen.ellipse((375, 215, 465, 325), outline="#b23a2e", width=18)
    pen.rounded_rectangle((230, 180, 410, 370), radius=24, fill="#c8463a")
    pen.ellipse((230, 162, 410, 202), fill="#7c2720")
    content = io.BytesIO()
    picture.save(content, "JPEG", quality=88)
    return content.getvalue()


def let_keep(response: Reply, left: timedelta) -> Reply:
    """The headers that all pictures share: whoever passes them on may keep them, for so long."""
    response["Cache-Control"] = f"public, max-age={int(left.total_seconds())}, immutable"
    response["Content-Disposition"] = "inline"
    response["X-Content-Type-Options"] = "nosniff"
    return response
