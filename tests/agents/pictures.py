"""Pictures in the media store, as stimuli."""

from pathlib import Path
from typing import Any

from django.conf import settings
from PIL import Image


def find_media_path(media_id: str) -> Path:
    """Where a picture lies in the media folder."""
    return Path(settings.MEDIA_ROOT) / f"{media_id}.jpg"


def store(image: Image.Image, media: str = "made") -> dict[str, Any]:
    """A stimulus with this picture, of free viewing where that matters."""
    path = find_media_path(media)
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, quality=95)
    return {"image": {"media": media, "width": image.width, "height": image.height}, "mode": "free"}
