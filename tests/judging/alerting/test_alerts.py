"""Alerts: raised once when something is the matter, told to each receiver once, and over after a while of calm."""

from datetime import datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from agents.models import AgentRun, Origin
from judging.alerting.raising import CALM, look_for_alerts
from judging.alerting.receiving import add_receiver
from judging.alerting.rules import Rule, find_rules, set_rule
from judging.models import (
    Alert,
    AlertKind,
    AlertMessage,
    Assignment,
    Budget,
    LedgerEntry,
    PlatformSubmission,
    Posting,
    PostingPart,
    Study,
    WorkerPulse,
)
from judging.models.recruiting import Outgoing, PlatformIdentity
from judging.monitoring.counting import count_behind
from tests.builders import AT, make_agent, make_judgement, make_response, make_study, make_visit
from turingapp.errors import InvalidPayload

pytestmark = pytest.mark.django_db
NEAR = timedelta(minutes=1)
State = Assignment.State


def list_going() -> list[tuple[str, str]]:
    """The kinds and sentences of what is the matter."""
    return list(Alert.objects.filter(passed_at=None).order_by("kind").values_list("kind", "sentence"))


def find_going(at: datetime = AT) -> list[tuple[str, str]]:
    """The same, after a look."""
    count_behind(Study.objects.all())
    look_for_alerts(at=at)
    return list_going()


def add_part(study: Study, *, places: int) -> PostingPart:
    """An open posting at Prolific's local copy, with one part."""
    facts = {"recruiter": "prolific", "environment": "local", "places": places}
    posting = Posting.objects.create(
        study=study, offer={}, currency="GBP", state=Posting.State.OPEN, created_at=AT, **facts
    )
    return PostingPart.objects.create(posting=posting, number=1, **facts)


def hold(part: PostingPart, visit: Assignment, *, status: str = "active") -> PlatformSubmission:
    """The visit came by this part."""
    key = f"key {visit.pk}"
    identity = PlatformIdentity.objects.create(person_key=key, recruiter="prolific", created_at=AT)
    facts = {"platform_assignment": key, "identity": identity, "assignment": visit, "created_at": AT, "seen_at": AT}
    return PlatformSubmission.objects.create(part=part, status=status, submitted_at=AT, **facts)


def test_a_posting_that_is_nearly_full_and_then_full_is_told_of() -> None:
    study = make_study("colors")
    part = add_part(study, places=10)
    for _ in range(9):
        hold(part, make_visit(study))
    assert find_going() == [("quota_near", "Study colors has 9 of 10 people.")]
    hold(part, make_visit(study))
    going = find_going(AT + NEAR)
    assert ("quota_full", "Study colors has 10 of 10 people.") in going
    find_going(AT + NEAR + CALM)
    assert [kind for kind, _ in list_going()] == ["quota_full"]


def test_spending_near_the_cap_requests_given_up_and_people_who_wait_for_pay() -> None:
    study = make_study("colors")
    part = add_part(study, places=10)
    Budget.objects.create(study=study, study_cap=1000)
    LedgerEntry.objects.create(
        part=part, study=study, kind="reserved", amount=800, currency="GBP", state="committed", created_at=AT
    )
    facts = {"kind": "open", "part": part, "due_at": AT, "created_at": AT}
    Outgoing.objects.create(cause="a", state=Outgoing.State.FAILED, **facts)
    hold(part, make_visit(study), status="submitted")
    assert find_going() == [
        ("requests", "Study colors: 1 request to a platform failed or is unclear; its board says why."),
        ("spending", "Study colors has spent GBP 8.00 of its cap of GBP 10.00."),
    ]
    late = find_going(AT + timedelta(hours=24))
    assert ("decisions", "Study colors: 1 person has waited for their pay for over 24 hours.") in late


def test_many_who_leave_and_many_wrong_controls_are_told_of_and_few_visits_are_not() -> None:
    study = make_study("colors")
    visits = [make_visit(study, state=State.WITHDRAWN if n % 2 else State.FINISHED) for n in range(9)]
    response = [make_response(make_agent()) for _ in range(3)]
    for visit in visits:
        for number, one in enumerate(response):
            make_judgement(visit, one, "human", control_right=number > 0)
    assert [kind for kind, _ in find_going()] == ["controls"]
    make_visit(study, state=State.EXPIRED)
    assert ("drop_out", "Study colors: 5 of the last 10 people left before the end.") in find_going()
    assert ("controls", "Study colors: 9 of 27 control questions of the last visits went wrong.") in list_going()


