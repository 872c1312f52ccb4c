"""The page of a study on what is kept: what goes when, rules of its own, and what people agreed to."""

from http import HTTPStatus

import pytest
from django.test import Client

from judging.consenting import find_text
from judging.models import Assignment, RetentionRule, Study
from tests.builders import AT, make_study, make_visit
from tests.members import make_member
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db
PAGE = "/workplace/studies/colors/retention"
RULES = {f"{kind}-rule": "default" for kind in ("identities", "demographics", "conversations", "signs")}


@pytest.fixture
def study() -> Study:
    """A closed study in which somebody agreed."""
    study = make_study("colors", consent="We keep what you answer.", release="May it be published?")
    visit = make_visit(study, demographics={"gender": "female"})
    Assignment.objects.filter(pk=visit.pk).update(consent=find_text(visit.settings, at=AT), releases=True)
    Study.objects.update(state=Study.State.CLOSED, closed_at=AT)
    return study


def test_rules_are_set_and_told_with_the_day_on_which_they_fall(staff: Client, study: Study) -> None:
    before = staff.get(PAGE).content.decode()
    assert "Kept as long as the study is here." in before
    assert "We keep what you answer." in before
    assert "1 visit agreed to this text; 1 of them to publication" in " ".join(before.split())
    sent = {**RULES, "demographics-rule": "days", "demographics-days": "30", "signs-rule": "never"}
    after = staff.post(PAGE, sent, follow=True).content.decode()
    assert "Goes on 2024-06-05." in after
    rules = RetentionRule.objects.order_by("kind").values_list("kind", "days", "set_by")
    assert list(rules) == [("demographics", 30, "experimenter"), ("signs", None, "experimenter")]
    staff.post(PAGE, RULES)
    assert not RetentionRule.objects.exists()


def test_a_rule_without_its_days_is_refused_and_nothing_is_kept_of_the_others(staff: Client, study: Study) -> None:
    reply = staff.post(PAGE, {**RULES, "signs-rule": "never", "demographics-rule": "days"})
    assert "Please say for how many days, 0 for none." in reply.content.decode()
    assert not RetentionRule.objects.exists()


def test_an_analyst_sees_the_rules_and_changes_none(client: Client, study: Study) -> None:
    client.force_login(make_member("analyst", Role.ANALYST, study))
    assert "Keep these rules" not in client.get(PAGE).content.decode()
    assert client.post(PAGE, RULES).status_code == HTTPStatus.FORBIDDEN
