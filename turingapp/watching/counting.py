"""What each web process counts by itself: requests, their time, and refusals.

Where PROMETHEUS_MULTIPROC_DIR names a folder, the processes of this machine count in files there and are read together.
"""

from functools import cache

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, multiprocess

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 10.0)
REQUESTS = Counter("turing_requests", "Requests answered", ("method", "route", "status"))
SECONDS = Histogram("turing_request_seconds", "Time until the answer was ready", ("route",), buckets=BOUNDS)
REFUSALS = Counter("turing_refusals", "What people asked for and the rules forbade, by kind", ("kind",))


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one request."""
    find_requests(method, route, status).inc()
    find_seconds(route).observe(seconds)


# Patterns, methods and statuses are few, and looking their counters up costs more than counting.
@cache
def find_requests(method: str, route: str, status: int) -> Counter:
    """The counter of such requests."""
    return REQUESTS.labels(method, route, str(status))


@cache
def find_seconds(route: str) -> Histogram:
    """The times of such requests."""
    return SECONDS.labels(route)


def count_refusal(refusal: Exception) -> None:
    """Count one refusal by its class."""
    REFUSALS.labels(type(refusal).__name__).inc()


def gather_counts() -> CollectorRegistry:
    """The counts of all web processes of this machine."""
    if not settings.PROMETHEUS_MULTIPROC_DIR:
        return REGISTRY
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry, path=settings.PROMETHEUS_MULTIPROC_DIR)  # type: ignore[no-untyped-call]
    return registry
