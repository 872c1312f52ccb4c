"""What the API says of itself, as requests that keep to it or do not, to addresses at which there is something."""

from collections.abc import Mapping
from typing import Any

import schemathesis
from django.contrib.auth.models import User
from django.core.wsgi import get_wsgi_application
from django.utils import timezone
from hypothesis import strategies as st
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


def build_known() -> dict[str, Any]:
    """Something at every address: parts of addresses by their beginnings, and the header of an admin."""
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


def list_operations(known: Mapping[str, Any]) -> list[tuple[Any, st.SearchStrategy[schemathesis.Case]]]:
    """Every operation of the API, and requests for it."""
    described = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application(), headers=known["headers"])
    operations = [found.ok() for found in described.get_all_operations()]
    return [(operation, make_cases(operation, find_parts(operation, known))) for operation in operations]


def find_parts(operation: Any, known: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the parts of its address may be."""
    return next(parts for beginning, parts in known.items() if operation.path.startswith(beginning))


def make_cases(operation: Any, parts: Mapping[str, Any]) -> st.SearchStrategy[schemathesis.Case]:
    """Requests that keep to the description or do not, half of them to an address at which there is something."""
    own = {name: value for name, value in parts.items() if f"{{{name}}}" in operation.path}
    addresses = st.sampled_from((own or None, None))
    return st.tuples(st.sampled_from(MODES), addresses).flatmap(
        lambda chosen: operation.as_strategy(generation_mode=chosen[0], path_parameters=chosen[1])
    )
