"""Ids of people sealed anew under the newest key, so that an older key can be given up."""

from collections.abc import Iterator
from dataclasses import dataclass

from cryptography.fernet import InvalidToken
from django.db import transaction
from django.db.models import QuerySet

from judging.models.recruiting import PlatformIdentity
from judging.sealing import make_cipher, name_newest_key

BATCH = 500


@dataclass(frozen=True, slots=True)
class Rotated:
    """What became of one batch: ids sealed anew, and ids that no key of ours opens."""

    resealed: int
    unreadable: int
    last: int  # the number of the batch's last row


def list_under_old_keys() -> QuerySet[PlatformIdentity]:
    """The ids that are not under the newest key."""
    return PlatformIdentity.objects.exclude(sealed="").exclude(sealed_with=name_newest_key())


def rotate_keys(*, batch: int = BATCH) -> Iterator[Rotated]:
    """Seal every id anew that is under an older key, batch by batch, each in a transaction of its own.

    Broken off, it goes on from the rows; two at once never seal the same row, as each is locked and looked at again.
    """
    last = 0
    while True:
        done = rotate_batch(after=last, batch=batch)
        if done is None:
            return
        last = done.last
        yield done


@transaction.atomic
def rotate_batch(*, after: int, batch: int) -> Rotated | None:
    """Seal the next ids anew; None where there are no more."""
    rows = list(list_under_old_keys().filter(pk__gt=after).order_by("pk").select_for_update(no_key=True)[:batch])
    if not rows:
        return None
    cipher, name = make_cipher(), name_newest_key()
    resealed = []
    for row in rows:
        try:
            row.sealed, row.sealed_with = cipher.rotate(row.sealed).decode(), name
        except InvalidToken:
            continue
        resealed.append(row)
    PlatformIdentity.objects.bulk_update(resealed, ("sealed", "sealed_with"))
    return Rotated(len(resealed), len(rows) - len(resealed), rows[-1].pk)
