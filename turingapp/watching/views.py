"""What monitors ask for: `/ready` and `/metrics`."""

import secrets
from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from turingapp.watching.counting import gather_counts
from turingapp.watching.measuring import Rows
from turingapp.watching.readiness import find_faults

LOOPBACK = frozenset({"127.0.0.1", "::1"})


@never_cache
@require_safe
def show_readiness(request: HttpRequest) -> JsonResponse:
    """What this process lacks, part by part; 503 where it lacks anything."""
    faults = find_faults()
    told = {part: fault or "ok" for part, fault in faults.items()}
    return JsonResponse(told, status=HTTPStatus.SERVICE_UNAVAILABLE if any(faults.values()) else HTTPStatus.OK)


@never_cache
@require_safe
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Metrics as Prometheus reads them; for all others there is no such page."""
    if not may_measure(request):
        raise Http404("There is no such page.")
    rows = CollectorRegistry()
    rows.register(Rows(timezone.now()))
    return HttpResponse(generate_latest(gather_counts()) + generate_latest(rows), content_type=CONTENT_TYPE_LATEST)


def may_measure(request: HttpRequest) -> bool:
    """Who has the token; where none is set, a program on this machine that came straight here, by no proxy."""
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ").encode()
        return secrets.compare_digest(given, settings.METRICS_TOKEN.encode())
    return request.META.get("REMOTE_ADDR") in LOOPBACK and not request.headers.get("X-Forwarded-For")
