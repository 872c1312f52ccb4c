"""The list of studies: progress against plan, spending, warnings, the next thing to do, drafts, and the archive."""

from typing import Any

import lxml.html
import pytest
from django.contrib.auth.models import User
from django.test import Client

from judging.building import begin_draft
from judging.models import Cell, Collection, LedgerEntry, Posting, PostingPart, Preregistration, Study, VisitTally
from judging.opening import close_study
from tests.builders import AT, make_study, make_visit
from tests.pools import make_pool, open_small_study
from turingapp.members.granting import give_role
from turingapp.members.rights import Rights
from turingapp.members.roles import Role
from turingapp.workplace.collections_shown import describe_collections
from turingapp.workplace.listing import StudyLine, describe_studies

pytestmark = pytest.mark.django_db
ADMIN = Rights(is_admin=True, roles={})


def describe(study: Study, rights: Rights = ADMIN) -> StudyLine:
    """The line of one study."""
    (line,) = describe_studies([study], rights)
    return line


@pytest.fixture
def study() -> Study:
    """An open study of 24 places, each to be judged five times."""
    make_pool()
    return open_small_study(judgements_per_response=5)


def tell(study: Study) -> tuple[str, str]:
    """Progress and next step in words."""
    line = describe(study)
    assert line.progress is not None
    assert line.next is not None
    return line.progress.says, line.next.says


def test_progress_is_told_against_places_and_then_against_what_was_planned(study: Study) -> None:
    assert tell(study) == ("0 of 120 places are taken", "Bring people")
    Cell.objects.filter(name="H").update(taken=8)
    make_visit(study)
    assert tell(study) == ("8 of 120 places are taken", "Watch it")
    plan = {
        "hypotheses": ["x"],
        "margin": 0.05,
        "family": [],
        "judges": 2,
        "rationale": "r",
        "stopping": "s",
        "protocol": study.protocols.get().document,
    }
    Preregistration.objects.create(study_slug=study.slug, document=plan, sha256="0", locked_at=AT, locked_by="ann")
    assert tell(study)[0] == "1 of 2 people planned have finished"
    make_visit(study)
    assert tell(study) == ("2 of 2 people planned have finished", "Close it: the plan is met")
    close_study(study, at=AT)
    study.refresh_from_db()
    assert tell(study)[1] == "Read the report"


def test_what_is_worth_a_look_is_told(study: Study) -> None:
    for number in range(10):
        visit = make_visit(study, state="finished" if number < 7 else "withdrawn", signs={"honeypot": int(number == 0)})
        VisitTally.objects.create(
            assignment=visit,
            study=study,
            is_main=True,
            state=visit.state,
            page=visit.stage,
            done=4,
            answered=4,
            controls=4,
            controls_right=2,
            early=0,
            seen_at=AT,
        )
    assert describe(study).warnings == ["30% left before the end", "50% of controls right", "1 visit like a program"]
    assert describe(make_study("calm")).warnings == []


def test_spending_is_for_those_who_may_see_money(study: Study) -> None:
    posting = Posting.objects.create(
        study=study, recruiter="prolific", environment="local", offer={}, places=5, currency="GBP", created_at=AT
    )
    part = PostingPart.objects.create(posting=posting, number=1, places=5)
    for amount, state in ((150, "paid"), (50, "committed"), (99, "void")):
        LedgerEntry.objects.create(
            part=part, study=study, kind="reward", state=state, amount=amount, currency="GBP", created_at=AT
        )
    assert [str(money) for money in describe(study).spent] == ["GBP 2.00"]
    analyst = Rights(is_admin=False, roles={study.pk: Role.ANALYST})
    assert describe(study, analyst).spent == []
    assert describe(study, analyst).next.says == "Watch it"  # type: ignore[union-attr]


def test_a_hundred_studies_take_as_many_queries_as_one(django_assert_num_queries: Any, study: Study) -> None:
    with django_assert_num_queries(12):
        describe_studies([study], ADMIN)
    more = [make_study() for _ in range(20)]
    make_visit(more[0])
    with django_assert_num_queries(12):
        describe_studies([study, *more], ADMIN)


def test_an_archived_study_is_out_of_the_list_and_comes_back(staff: Client, study: Study) -> None:
    where = f"/workplace/studies/{study.slug}"
    told = staff.post(f"{where}/archive", follow=True).content.decode()
    assert "is open: close it first" in told
    close_study(study, at=AT)
    assert "lists leave it out" in staff.post(f"{where}/archive", follow=True).content.decode()
    listed = staff.get("/workplace/").content.decode()
    assert study.title not in listed
    assert "1 archived study" in listed
    assert study.title in staff.get("/workplace/?show=archived").content.decode()
    assert staff.get(f"{where}/protocol").status_code == 200
    staff.post(f"{where}/bring-back")
    assert study.title in staff.get("/workplace/").content.decode()


def test_drafts_are_listed_for_those_who_may_go_on_with_them(client: Client, study: Study) -> None:
    begin_draft("title: A plan\n", by="ann", at=AT)
    begin_draft("title: Next colors\n", by="ann", at=AT, study=study)
    owner = User.objects.create_user("owner")
    give_role(owner, Role.OWNER, study=study, by="admin", at=AT)
    client.force_login(owner)
    page = lxml.html.document_fromstring(client.get("/workplace/").content)
    assert page.xpath("//ul[@class='draft-list']//a/text()") == ["Next colors"]


def test_collections_tell_their_studies_and_the_next_thing_to_do(study: Study) -> None:
    empty, running = (Collection.objects.create(slug=name, title=name) for name in ("empty", "running"))
    Study.objects.filter(pk=study.pk).update(collection=running)
    first, second = describe_collections(Collection.objects.all())
    assert (first.collection, first.studies, first.next_says) == (empty, 0, "Choose its studies")
    assert (second.studies, second.open, second.finished, second.next_says) == (1, 1, 0, "Look at it")
    make_visit(study)
    assert describe_collections(Collection.objects.all())[1].next_says == "Read the report"


def test_an_empty_list_says_how_to_begin(admin_client: Client) -> None:
    page = admin_client.get("/workplace/").content.decode()
    assert "There is no study yet" in page
    assert "/workplace/drafts/new" in page
    assert "Nothing is archived" in admin_client.get("/workplace/?show=archived").content.decode()
