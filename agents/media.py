"""The media store: pictures re-encoded alike under opaque ids, and the address they are served at."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.db import IntegrityError, transaction
from PIL import Image, ImageOps, UnidentifiedImageError

from agents.models import Media
from turingapp.errors import InvalidPayload, Problem

LONGEST_SIDE = 1280  # the original study's screen was 1280 pixels wide
MOST_PIXELS = 50_000_000
JPEG_QUALITY = 88


def refuse_picture(path: Path, rule: str) -> InvalidPayload:
    """The error for a picture file that cannot be used."""
    return InvalidPayload([Problem("image", repr(path.name), rule)])


def find_media_path(media_id: str) -> Path:
    """Where a picture lies on disk."""
    return settings.MEDIA_ROOT / f"{media_id}.jpg"


def open_picture(path: Path) -> Image.Image:
    """The first frame of a picture file, upright, in RGB on white, at most 1280 pixels long; raises InvalidPayload."""
    try:
        with Image.open(path, formats=("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise refuse_picture(
                    path, f"it has {opened.width} x {opened.height} pixels; at most 50 million are read"
                )
            picture = ImageOps.exif_transpose(opened).convert("RGBA")
    except FileNotFoundError:
        raise refuse_picture(path, "there is no such file in the media folder") from None
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise refuse_picture(path, f"it cannot be read as a picture ({error})") from None
    flat = Image.new("RGB", picture.size, "white")
    flat.paste(picture, mask=picture.getchannel("A"))
    flat.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return flat


def store_picture(path: Path) -> Media:
    """The stored form of a picture file; the same file is stored once. Raises InvalidPayload."""
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        raise refuse_picture(path, "there is no such file in the media folder") from None
    known = Media.objects.filter(source_digest=digest).first()
    if known is not None and find_media_path(known.id).is_file():
        return known
    picture = open_picture(path)
    media = known or Media(source_digest=digest, width=picture.width, height=picture.height)
    target = find_media_path(media.id)
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(".part")
    # Pillow writes no metadata unless it is handed some: equal settings give equal headers.
    picture.save(partial, "JPEG", quality=JPEG_QUALITY, subsampling=2, optimize=False, progressive=False)
    partial.rename(target)
    try:
        with transaction.atomic():
            media.save()
    except IntegrityError:
        # Another process has stored the same file in the meantime; its row counts.
        target.unlink(missing_ok=True)
        return Media.objects.get(source_digest=digest)
    return media
