"""Each visit keeps what its person agreed to, and whether what they give may be published is asked apart."""

import pytest

from judging.models import Assignment, ConsentText, Study
from judging.opening import change_study
from judging.protocol import Settings
from tests.builders import AT
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
QUESTION = "May your answers be published?"


@pytest.fixture
def pool(db: None) -> None:
    """What the tests' studies show."""
    make_pool()


def come(study: Study) -> Visitor:
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    visitor.send()
    return visitor


def test_a_visit_keeps_the_text_it_agreed_to_when_the_next_version_has_another() -> None:
    study = open_small_study("color", consent="The first text.")
    come(study).send(answer="agree")
    come(study).send(answer="agree")
    settings = study.protocols.get().settings
    change_study(Settings.model_validate({**settings.model_dump(), "consent": "The second text."}), at=AT)
    come(study).send(answer="agree")
    agreed = Assignment.objects.order_by("pk").values_list("consent__text", flat=True)
    assert list(agreed) == ["The first text.", "The first text.", "The second text."]
    assert ConsentText.objects.count() == 2


def test_publication_is_a_question_of_its_own_that_must_be_answered() -> None:
    study = open_small_study("color", release=QUESTION)
    visitor = come(study)
    assert QUESTION in visitor.page.content.decode()  # type: ignore[union-attr]
    refused = visitor.send(answer="agree", release="")
    assert "Please say whether what you give may be published." in refused.content.decode()
    assert Assignment.objects.get().consented_at is None
    visitor.send(answer="agree", release="no")
    visit = Assignment.objects.get()
    assert visit.releases is False
    assert visit.consented_at is not None
    assert visit.consent is not None
    assert (visit.consent.text, visit.consent.release) == (visit.settings.consent, QUESTION)


def test_who_does_not_take_part_need_not_answer_it() -> None:
    visitor = come(open_small_study("color", release=QUESTION))
    visitor.send(answer="decline", release="")
    visit = Assignment.objects.get()
    assert (visit.state, visit.releases, visit.consent) == (Assignment.State.DECLINED, None, None)


def test_nothing_is_noted_where_nobody_asks() -> None:
    come(open_small_study("color")).send(answer="agree")
    assert Assignment.objects.get().releases is None


def test_who_agreed_to_publication_can_take_it_back_and_nothing_else_changes() -> None:
    visitor = come(open_small_study("color", release=QUESTION))
    visitor.send(answer="agree", release="yes")
    stop = f"{visitor.address.rstrip('/')}/stop"
    assert "Take it back" in visitor.open(stop).content.decode()
    visitor.client.post(stop, {"answer": "unpublish"})
    after = visitor.open(stop).content.decode()
    assert "What you give is not published." in after
    assert "Take it back" not in after
    visit = Assignment.objects.get()
    assert (visit.state, visit.releases) == (Assignment.State.OPEN, False)
    assert visit.unreleased_at is not None
