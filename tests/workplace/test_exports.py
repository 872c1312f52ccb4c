"""All exports of a study are on one page, for those who may take data along."""

from http import HTTPStatus
from typing import Any

import lxml.html
import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_study
from tests.members import make_member
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db


def test_every_export_of_a_study_is_named_says_what_it_holds_and_answers(staff: Client) -> None:
    study = make_study()
    page = staff.get(reverse("workplace:exports", args=[study.slug])).content.decode()
    lines: Any = lxml.html.fromstring(page).xpath("//ul[@class='material']/li")
    assert len(lines) == 4
    for line in lines:
        assert line.xpath(".//p[contains(@class, 'note')]/text()")
        assert staff.get(line.xpath(".//a/@href")[0]).status_code == HTTPStatus.OK
    assert reverse("workplace:packages", args=[study.slug]) in page
    assert (
        reverse("workplace:exports", args=[study.slug])
        in staff.get(f"/workplace/studies/{study.slug}/").content.decode()
    )


def test_who_may_take_nothing_along_is_not_led_there(client: Client) -> None:
    study = make_study()
    client.force_login(make_member("ann", Role.REVIEWER, study))
    address = reverse("workplace:exports", args=[study.slug])
    assert address not in client.get(f"/workplace/studies/{study.slug}/").content.decode()
    assert client.get(address).status_code == HTTPStatus.FORBIDDEN
