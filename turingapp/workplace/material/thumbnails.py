"""Small pictures for lists: made when they are asked for, then kept by the browser."""

import io

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from PIL import Image

from agents.views import find_picture
from turingapp.members.matrix import SEE_LAB
from turingapp.workplace.access import needs

SIDE = 192  # pixels, twice as wide as lists show them
QUALITY = 80
A_DAY = 24 * 3600


@require_safe
@needs(SEE_LAB)
def show_thumbnail(request: HttpRequest, media: str) -> HttpResponse:
    """A picture at most so large; the decoder reads a JPEG at an eighth of its size where that is enough."""
    with Image.open(io.BytesIO(find_picture(media)), formats=["JPEG"]) as picture:
        picture.draft("RGB", (SIDE, SIDE))
        picture.thumbnail((SIDE, SIDE))
        content = io.BytesIO()
        picture.save(content, "JPEG", quality=QUALITY)
    headers = {"Cache-Control": f"private, max-age={A_DAY}", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(content.getvalue(), content_type="image/jpeg", headers=headers)
