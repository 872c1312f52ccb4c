"""Writing to people of a posting through HTTP: a look at the text before it is sent, and then once."""

from http import HTTPStatus

import pytest
from django.test import Client

from judging.models.recruiting import Outgoing, Posting
from judging.recruiters.local.prolific import LocalProlific
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import submit_at_prolific

pytestmark = [pytest.mark.django_db, pytest.mark.long]
FORM = {"to": "submitted", "subject": "About our study", "text": "The second picture did not load.\r\nThank you."}


def test_a_message_is_shown_before_it_is_sent(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock
) -> None:
    address = f"/workplace/postings/{posting.public_id}/write"
    assert "Nobody has come by this posting yet" in staff.get(address).content.decode()
    submit_at_prolific(prolific, posting, "P1", clock)
    assert "something in our study did not work" in staff.get(f"{address}?template=fault").content.decode()
    blank = staff.post(address, {**FORM, "text": "Hello [name]"})
    assert blank.status_code == HTTPStatus.BAD_REQUEST
    assert "fill in what stands in brackets" in blank.content.decode()
    for sure in ({}, {"sure": "7"}):
        assert "This goes to 1 person" in staff.post(address, {**FORM, **sure}).content.decode()
    assert not Outgoing.objects.filter(kind="message").exists()
    sent = staff.post(address, {**FORM, "sure": "1"}, follow=True).content.decode()
    assert "1 message is on its way." in sent
    assert "0 sent, 1 on their way, 0 failed or unclear" in sent
    row = Outgoing.objects.get(kind="message")
    assert row.payload["text"] == "The second picture did not load.\nThank you."
    again = staff.post(address, {**FORM, "sure": "1"}, follow=True).content.decode()
    assert "nobody gets it twice" in again
