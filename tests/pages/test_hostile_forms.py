"""Forms that no browser sends: each is answered, none is a fault of the server, and half a form is no answer."""

from io import BytesIO

import pytest
from django.test import Client

from judging.models import Assignment, Judgement, Trial
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db


def test_characters_that_no_database_holds_are_left_out_everywhere() -> None:
    make_pool()
    study = open_small_study(questions=["reason"])
    client = Client()
    assert client.get("/join/%00/").status_code == 404
    begun = client.post(f"/join/{study.link}/", {"visit": "a\x00b"})
    assert begun.status_code == 302
    assert client.post("/withdraw/", {"code": "\x00"}).status_code == 422
    visitor = Visitor()
    visitor.begin(study)
    visitor.send(submission="a\x00b", reason="c\x00d")
    trial = Trial.objects.get(answered_at__isnull=False)
    assert (trial.submission, trial.answers["reason"]) == ("ab", "cd")


@pytest.mark.parametrize("charset", ["utf-7", "base64", "latin-1"])
def test_a_form_in_another_character_set_is_refused(charset: str) -> None:
    make_pool()
    study = open_small_study()
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    body = b'--x\r\nContent-Disposition: form-data; name="visit"\r\n\r\n+2AA-\r\n--x--\r\n'
    assert Client().generic("POST", f"/join/{study.link}/", body, content_type=kind).status_code == 400
    assert not Assignment.objects.exists()


def test_a_form_that_was_cut_off_on_its_way_changes_nothing() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    half = {"wsgi.input": BytesIO(b"answer=erase&x="), "CONTENT_LENGTH": "500"}
    kind = "application/x-www-form-urlencoded"
    cut = visitor.client.generic("POST", f"{visitor.address}stop", b"", content_type=kind, **half)
    assert cut.status_code == 400
    assert Assignment.objects.get().state == Assignment.State.OPEN


def test_asking_whether_a_visit_is_there_starts_no_clock() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    visitor.send()
    Trial.objects.filter(position=2).update(issued_at=None, loads=0)
    assert visitor.client.head(visitor.address).status_code == 200
    assert Trial.objects.get(position=2).issued_at is None


def test_an_answer_to_a_visit_that_is_gone_is_not_found() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    fields = visitor.read_form()
    Assignment.objects.all().delete()
    assert visitor.client.post(visitor.address, fields).status_code == 404
    assert not Judgement.objects.exists()


def test_a_comment_that_is_too_long_is_told_its_length() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    for _ in range(4):
        visitor.send()
    page = visitor.send(engagement="1", difficulty="1", comment="a" * 5001)
    assert page.status_code == 422
    assert "Your comment has 5001 characters" in page.content.decode()