def test_a_run_that_stopped_and_a_worker_that_is_gone_belong_to_no_study() -> None:
    agent = make_agent("blip", origin=Origin.AI, title="BLIP")
    facts = {"agent": agent, "task": "color", "pool": "tests", "created_at": AT, "over_at": AT}
    AgentRun.objects.create(state=AgentRun.State.STOPPED, problem="The key is wrong.", **facts)
    WorkerPulse.objects.create(at=AT - timedelta(minutes=6))
    WorkerPulse.objects.create(queue=WorkerPulse.CONVERSATIONS, at=AT - timedelta(minutes=7))
    assert [sentence.partition(" of ")[2] or sentence for _, sentence in find_going()] == [
        "BLIP stopped: The key is wrong.",
        "No worker has left a sign since 2024-05-06 11:54 UTC.",
        "conversations since 2024-05-06 11:53 UTC.",
    ]


def test_an_alert_is_raised_once_and_passes_after_a_while_of_calm() -> None:
    pulse = WorkerPulse.objects.create(at=AT)
    add_receiver(None, "lab@example.org", by="somebody", at=AT)
    late = AT + timedelta(minutes=10)
    for at in (late, late + NEAR):
        look_for_alerts(at=at)
    assert AlertMessage.objects.count() == 1
    pulse.at = late + CALM * 3
    pulse.save()
    look_for_alerts(at=late + 2 * NEAR)
    WorkerPulse.objects.update(at=AT)  # it is gone again before the calm was long enough
    look_for_alerts(at=late + 3 * NEAR)
    WorkerPulse.objects.update(at=late + CALM * 3)
    for minutes in (4, 4 + 14):
        look_for_alerts(at=late + minutes * NEAR)
    assert Alert.objects.get().passed_at is None
    look_for_alerts(at=late + 4 * NEAR + CALM)
    assert Alert.objects.get().passed_at == late + 4 * NEAR + CALM
    assert list(AlertMessage.objects.order_by("pk").values_list("news", flat=True)) == ["raised", "passed"]


def test_the_database_keeps_one_alert_at_a_time() -> None:
    facts = {"kind": AlertKind.WORKER, "subject": "worker", "sentence": "Gone.", "raised_at": AT}
    Alert.objects.create(**facts)
    with pytest.raises(IntegrityError), transaction.atomic():
        Alert.objects.create(**facts)
    Alert.objects.update(passed_at=AT)
    Alert.objects.create(**facts)


def test_simulated_studies_are_not_watched() -> None:
    study = make_study(simulated=True)
    for _ in range(20):
        make_visit(study, state=State.WITHDRAWN)
    assert find_going() == []


def test_a_studys_bound_goes_before_that_of_all_and_only_what_differs_is_kept() -> None:
    study, kind = make_study(), AlertKind.CONTROLS
    set_rule(None, Rule(kind, True, 40))
    assert find_rules(study)[kind] == Rule(kind, True, 40)
    set_rule(study, Rule(kind, True, 40))
    assert study.alert_rules.count() == 0
    set_rule(study, Rule(kind, False, 10))
    set_rule(None, Rule(kind, True, 50))
    assert find_rules(study)[kind] == Rule(kind, False, 10)
    assert find_rules(None)[kind] == Rule(kind, True, 50)
    with pytest.raises(InvalidPayload, match="it should be 5 to 100 percent"):
        set_rule(study, Rule(kind, True, 101))


@pytest.mark.parametrize(
    "address", ["nobody", "http://example.org/", "https://", "https://name:word@example.org/", "ftp://example.org/", ""]
)
def test_what_is_no_address_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(InvalidPayload, match="address is"):
        add_receiver(None, address, by="somebody", at=AT)


def test_the_command_lists_sets_and_ends_with_one_where_something_is_the_matter(
    capsys: pytest.CaptureFixture[str],
) -> None:
    make_study("colors")
    call_command("alerts")
    call_command("alerts", "--add", "lab@example.org")
    call_command("alerts", "--study", "colors", "--bound", "controls", "off")
    told = capsys.readouterr().out
    for words in ("Nothing is the matter.", "Mail to lab@example.org", "controls: off", "worker: from 5 minutes"):
        assert words in told
    with pytest.raises(CommandError, match="there are: quota_near"):
        call_command("alerts", "--bound", "odd", "1")
    WorkerPulse.objects.create(at=AT)
    with pytest.raises(CommandError, match=r"Something is the matter\.") as error:
        call_command("alerts")
    assert error.value.returncode == 1
