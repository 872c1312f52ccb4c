"""How the installation is watched: ids of requests, log lines, metrics, readiness, reports of errors."""

import json
import logging
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import sentry_sdk
from django.core.management import CommandError
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from kombu import Connection
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from judging.jobs import carry_out_due, leave_sign
from judging.models import WorkerPulse
from judging.monitoring.counting import count_all_behind
from tests.builders import AT
from tests.pages.stories import begin_and_judge
from tests.pools import make_pool, open_small_study
from turingapp.celery import app
from turingapp.logs import JsonLine, MaskTokens
from turingapp.members.commanding import explain
from turingapp.watching.readiness import is_complete
from turingapp.watching.reporting import start_reporting
from turingapp.watching.tracing import job_id, request_id, traced

TOKEN = "a-secret-token-of-a-visit"


def read_metrics(client: Client, **headers: str) -> dict[tuple[str, ...], float]:
    """The values by name and labels."""
    page = client.get("/metrics", headers=headers).content.decode()
    families = text_string_to_metric_families(page)  # type: ignore[no-untyped-call]
    samples = [sample for family in families for sample in family.samples]
    return {(sample.name, *sample.labels.values()): sample.value for sample in samples}


def write_line(record: logging.LogRecord) -> dict[str, Any]:
    """A record as the production's log has it."""
    MaskTokens().filter(record)
    told = json.loads(JsonLine().format(record))
    assert isinstance(told, dict)
    return told


@pytest.mark.django_db
def test_an_answer_has_the_id_that_the_proxy_gave_and_no_other_text_gets_into_the_log() -> None:
    client = Client()
    given = "0123456789abcdef0123456789abcdef"
    assert client.get("/healthy", headers={"X-Request-ID": given})["X-Request-ID"] == given
    made = client.get("/healthy", headers={"X-Request-ID": 'x"} {"level": "forged'})["X-Request-ID"]
    assert len(made) == 32
    assert made != client.get("/healthy")["X-Request-ID"]


@pytest.mark.django_db
def test_a_request_is_logged_by_the_pattern_of_its_address(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.LOG_REQUESTS = True
    with caplog.at_level(logging.INFO, "turingapp.requests"):
        Client().get(f"/visit/{TOKEN}/?who=somebody")
    line = write_line(next(record for record in caplog.records if record.name == "turingapp.requests"))
    assert (line["route"], line["method"], line["status"]) == ("visit/<token:token>/", "GET", 404)
    assert line["ms"] > 0
    assert "token-of" not in caplog.text
    assert "somebody" not in caplog.text


def test_a_line_of_json_has_the_ids_and_its_traceback_tells_no_token_and_no_value_of_a_row() -> None:
    told = f"at /visit/{TOKEN}/\nDETAIL: Key (person)=(worker A1B2) already exists."
    try:
        raise ValueError(told)
    except ValueError:
        record = logging.LogRecord("turingapp", logging.ERROR, "", 0, "broke", (), sys.exc_info())
    with traced(request_id, "abc"), traced(job_id, "def"):
        line = write_line(record)
    assert (line["level"], line["message"], line["request"], line["job"]) == ("ERROR", "broke", "abc", "def")
    assert "ValueError" in line["traceback"]
    assert "A1B2" not in line["traceback"]
    assert "secret" not in line["traceback"]


def test_a_job_knows_the_request_that_asked_for_it() -> None:
    seen: list[tuple[str, str]] = []

    @app.task(name="tests.tell", shared=False)  # type: ignore[untyped-decorator]  # celery ships no types
    def tell() -> None:
        seen.append((request_id.get(), job_id.get()))

    broker: Any = Connection("memory://")  # kombu ships no types
    with broker, broker.SimpleQueue("celery") as queue:
        with traced(request_id, "abc"):
            tell.apply_async(connection=broker)
        headers = queue.get(timeout=1).headers
    tell.apply(task_id=headers["id"], headers={"request_id": headers["request_id"]})
    assert seen == [("abc", headers["id"])]
    assert request_id.get() == ""


@pytest.mark.django_db
def test_metrics_tell_visits_trials_lag_money_and_signs_of_workers() -> None:
    make_pool()
    begin_and_judge(open_small_study(), trials=1)
    count_all_behind(clock=timezone.now)
    carry_out_due()
    leave_sign()
    told = read_metrics(Client())
    assert told["turing_visits", "open"] == 1
    assert told["turing_trials_answered_total",] == 1
    assert told["turing_due", "requests to platforms"] == 0
    assert told["turing_agents_spent_dollars",] == 0
    assert told["turing_worker_sign_seconds", "conversations"] < 60
    assert told["turing_worker_sign_seconds", "celery"] < 60
    assert told["turing_requests_total", "GET", "join/<token:link>/", "200"] >= 1


@pytest.mark.django_db
def test_metrics_are_for_this_machine_or_for_who_has_the_token(settings: Settings) -> None:
    client = Client()
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 404
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 404
    settings.METRICS_TOKEN = "the token"
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer other"}).status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer the token"}).status_code == 200


