"""Serves pictures by opaque id, with the same headers for all of them."""

import re

from django.http import FileResponse, Http404, HttpRequest
from django.views.decorators.http import require_safe

from agents.media import find_media_path

MEDIA_ID = re.compile(r"[0-9a-f]{32}")


@require_safe
def show_media(request: HttpRequest, media_id: str) -> FileResponse:
    """One picture, cached for good; no header tells when or from what it was made."""
    path = find_media_path(media_id)
    if not MEDIA_ID.fullmatch(media_id) or not path.is_file():
        raise Http404("There is no such picture.")
    response = FileResponse(path.open("rb"), content_type="image/jpeg")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["Content-Disposition"] = "inline"
    response["X-Content-Type-Options"] = "nosniff"
    return response
