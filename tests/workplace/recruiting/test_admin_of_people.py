"""The admin's tables of postings: what can be done with many at once, and that nobody is recognized there."""

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from judging.models import Assignment, Study
from judging.models.recruiting import Outgoing, PlatformIdentity, PlatformSubmission, Posting
from judging.outbox import give_up
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiting import close_posting
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import post, submit_at_mturk, work_off

pytestmark = pytest.mark.django_db
WORKER = "A1WORKERIDOFAPERSON"


@pytest.fixture
def admins(client: Client) -> Client:
    """A browser in which an admin has logged in."""
    client.force_login(User.objects.create_superuser("admin"))
    return client


def act(admins: Client, model: str, action: str, *rows: int) -> str:
    """Do something with these rows of a table; the page that follows."""
    path = reverse(f"admin:judging_{model}_changelist")
    answer = admins.post(path, {"action": action, "_selected_action": rows}, follow=True)
    return b"".join(answer).decode("utf-8-sig")  # type: ignore[arg-type]


def test_no_list_page_or_file_tells_who_somebody_is(
    admins: Client, study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    told = submit_at_mturk(mturk, posting, WORKER, clock)
    visit = Assignment.objects.get()
    secrets = [WORKER, told.platform_assignment, visit.judge.person_key, PlatformIdentity.objects.get().sealed]
    secrets += [visit.public_id, *posting.offer["codes"].values()]
    for model in apps.get_app_config("judging").get_models():
        name, rows = str(model._meta.model_name), list(model._default_manager.values_list("pk", flat=True)[:1])
        pages = [admins.get(reverse(f"admin:judging_{name}_changelist")).content.decode()]
        for pk in rows:
            pages.append(admins.get(reverse(f"admin:judging_{name}_change", args=[pk])).content.decode())
            pages.append(act(admins, name, "export", pk))
        assert not [secret for secret in secrets for page in pages if secret in page], name


def test_postings_are_paused_and_go_on_and_one_that_is_closed_is_left_as_it_is(
    admins: Client, study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    first, second, third = (post(study, "mturk", at=clock()) for _ in range(3))
    close_posting(third, at=clock())
    rows = [row.pk for row in (first, second, third)]
    assert "Paused: 2 of the chosen rows" in act(admins, "posting", "pause", *rows)
    assert list(Posting.objects.values_list("state", flat=True)) == ["paused", "paused", "closed"]
    assert first.changes.latest("pk").by == "admin"
    assert "Gone on: 2 of the chosen rows" in act(admins, "posting", "go_on", *rows)
    assert list(Posting.objects.values_list("state", flat=True)) == ["open", "open", "closed"]


def test_what_was_refused_is_asked_for_again_and_what_is_unclear_is_not(
    admins: Client, study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    for _ in range(2):
        post(study, "mturk", at=clock())
    refused, unclear = Outgoing.objects.order_by("pk")
    give_up(refused, "MTurk refused to make the HIT: no money.", at=clock())
    Outgoing.objects.filter(pk=unclear.pk).update(state=Outgoing.State.UNCLEAR)
    assert "Asked again: 1 of the chosen rows" in act(admins, "outgoing", "ask_again", refused.pk, unclear.pk)
    assert list(Outgoing.objects.order_by("pk").values_list("state", flat=True)) == ["due", "unclear"]


def test_who_may_look_may_not_act(client: Client, study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    client.force_login(User.objects.create_user("experimenter", is_staff=True))
    act(client, "posting", "pause", posting.pk)
    posting.refresh_from_db()
    assert posting.state == Posting.State.OPEN
    assert PlatformSubmission.objects.count() == 0
