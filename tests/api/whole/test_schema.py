"""The API keeps to its own description, whatever is sent: no fault of the server, no answer that is not described."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django.fixtures import Settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks

from agents.models import Origin
from analysis.evaluations.items import Unit
from analysis.models import EvaluationRun, StudyPackage
from judging.models import Collection
from tests.builders import AT, make_agent, make_judgement, make_response, make_study, make_visit
from turingapp.api.scopes import TokenScope
from turingapp.api.tokens import make_token

EXAMPLES = 30  # for each operation
CHECKS = (
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.unsupported_method,
    checks.ignored_auth,
)
MODES = tuple(GenerationMode)  # what the description allows, and what it does not

pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests leave the test's own connection open, as those of Django's test client do."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def known(settings: Settings) -> dict[str, Any]:
    """Something at every address: parts of addresses by their beginnings, and the header of an admin."""
    settings.API_READS_PER_MINUTE = settings.API_WRITES_PER_MINUTE = 1_000_000
    study = make_study("colors")
    study.collection = Collection.objects.create(slug="all", title="All")
    study.save(update_fields=("collection",))
    for origin in (Origin.HUMAN, Origin.AI):
        response = make_response(make_agent(origin, origin=origin))
        make_judgement(make_visit(study), response, "human")
    package = StudyPackage.objects.create(study=study, smallest_group=5, created_at=AT)
    run = EvaluationRun.objects.create(source="color", judges=[], unit=Unit.PART, created_at=AT)
    admin = User.objects.create_superuser("admin")
    made = make_token(admin, name="t", scopes=TokenScope.values, days=1, at=timezone.now())
    return {
        "/api/studies/": {"slug": "colors", "id": package.pk},
        "/api/collections/": {"slug": "all"},
        "/api/pools/": {"task": "color", "pool": "tests"},
        "/api/responses/": {"id": response.pk},
        "/api/agents/": {"slug": "ai"},
        "/api/evaluations/": {"id": run.pk},
        "headers": {"Authorization": f"Bearer {made.secret}"},
    }


def make_cases(operation: Any, parts: Mapping[str, Any]) -> st.SearchStrategy[schemathesis.Case]:
    """Requests that keep to the description or do not, half of them to an address at which there is something."""
    own = {name: value for name, value in parts.items() if f"{{{name}}}" in operation.path}
    addresses = st.sampled_from((own or None, None))
    return st.tuples(st.sampled_from(MODES), addresses).flatmap(
        lambda chosen: operation.as_strategy(generation_mode=chosen[0], path_parameters=chosen[1])
    )


def test_whatever_is_sent_is_answered_as_described(known: dict[str, Any], one_connection: None) -> None:
    headers, answers = known["headers"], Counter[int]()
    described = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application(), headers=headers)
    operations = [found.ok() for found in described.get_all_operations()]
    for operation in operations:
        parts = next(parts for beginning, parts in known.items() if operation.path.startswith(beginning))

        @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), derandomize=True)
        @given(case=make_cases(operation, parts))
        def send(case: schemathesis.Case) -> None:
            answer = case.call_and_validate(headers=headers, checks=list(CHECKS))
            answers[answer.status_code] += 1

        send()
    assert len(operations) > 20
    assert {200, 201, 400, 404} <= set(answers), answers  # the stories get past the door
