"""Forms and frames of other sites: the workplace takes no form without a token of ours, and is shown in no frame."""

from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import ADDRESSES

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict() -> Client:
    """A browser whose forms are checked as those of real ones, in which an admin has logged in."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.create_superuser("admin"))
    return browser


def test_a_form_of_the_workplace_without_its_token_is_refused(strict: Client) -> None:
    for address in ADDRESSES:
        converters = address.pattern.converters
        parts = {name: 1 if "Int" in type(kind).__name__ else "a" for name, kind in converters.items()}
        answer = strict.post(reverse(f"workplace:{address.name}", kwargs=parts))
        assert answer.status_code == HTTPStatus.FORBIDDEN, address
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], address
        assert answer["X-Frame-Options"] == "DENY", address


def test_nor_is_one_of_the_admin_or_of_the_api(strict: Client) -> None:
    for path in ("/admin/judging/study/", "/admin/login/", "/api/collections/", "/api/evaluations/"):
        answer = strict.post(path, {})
        assert answer.status_code == HTTPStatus.FORBIDDEN, path
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], path
