"""No page offers what is then refused: every link, form and button of every page, in every role."""

from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.urls import resolve, reverse
from lxml import html

from judging.models import Posting
from judging.offers import write_offer
from tests.judging.recruiters.stories import make_offer
from tests.members import make_member
from tests.workplace import test_matrix
from turingapp.members.admitting import check, find_studies
from turingapp.members.rights import read_rights
from turingapp.members.roles import Role

pytestmark = [pytest.mark.django_db, pytest.mark.long]
study = test_matrix.study
HERE = "http://here"


def list_offers(page: bytes, path: str) -> Iterator[tuple[str, str]]:
    """The method and path of everything of the workplace that a page offers to follow or to press."""
    for element in html.fromstring(page).iter("a", "form", "button", "div"):
        offered = {
            "GET": [element.get("href"), element.get("hx-get")],
            "POST": [element.get("formaction"), element.get("hx-post")],
        }
        if element.tag == "form":
            offered[element.get("method", "get").upper()].append(element.get("action") or path)
        for method, addresses in offered.items():
            for address in filter(None, addresses):
                parts = urlsplit(urljoin(HERE + path, address))
                if f"{parts.scheme}://{parts.netloc}" == HERE and parts.path.startswith("/workplace/"):
                    yield method, parts.path


def is_allowed(user: User, method: str, path: str) -> bool:
    """What the matrix says of this address."""
    found = resolve(path)
    deed = getattr(found.func, "deeds", {}).get(method)
    if deed is None:  # pages of one's own account need no role
        return True
    try:
        check(read_rights(user), deed, find_studies(deed.scope, found.kwargs))
    except (Http404, PermissionDenied):
        return False
    return True


@pytest.mark.parametrize(
    ("role", "lab_role"),
    [
        (Role.ANALYST, None),
        (Role.REVIEWER, Role.ANALYST),
        (Role.EXPERIMENTER, None),
        (Role.OWNER, Role.REVIEWER),
        (Role.ANALYST, Role.EXPERIMENTER),
    ],
)
def test_what_a_page_offers_is_allowed(client: Client, study: object, role: Role, lab_role: Role | None) -> None:
    posting = Posting.objects.get()
    posting.state, posting.offer = Posting.State.OPEN, write_offer(make_offer())
    posting.save()
    user = make_member("colleague", role, posting.study)
    if lab_role is not None:
        make_member("colleague", lab_role)
    client.force_login(user)
    refused = set()
    for address in test_matrix.ADDRESSES:
        path = reverse(f"workplace:{address.name}", kwargs=test_matrix.fill(address))
        answer = client.get(path)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html") and answer.content:
            refused |= {(path, *offer) for offer in list_offers(answer.content, path) if not is_allowed(user, *offer)}
    assert not refused
