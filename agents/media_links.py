"""Addresses of pictures: signed, and good for an hour or two. Whoever was shown one cannot pass it on for long.

All who are shown a picture in the same hour get the same address, whoever they are and whoever answered to it: so the
next page finds what was fetched ahead, and an address tells nothing but which picture and until when.
"""

from datetime import datetime, timedelta
from functools import lru_cache

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import get_script_prefix, reverse

from agents.tasks.base import SAMPLE_IMAGE

LINKS = Signer(salt="media", sep=".")
KEPT = 10_000  # addresses of the hour that a process remembers; a page then costs less than without signatures


def address_picture(media_id: str, *, at: datetime) -> str:
    """Where a picture is to be had from now on for one to two times MEDIA_LINK_MINUTES."""
    seconds = settings.MEDIA_LINK_MINUTES * 60
    until = (int(at.timestamp()) // seconds + 2) * seconds
    return write_address(media_id, until, get_script_prefix())


@lru_cache(KEPT)
def write_address(media_id: str, until: int, prefix: str) -> str:
    """The address below a path prefix; that of the made-up picture of samples needs no signature."""
    if media_id == SAMPLE_IMAGE.media:
        return reverse("sample_picture")
    # After the `?`, so that web processes of an earlier version, which sign nothing, serve it as well.
    signature = LINKS.sign(f"{media_id}.{until}").removeprefix(f"{media_id}.")
    return f"{reverse('media', args=[media_id])}?until={signature}"


def find_time_left(media_id: str, signature: str, *, at: datetime) -> timedelta | None:
    """For how long the address of a picture still holds; None where it does not, or was not signed by us."""
    try:
        until = int(LINKS.unsign(f"{media_id}.{signature}").rpartition(".")[2])
    except (BadSignature, ValueError):
        return None
    left = timedelta(seconds=until - at.timestamp())
    return left if left > timedelta(0) else None
