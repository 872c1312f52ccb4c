"""Odd picture files: each is stored rightly, or refused in one line, and harms nothing else."""

import io
import random
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agents.media import open_picture, store_content
from agents.models import Media
from tests.agents.pictures import find_media_path
from turingapp.errors import InvalidPayload


def encode(picture: Image.Image, form: str, **options: Any) -> bytes:
    """A picture as a file."""
    buffer = io.BytesIO()
    picture.save(buffer, form, **options)
    return buffer.getvalue()


def refuse(content: bytes) -> str:
    """The one line about a file that cannot be used."""
    with pytest.raises(InvalidPayload) as caught:
        open_picture(content, "a.png")
    line = str(caught.value)
    assert len(caught.value.problems) == 1
    assert "\n" not in line
    return line


RED = Image.new("RGB", (40, 30), "red")
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (SVG, "an SVG is a program that draws"),
        (SVG[21:], "an SVG is a program that draws"),
        (b"", "it is no picture of a kind that is read"),
        (b"<html><script>alert(1)</script></html>", "it is no picture of a kind that is read"),
        (b"%PDF-1.7", "it is no picture of a kind that is read"),
        (b"GIF89a" + b"\x00" * 4, "it cannot be read as a picture|it is no picture"),
        (encode(RED, "PNG")[:60], "it cannot be read as a picture"),
        (encode(Image.effect_noise((90, 90), 90), "JPEG")[:1200], "it cannot be read as a picture"),
        (encode(RED, "ICO"), "it is no picture of a kind that is read"),
    ],
)
def test_what_is_no_picture_gets_one_line(content: bytes, rule: str) -> None:
    line = refuse(content)
    assert any(part in line for part in rule.split("|"))


@pytest.mark.parametrize("form", ["GIF", "WEBP", "PNG", "TIFF"])
def test_a_picture_that_moves_is_refused(form: str) -> None:
    frames = [Image.new("RGB", (9, 9), color) for color in ("red", "green", "blue")]
    content = encode(frames[0], form, save_all=True, append_images=frames[1:])
    assert "it has 3 frames; a stimulus should be a still picture" in refuse(content)


@pytest.mark.parametrize(("form", "mode"), [("PNG", "1"), ("TIFF", "1"), ("PNG", "L")])
def test_a_picture_of_ten_thousand_by_ten_thousand_is_refused_unread(form: str, mode: str) -> None:
    content = encode(Image.new(mode, (10_000, 10_000)), form, **({"compress_level": 1} if form == "PNG" else {}))
    assert "it has 10000 x 10000 pixels; at most 50 million are read" in refuse(content)


def test_a_header_that_promises_a_bomb_is_refused_unread() -> None:
    content = bytearray(encode(RED, "BMP"))
    content[18:26] = (60_000).to_bytes(4, "little") * 2
    assert "pixels" in refuse(bytes(content))


@pytest.mark.parametrize(
    ("picture", "form", "color", "remark"),
    [
        (Image.new("CMYK", (9, 9), (0, 255, 255, 0)), "JPEG", (255, 0, 0), "a picture in CMYK was converted to RGB"),
        (Image.new("CMYK", (9, 9), (0, 255, 255, 0)), "TIFF", (255, 0, 0), "a picture in CMYK was converted to RGB"),
        (Image.new("I;16", (9, 9), 128 * 256), "PNG", (128,) * 3, "a picture of 16 bits was converted to 8 bits"),
        (Image.new("I;16", (9, 9), 128 * 256), "TIFF", (128,) * 3, "a picture of 16 bits was converted to 8 bits"),
        (Image.new("RGBA", (9, 9), (0, 0, 0, 0)), "PNG", (255, 255, 255), ""),
        (Image.new("P", (9, 9), 0), "PNG", (0, 0, 0), ""),
        (Image.new("LA", (9, 9), (0, 0)), "PNG", (255, 255, 255), ""),
        (Image.new("1", (9, 9), 1), "PNG", (255, 255, 255), ""),
    ],
)
def test_other_kinds_of_color_become_rgb(picture: Image.Image, form: str, color: tuple[int, ...], remark: str) -> None:
    opened = open_picture(encode(picture, form), "a.png")
    found = opened.picture.getpixel((4, 4))
    assert isinstance(found, tuple)
    assert all(abs(one - other) <= 2 for one, other in zip(found, color, strict=True))
    assert opened.remarks == ((remark,) if remark else ())


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
@pytest.mark.parametrize("tail", [b"PK\x03\x04 an archive", b"<script>alert(1)</script>", b"<?php echo 1; ?>"])
@pytest.mark.django_db
def test_what_hangs_on_to_a_picture_is_dropped(form: str, tail: bytes) -> None:
    media, remarks = store_content(encode(RED, form) + tail, "a.png")
    assert remarks == ("something else than the picture stood at the end of its file and was dropped",)
    assert tail not in find_media_path(media.id).read_bytes()


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP"])
def test_a_file_broken_anywhere_is_read_or_refused_in_one_line(form: str) -> None:
    rng = random.Random(form)
    whole = encode(Image.effect_noise((24, 24), 80).convert("RGB"), form)
    outcomes = set()
    for _ in range(150):
        content = bytearray(whole)
        for _ in range(rng.randint(1, 8)):
            content[rng.randrange(len(content))] = rng.randrange(256)
        outcomes.add(name_outcome(bytes(content[: rng.randint(1, len(content))])))
    assert outcomes <= {"RGB", "1 problem"}
    assert "1 problem" in outcomes


def name_outcome(content: bytes) -> str:
    """What becomes of a file: the mode of its picture, or the number of problems."""
    try:
        return open_picture(content, "a.png").picture.mode
    except InvalidPayload as error:
        return f"{len(error.problems)} problem"


@pytest.mark.django_db
def test_a_large_picture_becomes_small_and_a_turned_one_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    turned = Image.new("RGB", (2000, 1000), "red")
    media, remarks = store_content(encode(turned, "JPEG", exif=exif), "a.jpg")
    assert (media.width, media.height, remarks) == (640, 1280, ())
    assert Media.objects.count() == 1


def test_a_very_large_picture_keeps_its_shape_and_its_colors() -> None:
    picture = Image.new("RGBA", (6000, 2000), (0, 0, 255, 255))
    picture.paste((0, 0, 0, 0), (0, 0, 3000, 2000))
    small = open_picture(encode(picture, "PNG", compress_level=1), "a.png").picture
    assert small.size == (1280, 427)
    assert [small.getpixel(place) for place in ((300, 5), (300, 420), (1000, 5), (1000, 420))] == [
        (255, 255, 255),
        (255, 255, 255),
        (0, 0, 255),
        (0, 0, 255),
    ]
