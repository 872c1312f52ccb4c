"""The broker: how many messages wait in each queue. Messages only hasten what is found from rows."""

from collections.abc import Mapping
from pathlib import Path

import redis
from django.conf import settings

from judging.models import WorkerPulse

PATIENCE_SECONDS = 2.0


def measure_queues() -> Mapping[str, int]:
    """The messages that wait, by queue; empty where the broker does not answer."""
    names = (WorkerPulse.GENERAL, WorkerPulse.CONVERSATIONS)
    if not settings.REDIS_URL:
        return {name: len(list(Path(settings.BROKER_DIR / "queue").glob(f"*.{name}.msg"))) for name in names}
    try:
        with open_redis() as client:
            return {name: int(client.llen(name)) for name in names}
    except redis.exceptions.RedisError:
        return {}


def find_queue_fault() -> str:
    """Why no message could be sent now, as a sentence; empty where one could."""
    if not settings.REDIS_URL:
        is_there = Path(settings.BROKER_DIR / "queue").is_dir()
        return "" if is_there else "The folder of the queue of background work is gone."
    try:
        with open_redis() as client:
            client.ping()
    except redis.exceptions.RedisError as error:
        return f"The queue of background work does not answer ({type(error).__name__})."
    return ""


def open_redis() -> "redis.Redis":
    """The server, with little patience: whoever asks is a monitor that comes again."""
    patience = {"socket_timeout": PATIENCE_SECONDS, "socket_connect_timeout": PATIENCE_SECONDS}
    return redis.Redis.from_url(settings.REDIS_URL, **patience)
