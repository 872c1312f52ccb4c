"""The pages of alerts through HTTP: what is the matter, the bounds, and who hears."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from judging.alerting.receiving import MOST_TESTS, TESTS_WITHIN, add_receiver, send_test
from judging.alerting.rules import Rule, find_rules
from judging.models import Alert, AlertKind, AlertMessage, AlertReceiver, WorkerPulse
from tests.builders import AT, make_study
from tests.members import make_member
from turingapp.errors import Refused
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db
OF_STUDY = "/workplace/studies/colors/alerts"
HOOK = "https://hooks.example.org/services/of-ours"


def test_who_looks_learns_that_the_worker_is_gone_and_it_is_written_down_once(staff: Client) -> None:
    assert "Nothing is the matter" in staff.get("/workplace/alerts").content.decode()
    WorkerPulse.objects.create(at=timezone.now() - timedelta(minutes=6))
    for _ in range(2):
        assert "No worker has left a sign since" in staff.get("/workplace/alerts").content.decode()
    assert Alert.objects.count() == 1


def test_an_alert_of_a_study_shows_on_its_monitor_the_overview_and_the_list(staff: Client) -> None:
    study = make_study("colors")
    Alert.objects.create(
        kind=AlertKind.CONTROLS, subject="x", study=study, sentence="9 of 27 went wrong.", raised_at=AT
    )
    for address in ("/workplace/alerts", "/workplace/monitor", "/workplace/studies/colors/monitor"):
        assert "9 of 27 went wrong." in staff.get(address).content.decode()


def test_the_bounds_of_a_study_are_kept_and_one_out_of_range_is_refused(staff: Client) -> None:
    study = make_study("colors")
    rules = find_rules(study)
    form = {f"bound_{kind}": f"{rule.bound:g}" for kind, rule in rules.items()} | {f"on_{kind}": "on" for kind in rules}
    del form["on_drop_out"]
    assert staff.post(OF_STUDY, {**form, "bound_controls": "40"}).status_code == HTTPStatus.FOUND
    kept = find_rules(study)
    assert kept[AlertKind.CONTROLS] == Rule(AlertKind.CONTROLS, True, 40)
    assert not kept[AlertKind.DROP_OUT].is_on
    assert study.alert_rules.count() == 2
    assert staff.post(OF_STUDY, {**form, "bound_controls": "400"}).status_code == HTTPStatus.BAD_REQUEST


def test_who_hears_is_added_sent_a_test_and_taken_away(staff: Client) -> None:
    make_study("colors")
    refused = staff.post(f"{OF_STUDY}/receivers", {"address": "nobody"})
    assert refused.status_code == HTTPStatus.BAD_REQUEST
    assert "it should be an address of mail" in refused.content.decode()
    staff.post(f"{OF_STUDY}/receivers", {"address": HOOK})
    receiver = AlertReceiver.objects.get()
    assert (receiver.channel, receiver.added_by) == ("hook", "experimenter")
    staff.post(f"{OF_STUDY}/receivers", {"receiver": receiver.pk, "deed": "test"})
    assert AlertMessage.objects.get().news == "test"
    assert "Webhook: Test, Due" in staff.get(OF_STUDY).content.decode()
    assert staff.post("/workplace/alerts/all/receivers", {"receiver": receiver.pk}).status_code == HTTPStatus.NOT_FOUND
    staff.post(f"{OF_STUDY}/receivers", {"receiver": receiver.pk, "deed": "remove"})
    assert not AlertReceiver.objects.exists()


@pytest.mark.parametrize("number", ["9" * 5_000, "9" * 25, "-1", "²"])
def test_a_receiver_of_a_number_that_none_has_is_not_found(staff: Client, number: str) -> None:
    make_study("colors")
    assert staff.post(f"{OF_STUDY}/receivers", {"receiver": number}).status_code == HTTPStatus.NOT_FOUND


def test_tests_to_one_address_are_few_in_an_hour(staff: Client) -> None:
    receiver = add_receiver(make_study("colors"), "lab@example.org", by="ada", at=AT)
    press = {"receiver": receiver.pk, "deed": "test"}
    for _ in range(MOST_TESTS):
        assert "A test is on its way" in staff.post(f"{OF_STUDY}/receivers", press, follow=True).content.decode()
    refused = staff.post(f"{OF_STUDY}/receivers", press, follow=True).content.decode()
    assert "At most 5 tests an hour go to one address; the next is possible at" in refused
    assert AlertMessage.objects.count() == MOST_TESTS
    with pytest.raises(Refused):
        send_test(add_receiver(None, "lab@example.org", by="ada", at=AT), at=timezone.now())
    send_test(receiver, at=timezone.now() + TESTS_WITHIN)


def test_an_analyst_sees_alerts_of_their_studies_and_no_addresses(client: Client) -> None:
    study, hidden = make_study("colors"), make_study("hidden")
    for one in (study, hidden):
        Alert.objects.create(kind="controls", subject=one.slug, study=one, sentence=f"About {one.slug}.", raised_at=AT)
    client.force_login(make_member("analyst", Role.ANALYST, study))
    page = client.get("/workplace/alerts").content.decode()
    assert "About colors." in page
    assert "About hidden." not in page
    assert client.get(OF_STUDY).status_code == HTTPStatus.FORBIDDEN
    assert client.get("/workplace/alerts/all").status_code == HTTPStatus.FORBIDDEN