@pytest.mark.django_db
def test_who_is_ready_says_so_and_who_lacks_migrations_or_the_queue_says_what(settings: Settings) -> None:
    is_complete.cache_clear()
    assert Client().get("/ready").json() == {"database": "ok", "migrations": "ok", "queue": "ok", "pictures": "ok"}
    is_complete.cache_clear()
    MigrationRecorder.Migration.objects.filter(app="judging").latest("name").delete()
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    answer = Client().get("/ready")
    assert answer.status_code == 503
    assert answer.json()["migrations"].startswith("The database lacks migrations of this version, 1 in all")
    assert "does not answer" in answer.json()["queue"]
    assert answer.json()["database"] == "ok"


@pytest.mark.django_db
def test_each_queue_has_a_sign_of_its_own() -> None:
    WorkerPulse.objects.create(at=AT)
    leave_sign()
    general, conversations = WorkerPulse.objects.order_by("pk")
    assert (general.queue, general.at) == ("celery", AT)
    assert conversations.at - AT > timedelta(0)
    assert app.conf.task_routes["judging.jobs.leave_sign"] == {"queue": conversations.queue}


class Caught(Transport):
    """Keeps what would be sent."""

    sent: list[dict[str, Any]] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        event = envelope.get_event()
        if event is not None:
            self.sent.append(dict(event))


@pytest.fixture
def reports() -> Iterator[list[dict[str, Any]]]:
    """What is reported meanwhile."""
    before = sentry_sdk.get_global_scope().client
    Caught.sent.clear()
    start_reporting("https://key@errors.invalid/1", transport=Caught, default_integrations=False)
    yield Caught.sent
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(before)


def test_a_report_of_an_error_says_where_and_nothing_of_anybody(reports: list[dict[str, Any]]) -> None:
    sentry_sdk.get_isolation_scope().set_user({"id": "7"})
    with traced(request_id, "abc"):
        sentry_sdk.capture_event(
            {"request": {"url": f"https://here/visit/{TOKEN}/", "data": "typed", "cookies": "c", "headers": {"A": "b"}}}
        )
        typed = "what somebody typed"
        try:
            raise ValueError(typed)
        except ValueError:
            sentry_sdk.capture_exception()
    page, error = reports
    assert page["request"] == {"url": "https://here/visit/a-secr…/"}
    assert page["tags"]["request"] == "abc"
    assert error["exception"]["values"][0]["type"] == "ValueError"
    assert "value" not in {name for name, value in error["exception"]["values"][0].items() if value}
    for told in (page, error):
        assert not {"user", "extra", "breadcrumbs"} & told.keys()
    assert "secret" not in json.dumps(reports, default=str)
    sentry_sdk.get_isolation_scope().set_user(None)


@pytest.mark.django_db
def test_a_command_on_a_database_of_an_earlier_version_says_what_to_run() -> None:
    is_complete.cache_clear()
    MigrationRecorder.Migration.objects.filter(app="judging").latest("name").delete()
    with pytest.raises(CommandError, match="lacks migrations of this version, 1 in all; run 'manage.py migrate'"):
        explain(fail_for_want_of_a_table)()


@pytest.mark.django_db
def test_a_command_that_fails_on_a_database_of_this_version_fails_as_it_did() -> None:
    with pytest.raises(OperationalError, match="no such table"):
        explain(fail_for_want_of_a_table)()


def fail_for_want_of_a_table() -> str | None:
    """What a query of a table that is not there yet raises."""
    raise OperationalError("no such table: members_begundeed")
