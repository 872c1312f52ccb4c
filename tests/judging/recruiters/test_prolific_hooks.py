"""Prolific's notices are subscribed to once, with a secret that is shown once and kept in the environment only."""

import pytest
from django.core.management.base import CommandError
from django.test import Client
from pytest_django.fixtures import Settings

from judging.models import Study
from judging.models.recruiting import PostingPart, TakenNotice
from judging.recruiters.local.prolific import LocalProlific, sign
from judging.recruiters.prolific_hooks import find_workspace, list_subscribed, read_notice, subscribe
from tests.commands import run
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import deliver, post, work_off
from turingapp.errors import NotEligible, PermanentServiceError

pytestmark = pytest.mark.django_db
TARGET = "http://testserver/notices/prolific/"


def run_hooks(*arguments: str) -> str:
    return run("prolific_hooks", "--environment", "local", *arguments)


def test_the_secret_is_shown_once_and_then_both_kinds_are_subscribed_to_once(
    prolific: LocalProlific, settings: Settings
) -> None:
    settings.PUBLIC_URL = "http://testserver"
    settings.PROLIFIC_HOOK_SECRET = ""
    told = run_hooks()
    assert f"PROLIFIC_HOOK_SECRET={prolific.state.hook_secret}\n" in told
    assert prolific.state.subscriptions == {}
    settings.PROLIFIC_HOOK_SECRET = prolific.state.hook_secret
    told = run_hooks()
    assert "Subscribed to study.status.change, submission.status.change." in told
    assert prolific.state.hook_secret not in told
    assert "nothing was changed" in run_hooks()
    assert [row["target_url"] for row in prolific.state.subscriptions.values()] == [TARGET, TARGET]
    before = prolific.state.hook_secret
    told = run_hooks("--new-secret")
    assert prolific.state.hook_secret in told
    assert before not in told


def test_what_prolific_signs_reaches_us_and_hastens_the_next_look(
    study: Study, prolific: LocalProlific, clock: Clock, settings: Settings
) -> None:
    settings.PUBLIC_URL = "http://testserver"
    settings.PROLIFIC_HOOK_SECRET = ""
    run_hooks()
    settings.PROLIFIC_HOOK_SECRET = prolific.state.hook_secret
    run_hooks()
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    later = clock().replace(year=2099)
    PostingPart.objects.update(poll_due_at=later)
    study_id = str(posting.parts.get().platform_id)
    assert deliver(prolific) == [204]  # the study was published
    assert PostingPart.objects.filter(poll_due_at__lt=later).count() == 1
    prolific.state.start(study_id, "P1")
    settings.PROLIFIC_HOOK_SECRET = "another"
    assert deliver(prolific) == [403]
    assert TakenNotice.objects.count() == 1


def test_a_subscription_that_was_not_confirmed_sends_nothing_and_is_made_again(prolific: LocalProlific) -> None:
    workspace = find_workspace("local")
    subscribe("local", workspace, TARGET)
    for row in prolific.state.subscriptions.values():
        row["is_enabled"] = False
    assert list_subscribed("local", workspace, TARGET) == []
    assert len(subscribe("local", workspace, TARGET)) == 2


def test_a_workspace_that_is_not_there_and_an_address_without_https_are_told(
    prolific: LocalProlific, settings: Settings
) -> None:
    with pytest.raises(CommandError, match="no workspace 'nowhere'; there are: workspace1"):
        run_hooks("--workspace", "nowhere")
    with pytest.raises(PermanentServiceError, match="https addresses only"):
        subscribe("live", "workspace1", TARGET)


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"event_type": "study.status.change"}'])
def test_a_signed_notice_that_says_nothing_is_refused(body: bytes, settings: Settings) -> None:
    settings.PROLIFIC_HOOK_SECRET = "only-for-tests"
    headers = sign({"id": "event-1", "at": 0.0}, body, "only-for-tests")
    with pytest.raises(NotEligible, match="names no event"):
        read_notice(headers, body)
    kind = headers.pop("Content-Type")
    assert Client().post("/notices/prolific/", body, content_type=kind, headers=headers).status_code == 403
