"""Ids of what belongs to others: whoever may see one study reaches nothing of another through the parts of an address.

That a role in no study opens none is the test of the permission matrix; here each address names the own study and a row
of another one.
"""

from collections.abc import Iterator
from http import HTTPStatus

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from agents.models import Room, Seat
from analysis.models import StudyPackage
from judging.models import Assignment, Decision, Posting, Study
from judging.models.alerting import AlertReceiver
from judging.models.recruiting import PlatformSubmission
from judging.tokens import sign_visit
from tests.builders import AT, make_study, make_visit
from tests.members import make_member
from tests.security.hostile import build_lab
from turingapp.api.models import ApiToken
from turingapp.members.roles import Role

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def own(client: Client) -> Study:
    """A study of whoever has logged in, with a posting; of a whole lab beside it nothing is theirs."""
    build_lab()
    study = make_study("own")
    Posting.objects.create(
        study=study, public_id="own", recruiter="link", environment="live", offer={}, places=1, currency="USD",
        created_at=AT,
    )  # fmt: skip
    user = make_member("me", Role.OWNER, study)
    make_member("me", Role.EXPERIMENTER)
    client.force_login(user)
    return study


def list_addresses() -> Iterator[str]:
    """Addresses below the own study that name a row of another one."""
    room, visit = Room.objects.latest("pk").pk, Assignment.objects.exclude(study__slug="own").latest("pk").pk
    decision, submission = Decision.objects.latest("pk").pk, PlatformSubmission.objects.latest("pk").pk
    package = StudyPackage.objects.latest("pk").pk
    for name in ("conversation", "extend_conversation", "stop_conversation"):
        yield reverse(f"workplace:{name}", args=["own", room])
    yield reverse("workplace:visit", args=["own", visit])
    for name in ("decision", "outcomes", "decide_again"):
        yield reverse(f"workplace:{name}", args=["own", decision])
    yield reverse("workplace:who", args=["own", submission])
    yield reverse("workplace:posting_again", args=["own", 1])
    for name in ("api-package", "api-package-file"):
        yield reverse(name, args=["own", package])


def test_no_row_of_another_study_is_reached_through_ones_own(client: Client, own: Study) -> None:
    for address in list_addresses():
        answers = {client.get(address).status_code, client.post(address, {"minutes": "5"}).status_code}
        assert HTTPStatus.NOT_FOUND in answers, address
        assert answers <= {HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED}, address


def test_no_receiver_of_alerts_of_another_study_is_changed(client: Client, own: Study) -> None:
    receiver = AlertReceiver.objects.get()
    address = reverse("workplace:alert_receivers_of_study", args=["own"])
    for deed in ("test", "remove"):
        answer = client.post(address, {"receiver": receiver.pk, "deed": deed})
        assert answer.status_code != HTTPStatus.OK
    assert AlertReceiver.objects.get() == receiver


def test_no_submission_of_another_posting_is_decided_on(client: Client, own: Study) -> None:
    submission = PlatformSubmission.objects.get()
    sent = {"kind": "approve", "submissions": submission.pk, "submission": submission.pk, "rows": submission.pk}
    client.post(reverse("workplace:decide", args=["own"]), sent)
    assert not Decision.objects.filter(posting__study=own).exists()
    submission.refresh_from_db()
    assert submission.status == "submitted"


def test_no_token_of_somebody_else_is_revoked(client: Client, own: Study) -> None:
    token = ApiToken.objects.exclude(user__username="me").get()
    assert client.post(reverse("workplace:api_token_revoke", args=[token.pk])).status_code == HTTPStatus.NOT_FOUND
    assert ApiToken.objects.get(pk=token.pk).revoked_at is None


def test_addresses_of_visits_seats_and_packages_are_signed_each_for_its_own_use(client: Client, own: Study) -> None:
    visit, seat = make_visit(own, state=Assignment.State.OPEN), Seat.objects.earliest("pk")
    Assignment.objects.filter(pk=visit.pk).update(stage=Assignment.Stage.CONSENT)
    token = sign_visit(visit)
    assert client.get(f"/visit/{token}/").status_code == HTTPStatus.OK
    forged = [visit.public_id, token[:-1] + ("a" if token[-1] != "a" else "b"), signing.Signer().sign(visit.public_id)]
    for wrong in forged:
        assert client.get(f"/visit/{wrong.replace(':', '.')}/").status_code == HTTPStatus.NOT_FOUND
    for wrong in (seat.public_id, token, *forged):
        assert client.get(f"/chat/{wrong.replace(':', '.')}/news").status_code == HTTPStatus.NOT_FOUND
    package = StudyPackage.objects.latest("pk")
    assert package.expires_at is not None
    assert package.expires_at > timezone.now()
    for wrong in (str(package.pk), f"{package.pk}:{'a' * 43}", package.file_name):
        assert client.get(f"/workplace/packages/{wrong}").status_code == HTTPStatus.NOT_FOUND
