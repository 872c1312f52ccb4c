"""Who comes by which link: previews, pilots, personal links, people of another study, versions and clones."""

import pytest

from judging.models import Assignment, Judge, Study
from judging.opening import change_study, clone_study
from judging.tokens import sign_apart, sign_person
from tests.builders import AT
from tests.pages.stories import Visitor, begin_and_judge, count_taken
from tests.pools import make_pool, make_settings, open_small_study

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", [Assignment.Kind.PREVIEW, Assignment.Kind.PILOT])
def test_previews_and_pilots_can_be_repeated_and_take_no_places(kind: Assignment.Kind) -> None:
    make_pool(stimuli=4, machines=1)
    study = open_small_study(judgements_per_response=1)
    for _ in range(5):
        visitor = Visitor()
        visitor.open(f"/join/{study.link}/?preview={sign_apart(study, kind)}")
        visitor.send()
        visitor.send(answer="agree")
        visitor.send()
        assert b"count" in visitor.send().content
    assert list(Assignment.objects.values_list("kind", flat=True)) == [kind] * 5
    assert count_taken() == 0


def test_a_forged_preview_is_an_ordinary_visit() -> None:
    make_pool()
    study = open_small_study()
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/?preview={study.link}.preview.forged")
    visitor.send()
    assert Assignment.objects.get().kind == Assignment.Kind.MAIN


def test_the_door_of_a_preview_says_that_it_is_one() -> None:
    make_pool()
    study = open_small_study(label="Sample data.")
    address = f"/join/{study.link}/?preview={sign_apart(study, Assignment.Kind.PREVIEW)}"
    assert "This is a preview: nothing you do here counts. Sample data." in Visitor().open(address).content.decode()


def test_a_person_with_a_link_of_their_own_comes_back_to_the_same_visit() -> None:
    make_pool()
    study = open_small_study()
    addresses = set()
    for _ in range(3):
        visitor = Visitor()
        visitor.open(f"/join/{study.link}/?person={sign_person(study, 'someone-1')}")
        visitor.send()
        addresses.add(visitor.address)
    assert len(addresses) == 1
    assert Assignment.objects.count() == 1
    assert "someone" not in Judge.objects.get().person_key


def test_a_personal_link_cannot_be_guessed_or_moved_to_another_study() -> None:
    make_pool()
    study, other = open_small_study(), open_small_study(slug="other")
    for person in ("7", "7.forged", sign_person(other, "7")):
        reply = Visitor().client.post(f"/join/{study.link}/", {"person": person, "visit": "x"})
        assert reply.status_code == 409
        assert "This personal link is not complete" in reply.content.decode()
    mine = Visitor().client.post(f"/join/{study.link}/", {"person": sign_person(study, "7"), "visit": "mine"})
    theirs = Visitor().client.post(f"/join/{study.link}/", {"visit": "7"})
    assert mine["Location"] != theirs["Location"]


def test_judges_of_a_named_study_are_not_admitted() -> None:
    make_pool()
    first = open_small_study(slug="first")
    second = open_small_study(slug="second", without_judges_of=["first"])
    visitor = Visitor()
    visitor.open(f"/join/{first.link}/?person={sign_person(first, 'me')}")
    for answer in ({}, {"answer": "agree"}, {}, {}):
        visitor.send(**answer)
    visitor.open(f"/join/{second.link}/?person={sign_person(second, 'me')}")
    page = visitor.send()
    assert page.status_code == 409
    assert "not open to you" in page.content.decode()
    visitor.open(f"/join/{second.link}/?person={sign_person(second, 'somebody-else')}")
    assert visitor.send().status_code == 200


def test_a_changed_study_is_a_new_version_and_visits_keep_theirs() -> None:
    make_pool(stimuli=8)
    visitor = begin_and_judge(open_small_study(trials=4), trials=1)
    changed = change_study(make_settings(trials=2), at=AT)
    assert (changed.version, change_study(make_settings(trials=2), at=AT).version) == (2, 2)
    assert "2 of 4" in visitor.open(visitor.address).content.decode()
    newcomer = Visitor()
    newcomer.begin(Study.objects.get())
    assert newcomer.page is not None
    assert "1 of 2" in newcomer.page.content.decode()
    assert sum(changed.cells.values_list("taken", flat=True)) == 2


def test_a_clone_has_the_settings_and_no_visits() -> None:
    make_pool()
    study = open_small_study()
    begin_and_judge(study, trials=1)
    copy = clone_study(study, "a-copy", at=AT)
    assert copy.protocols.get().document == study.protocols.get().document | {"slug": "a-copy"}
    assert not copy.assignments.exists()
    assert sum(copy.protocols.get().cells.values_list("taken", flat=True)) == 0
