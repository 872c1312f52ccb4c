"""Studies of conversations in the workplace: their pages say what is so, and what was said is accepted there."""

import pytest
from django.test import Client

from agents.models import Response
from tests.judging.conversing.visits import decide, guess, open_chat_study, seat_two, talk

pytestmark = pytest.mark.django_db
PAGES = ("", "answers", "protocol", "change", "clone", "package", "people")
OF_VERDICTS = ("report", "figures", "gallery")


def test_every_page_of_such_a_study_comes(staff: Client) -> None:
    study = open_chat_study()
    visits = seat_two(study)
    talk(visits, 4)
    for visit in visits:
        guess(visit, 20)
    for page in PAGES:
        assert staff.get(f"/workplace/studies/{study.slug}/{page}", follow=True).status_code == 200, page
    for page in OF_VERDICTS:  # nobody judges while they talk
        assert staff.get(f"/workplace/studies/{study.slug}/{page}", follow=True).status_code == 404, page


def test_a_conversation_is_read_as_judges_will_see_it_and_accepted(staff: Client) -> None:
    study = open_chat_study(closing=False)
    visits = seat_two(study)
    talk(visits, 4)
    for visit in visits:
        guess(visit, 20)
        decide(visit, 21)
    address = f"/workplace/studies/{study.slug}/answers"
    page = staff.get(address).content.decode()
    assert "message 3" in page
    assert "person one" not in page
    staff.post(address, {"deed": "accept_unflagged"})
    assert Response.objects.get().pairing == "HH"
