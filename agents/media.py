"""Pictures on their way into the media store: looked at, re-encoded alike, and kept under opaque ids."""

import hashlib
import io
import struct
import warnings
from dataclasses import dataclass
from pathlib import Path

from django.db import IntegrityError, transaction
from PIL import Image, ImageOps, UnidentifiedImageError

from agents.media_store import drop_media, has_media, write_media
from agents.models import Media
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")
LONGEST_SIDE = 1280  # the original study's screen was 1280 pixels wide
MOST_PIXELS = 50_000_000
JPEG_QUALITY = 88
ORIENTATION = 0x0112  # the tag of Exif that says how a camera was held
STRIP = 64  # rows of a very large picture that are painted at once
DEPTH_16 = 256  # steps of a 16-bit gray value for one step of an 8-bit one
# What Pillow raises for files that are broken inside; it turns not all of it into OSError.
BROKEN = (OSError, ValueError, SyntaxError, EOFError, LookupError, TypeError, OverflowError, struct.error)


@dataclass(frozen=True, slots=True)
class Opened:
    """A picture ready to be stored, and what had to be done to it, in words."""

    picture: Image.Image
    source: str  # its codec and colors
    remarks: tuple[str, ...]


def refuse_picture(name: str, rule: str) -> InvalidPayload:
    """The error for a picture file that cannot be used."""
    return InvalidPayload([Problem("image", repr(name), rule)])


def open_picture(content: bytes, name: str) -> Opened:
    """A still picture, upright, in RGB on white, at most 1280 pixels long; raises InvalidPayload."""
    if looks_like_svg(content):
        raise refuse_picture(name, say_later("an SVG is a program that draws, not a picture; save it as PNG or JPEG"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of sizes, which are checked here, and of broken metadata
            opened = Image.open(io.BytesIO(content), formats=FORMATS)  # reads the header alone
            check_header(opened, name)
            remarks = list_remarks(opened, content)
            source = f"{opened.format} in {opened.mode}"
            return Opened(flatten(opened), source, remarks)
    except UnidentifiedImageError:
        raise refuse_picture(
            name, say_later("it is no picture of a kind that is read: %(formats)s", formats=", ".join(FORMATS))
        ) from None
    except (*BROKEN, Image.DecompressionBombError) as error:
        raise refuse_picture(name, say_later("it cannot be read as a picture (%(fault)s)", fault=error)) from None


def looks_like_svg(content: bytes) -> bool:
    """Whether a file begins as an SVG or another XML document."""
    start = content[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return start.startswith((b"<svg", b"<?xml", b"<!doctype svg"))


def check_header(opened: Image.Image, name: str) -> None:
    """Raise InvalidPayload for a picture too large to be read, and for one that moves."""
    if opened.width * opened.height > MOST_PIXELS:
        raise refuse_picture(
            name,
            say_later(
                "it has %(width)s x %(height)s pixels; at most 50 million are read",
                width=opened.width,
                height=opened.height,
            ),
        )
    frames = getattr(opened, "n_frames", 1)
    # Phones add further pictures to a JPEG (MPO); the first is the one that is meant.
    if frames > 1 and opened.format != "MPO":
        raise refuse_picture(
            name, say_later("it has %(number)s frames; a stimulus should be a still picture", number=frames)
        )


def list_remarks(opened: Image.Image, content: bytes) -> tuple[str, ...]:
    """What is unusual about a picture that can be used all the same."""
    found = []
    if opened.mode == "CMYK":
        found.append(say_later("a picture in CMYK was converted to RGB"))
    if opened.mode.startswith("I"):
        found.append(say_later("a picture of 16 bits was converted to 8 bits"))
    end = {"JPEG": b"\xff\xd9", "PNG": b"IEND\xaeB`\x82"}.get(opened.format or "")
    if end and content.rpartition(end)[2].strip(b"\x00\xff\r\n \xd9"):
        found.append(say_later("something else than the picture stood at the end of its file and was dropped"))
    return tuple(found)


def flatten(opened: Image.Image) -> Image.Image:
    """The picture as it is stored: RGB on white, upright, at most 1280 pixels long."""
    if opened.format == "JPEG":
        opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
    orientation = opened.getexif().get(ORIENTATION)
    flat = reduce_strips(opened)
    if orientation:
        flat.getexif()[ORIENTATION] = orientation
    upright = ImageOps.exif_transpose(flat)
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return upright


def reduce_strips(opened: Image.Image) -> Image.Image:
    """The picture in RGB on white; a very large one strip by strip, so that no second copy of it is needed."""
    factor = max(1, max(opened.size) // (2 * LONGEST_SIDE))
    if factor == 1:
        return paint_on_white(opened)
    reduced = Image.new("RGB", (-(-opened.width // factor), -(-opened.height // factor)))
    for top in range(0, opened.height, STRIP * factor):
        strip = opened.crop((0, top, opened.width, min(top + STRIP * factor, opened.height)))
        reduced.paste(paint_on_white(strip).reduce(factor), (0, top // factor))
    return reduced


def paint_on_white(picture: Image.Image) -> Image.Image:
    """The picture in RGB, white where it is transparent."""
    if picture.mode.startswith("I"):
        picture = picture.point(lambda value: value / DEPTH_16, "L")
    clear = picture.convert("RGBA")
    flat = Image.new("RGB", clear.size, "white")
    flat.paste(clear, mask=clear.getchannel("A"))
    return flat


def store_picture(path: Path) -> Media:
    """The stored form of a picture file; the same file is stored once. Raises InvalidPayload."""
    try:
        content = path.read_bytes()
    except OSError:
        raise refuse_picture(path.name, say_later("there is no such file in the media folder")) from None
    return store_content(content, path.name)[0]


def store_content(content: bytes, name: str) -> tuple[Media, tuple[str, ...]]:
    """The stored form of a picture file's content, with remarks; raises InvalidPayload, StorageFull or ServiceError."""
    digest = hashlib.sha256(content).hexdigest()
    known = Media.objects.filter(source_digest=digest).first()
    if known is not None and has_media(known.id):
        return known, ()
    opened = open_picture(content, name)
    media = known or Media(
        source_digest=digest, width=opened.picture.width, height=opened.picture.height, source=opened.source
    )
    write_media(media.id, encode_picture(opened.picture))
    try:
        with transaction.atomic():
            media.save()
    except IntegrityError:
        # Another process has stored the same file in the meantime; its row counts.
        drop_media(media.id)
        return Media.objects.get(source_digest=digest), opened.remarks
    return media, opened.remarks


def encode_picture(picture: Image.Image) -> bytes:
    """The picture as a JPEG; Pillow writes no metadata unless it is handed some: equal settings give equal headers."""
    content = io.BytesIO()
    picture.save(content, "JPEG", quality=JPEG_QUALITY, subsampling=2, optimize=False, progressive=False)
    return content.getvalue()


def look_at_picture(content: bytes, name: str) -> tuple[Media, tuple[str, ...]]:
    """What storing the picture would give, without storing it; raises InvalidPayload."""
    digest = hashlib.sha256(content).hexdigest()
    known = Media.objects.filter(source_digest=digest).first()
    if known is not None:
        return known, ()
    opened = open_picture(content, name)
    found = Media(id=digest[:32], source_digest=digest, width=opened.picture.width, height=opened.picture.height)
    return found, opened.remarks
