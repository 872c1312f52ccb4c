"""Pictures in the media store, as stimuli."""

from typing import Any

from PIL import Image

from agents.media import find_media_path


def store(image: Image.Image, media: str = "made") -> dict[str, Any]:
    """A stimulus with this picture, of free viewing where that matters."""
    path = find_media_path(media)
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, quality=95)
    return {"image": {"media": media, "width": image.width, "height": image.height}, "mode": "free"}
