"""Whatever is sent to whatever address, the server answers, and never with a fault of its own."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judging.models import Assignment
from judging.tokens import sign_visit
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study

pytestmark = [pytest.mark.django_db, pytest.mark.long]
EXAMPLES = 4  # for each address
NAMES = ("answer", "step", "submission", "visit", "title", "slug", "text", "fields", "reason", "amount", "page", "kind")
ODD = st.sampled_from(("", "0", "-1", "1e999", "a" * 3000, "\x00", "{{7*7}}", "[]", "{}", "null", "2001-02-30", "١"))
bodies = st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=8), ODD | st.text(max_size=20), max_size=6)


def list_addresses(patterns: Any, known: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """Every address, its parts filled in by their names."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern).removeprefix("^").removesuffix("$")
        if isinstance(pattern, URLResolver):
            yield from list_addresses(pattern.url_patterns, known, route)
        elif isinstance(pattern, URLPattern) and "(" not in route:
            parts = pattern.pattern.converters
            for name in parts:
                start, end = route.index("<"), route.index(">")
                route = f"{route[:start]}{known.get(name, 1)}{route[end + 1 :]}"
            yield "/" + route


def try_forms(client: Client, address: str) -> dict[str, Any]:
    """Some made-up forms, sent and asked for; those that were a fault of the server."""
    faults: dict[str, Any] = {}

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(body=bodies)
    def send(body: dict[str, str]) -> None:
        for answer in (client.post(address, body), client.get(address, body)):
            if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                faults[address] = body

    send()
    return faults


def test_no_form_is_a_fault_of_the_server() -> None:
    make_pool()
    study = open_small_study()
    visitor = Visitor()
    visitor.begin(study)
    token = sign_visit(Assignment.objects.get())
    known = {"slug": study.slug, "token": token, "link": study.link, "public_id": "x", "task": "color", "pool": "tests"}
    addresses = sorted({*list_addresses(get_resolver().url_patterns, known)})
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("admin"))
    faults: dict[str, Any] = {}
    for address in addresses:
        if not address.startswith(("/admin/", "/api/")):
            faults |= try_forms(client, address)
    assert len(addresses) > 100
    assert faults == {}
