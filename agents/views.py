"""Serves pictures by opaque id, with the same headers for all of them."""

import io
import re
from functools import cache
from typing import TypeVar

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw

from agents.media import find_media_path
from agents.tasks.base import SAMPLE_IMAGE

Reply = TypeVar("Reply", bound=HttpResponseBase)
MEDIA_ID = re.compile(r"[0-9a-f]{32}")


@require_safe
def show_media(request: HttpRequest, media_id: str) -> FileResponse:
    """One picture, cached for good; no header tells when or from what it was made."""
    path = find_media_path(media_id)
    if not MEDIA_ID.fullmatch(media_id) or not path.is_file():
        raise Http404("There is no such picture.")
    return keep_for_good(FileResponse(path.open("rb"), content_type="image/jpeg"))


@require_safe
def show_sample(request: HttpRequest) -> HttpResponse:
    """The picture of the tasks' made-up samples, as previews show it."""
    return keep_for_good(HttpResponse(draw_sample(), content_type="image/jpeg"))


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


def keep_for_good(response: Reply) -> Reply:
    """The headers that all pictures share."""
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["Content-Disposition"] = "inline"
    response["X-Content-Type-Options"] = "nosniff"
    return response
