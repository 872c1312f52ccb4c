"""A real worker process takes a job from either broker and does it."""

import os
import sys
from pathlib import Path

import pytest
from celery import Celery
from django.db import connection

from judging.models import Assignment
from tests.builders import AT
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study
from turingapp.running import Program, Troupe

WITHIN_SECONDS = 60
JOB = "judging.jobs.release_lapsed_places"


def read_database_url() -> str:
    """The address of the database of this test, for another process."""
    told = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{told['NAME']}"
    return f"postgresql://{told['USER']}:{told['PASSWORD']}@{told['HOST']}:{told['PORT']}/{told['NAME']}"


def describe_worker(*, redis_url: str, var: Path) -> Program:
    """A worker with settings of its own, beside whatever else runs on this machine."""
    setting = {
        "DJANGO_SETTINGS_MODULE": "turingapp.settings",
        "DATABASE_URL": read_database_url(),
        "REDIS_URL": redis_url,
        "VAR_DIR": str(var),
        "SECRET_KEY": "any",
        "PERSON_KEY_SECRET": "any",
    }
    words = [f"{name}={value}" for name, value in setting.items()]
    celery = (sys.executable, "-m", "celery", "-A", "turingapp.celery", "worker", "--pool", "solo")
    return Program("worker", ("env", *words, *celery, "--without-gossip", "--without-mingle"))


def describe_queue(*, redis_url: str, var: Path) -> Celery:
    """Our end of the same queue."""
    app = Celery(broker=redis_url or "filesystem://", set_as_current=False)
    if not redis_url:
        folder = str(var / "broker" / "queue")
        control = str(var / "broker" / "control")
        app.conf.broker_transport_options = {
            "data_folder_in": folder,
            "data_folder_out": folder,
            "control_folder": control,
        }
    return app


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("broker", ["files", "redis"])
def test_a_worker_does_a_job_from_the_queue(broker: str, tmp_path: Path) -> None:
    redis_url = os.environ.get("TEST_REDIS_URL", "") if broker == "redis" else ""
    if broker == "redis" and not redis_url:
        pytest.skip("TEST_REDIS_URL names no server; 'make test' starts one")
    make_pool()
    Visitor().begin(open_small_study())
    Assignment.objects.update(seen_at=AT)
    for folder in ("queue", "control"):
        (tmp_path / "broker" / folder).mkdir(parents=True)
    troupe = Troupe(log_dir=tmp_path)
    troupe.start(describe_worker(redis_url=redis_url, var=tmp_path))
    try:
        with describe_queue(redis_url=redis_url, var=tmp_path) as app:
            app.send_task(JOB)
        lapsed = Assignment.objects.filter(released_at=None)
        troupe.wait_until(lambda: not lapsed.all().exists(), what="the job", within_seconds=WITHIN_SECONDS)
    finally:
        troupe.stop_all()
    assert Assignment.objects.get().released_at is not None
