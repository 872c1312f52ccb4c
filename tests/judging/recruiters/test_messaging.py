"""Messages to people: each text to each person once, whatever the platform answers, and to nobody who was erased."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from judging.messaging import TEMPLATES, Template, count_people, list_sent, write_to_people
from judging.models import Study
from judging.models.recruiting import Outgoing, PlatformIdentity, Posting
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.messaging import Letter
from judging.recruiters.money import Money
from judging.recruiters.values import Status
from judging.retrying import try_again
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import post, submit_at_mturk, submit_at_prolific, work_off
from turingapp.errors import InvalidPayload, PermanentServiceError, Refused

pytestmark = pytest.mark.django_db
LETTER = Letter("About our study", "Hello,\n\n2 < 3, and the second picture did not load. Thank you.")
State = Outgoing.State


@pytest.fixture
def at_prolific(study: Study, prolific: LocalProlific, clock: Clock) -> Posting:
    """A posting by which two people have come and handed in."""
    posting = post(study, "prolific", at=clock(), reward=Money(100, "GBP"))
    work_off(clock)
    for person in ("P1", "P2"):
        submit_at_prolific(prolific, posting, person, clock)
    return posting


@pytest.fixture
def at_mturk(study: Study, mturk: LocalMTurk, clock: Clock) -> Posting:
    """The same at the local MTurk, by one person."""
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submit_at_mturk(mturk, posting, "W1", clock)
    return posting


def write(posting: Posting, clock: Clock, *, letter: Letter = LETTER) -> int:
    """Ask for a message to who has handed in, and have it carried out."""
    asked = write_to_people(posting, [Status.SUBMITTED], letter, by="somebody", at=clock())
    work_off(clock)
    return asked


def list_states() -> list[str]:
    """How the messages stand."""
    rows = Outgoing.objects.filter(kind=Outgoing.Kind.MESSAGE).order_by("pk")
    return list(rows.values_list("state", flat=True))


def test_people_at_prolific_get_a_text_once(at_prolific: Posting, prolific: LocalProlific, clock: Clock) -> None:
    assert count_people(at_prolific) == {Status.SUBMITTED: 2}
    assert write(at_prolific, clock) == 2
    assert write(at_prolific, clock) == 0
    assert {row["recipient_id"] for row in prolific.state.messages} == {"P1", "P2"}
    assert len(prolific.state.messages) == 2
    (sent,) = list_sent(at_prolific)
    assert (sent.letter, sent.by, sent.done, sent.due, sent.failed) == (LETTER, "somebody", 2, 0, 0)
    assert write(at_prolific, clock, letter=Letter("About our study", "Another text.")) == 2


@pytest.mark.parametrize("fault", [Fault.ERROR_BEFORE, Fault.ERROR_AFTER, Fault.SILENCE_AFTER, Fault.THROTTLED])
def test_a_message_whose_answer_is_lost_is_looked_for_and_not_sent_twice(
    at_prolific: Posting, prolific: LocalProlific, clock: Clock, fault: Fault
) -> None:
    prolific.state.faults.plan(fault, "send message", times=2)
    write(at_prolific, clock)
    assert list_states() == [State.DUE, State.DUE]
    clock.move(minutes=2)
    work_off(clock)
    assert list_states() == [State.DONE, State.DONE]
    assert sorted(row["recipient_id"] for row in prolific.state.messages) == ["P1", "P2"]


def test_a_worker_gets_a_mail_and_one_whose_answer_is_lost_is_for_a_person_to_look_at(
    at_mturk: Posting, mturk: LocalMTurk, clock: Clock
) -> None:
    mturk.state.faults.plan(Fault.SILENCE_AFTER, "NotifyWorkers")
    write(at_mturk, clock)
    clock.move(minutes=2)
    work_off(clock)
    assert list_states() == [State.UNCLEAR]
    assert len(mturk.state.mails) == 1
    row = Outgoing.objects.get(kind=Outgoing.Kind.MESSAGE)
    assert "Trying again sends it anew" in row.problem
    assert try_again(row, at=clock())
    work_off(clock)
    assert list_states() == [State.DONE]
    assert mturk.state.mails[-1] == {"Subject": LETTER.subject, "MessageText": LETTER.text, "WorkerIds": ["W1"]}


def test_a_refusal_of_the_platform_is_told(at_mturk: Posting, mturk: LocalMTurk, clock: Clock) -> None:
    mturk.state.works.clear()
    write(at_mturk, clock)
    assert list_states() == [State.FAILED]
    assert "No work yet." in Outgoing.objects.get(kind=Outgoing.Kind.MESSAGE).problem


def test_who_was_erased_is_not_written_to(at_prolific: Posting, prolific: LocalProlific, clock: Clock) -> None:
    PlatformIdentity.objects.update(sealed="")
    assert count_people(at_prolific) == {}
    with pytest.raises(Refused, match="Nobody has this status"):
        write(at_prolific, clock)
    assert prolific.state.messages == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.slug)
def test_a_template_with_blanks_is_not_sent_as_it_is(at_prolific: Posting, clock: Clock, template: Template) -> None:
    letter = Letter(str(template.subject), str(template.text))
    if "[" in letter.text:
        with pytest.raises(InvalidPayload, match="fill in what stands in brackets"):
            write(at_prolific, clock, letter=letter)
    else:
        assert write(at_prolific, clock, letter=letter) == 2


def test_through_a_link_nobody_can_be_written_to(at_prolific: Posting, clock: Clock) -> None:
    at_prolific.recruiter = "link"
    with pytest.raises(PermanentServiceError, match="cannot write to people"):
        write(at_prolific, clock)


def test_the_command_writes_and_lists(
    at_prolific: Posting,
    prolific: LocalProlific,
    clock: Clock,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("The second picture did not load.", encoding="utf-8")
    call = ("write_to_people", str(at_prolific.pk), "--to", "submitted", "--subject", "Hello", "--text", str(text))
    call_command(*call, "--dry-run")
    assert prolific.state.messages == []
    call_command(*call)
    call_command("write_to_people", str(at_prolific.pk))
    told = capsys.readouterr().out
    for words in ("It would go to 2 people.", "2 people have not had it yet.", "Hello: 2 sent, 0 on their way"):
        assert words in told
    with pytest.raises(CommandError, match="cannot be read"):
        call_command(*call[:-1], str(tmp_path / "none.txt"))
