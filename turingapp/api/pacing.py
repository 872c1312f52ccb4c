"""How many requests an account may make in a minute, counted in the database: all web processes count together."""

from datetime import datetime
from typing import cast

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from turingapp.api.models import RequestCount

READ, WRITE = "read", "write"
SECONDS = 60


class Pace(BaseThrottle):
    """Requests that read and those that write have limits of their own."""

    seconds_left = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request; whether it is within the limit."""
        kind, limit = WRITE, settings.API_WRITES_PER_MINUTE
        if request.method in SAFE_METHODS:
            kind, limit = READ, settings.API_READS_PER_MINUTE
        now = timezone.now()
        self.seconds_left = SECONDS - int(now.timestamp()) % SECONDS
        return count_request(cast(int, request.user.pk), kind, at=now) <= limit

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return self.seconds_left


def count_request(user: int, kind: str, *, at: datetime) -> int:
    """Count one more request of an account; how many of this kind it has made in this minute."""
    minute = int(at.timestamp()) // SECONDS
    rows = RequestCount.objects.filter(user=user, kind=kind)
    # Each statement changes the row or finds that another request did: no two count from the same number.
    if not rows.filter(minute=minute).update(requests=F("requests") + 1):
        begun = rows.exclude(minute=minute).update(minute=minute, requests=1)
        if not begun:
            begin_counting(user, kind, minute)
    return rows.values_list("requests", flat=True).get()


def begin_counting(user: int, kind: str, minute: int) -> None:
    """The first request of an account ever, unless another came before it."""
    try:
        with transaction.atomic():
            RequestCount.objects.create(user_id=user, kind=kind, minute=minute, requests=1)
    except IntegrityError:
        RequestCount.objects.filter(user=user, kind=kind).update(requests=F("requests") + 1)
