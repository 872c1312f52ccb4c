"""The audit log: who did what to what, on every change and every look at who somebody is."""

import csv
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command, get_commands
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from judging.models import Study, StudyDraft
from tests.builders import AT, make_study
from tests.members import PASSWORD, make_member
from turingapp.members.commanding import DJANGOS, DOING, LOOKING, NotedCommands
from turingapp.members.models import AuditEntry, BegunDeed
from turingapp.members.noting import note_unended
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db
LINE = ("who", "way", "deed", "doing", "study", "on", "outcome")


@pytest.fixture
def study() -> Study:
    return make_study("colors", title="Colors")


def read_log() -> list[tuple[str, ...]]:
    """The lines, oldest first, without their times."""
    return list(AuditEntry.objects.order_by("pk").values_list(*LINE))


def test_a_change_is_a_line_and_looking_is_none(staff: Client, study: Study) -> None:
    staff.get(reverse("workplace:close", args=["colors"]))
    assert read_log() == []
    staff.post(reverse("workplace:close", args=["colors"]))
    assert read_log() == [("experimenter", "page", "change-study", "close", "colors", "", "done")]


def test_a_form_that_is_shown_once_more_is_none(staff: Client, study: Study) -> None:
    page = staff.post(reverse("workplace:sharing", args=["colors"]), {})
    assert page.status_code == 422
    assert [line[-1] for line in read_log()] == ["refused"]
    page = staff.post(reverse("workplace:ai_agents_catalogue", args=["color"]))
    assert page.status_code == 405
    staff.post(reverse("workplace:packages", args=["colors"]), {"smallest": "none"})
    assert len(read_log()) == 1


def test_what_the_matrix_refuses_is_a_line(client: Client, study: Study) -> None:
    client.force_login(make_member("ada", Role.ANALYST, study))
    client.post(reverse("workplace:close", args=["colors"]))
    assert read_log() == [("ada", "page", "change-study", "close", "colors", "", "refused")]


def test_a_refusal_that_a_message_tells_is_no_deed(staff: Client, study: Study) -> None:
    study_log = reverse("workplace:stop_sharing", args=["colors", make_member("ada", Role.OWNER, study).pk])
    staff.post(study_log)
    assert [(line[3], line[-1]) for line in read_log()] == [("stop_sharing", "refused")]


def test_logging_in_and_out_are_lines_and_so_is_a_wrong_password(client: Client, study: Study) -> None:
    make_member("ada", Role.OWNER, study)
    for password in ("wrong", PASSWORD):
        client.post(reverse("workplace:login"), {"login": "ada", "password": password})
    client.post(reverse("workplace:logout"))
    assert [(line[0], line[3], line[-1]) for line in read_log()] == [
        ("", "login", "refused"),
        ("ada", "login", "done"),
        ("ada", "logout", "done"),
    ]


def test_what_is_done_in_the_tables_is_a_line(client: Client, study: Study) -> None:
    client.force_login(User.objects.create_superuser("root"))
    chosen = {"action": "export", "_selected_action": [study.pk]}
    client.post(reverse("admin:judging_study_changelist"), chosen)
    assert read_log() == [("root", "tables", "use-tables", "tables", "", "judging_study_changelist  export", "done")]


def test_the_database_refuses_to_change_a_line(study: Study) -> None:
    line = AuditEntry.objects.create(at=AT, who="ada", way="page", deed="load", doing="load", outcome="done")
    with pytest.raises(DatabaseError, match="only ever added to"), transaction.atomic():
        AuditEntry.objects.filter(pk=line.pk).update(who="somebody else")
    if connection.vendor == "postgresql":
        with pytest.raises(DatabaseError, match="only ever added to"), transaction.atomic():
            line.delete()
    assert AuditEntry.objects.get().who == "ada"


def test_a_command_is_a_line_once_it_is_over(study: Study) -> None:
    line = NotedCommands(["manage.py"])
    call_command(line.fetch_command("close_study"), "colors", "--by", "ada")
    call_command(line.fetch_command("share_study"), "colors")
    with pytest.raises(CommandError):
        call_command(line.fetch_command("close_study"), "nothing", "--by", "ada")
    assert [(line[0], *line[3:5], line[-1]) for line in read_log()] == [
        ("ada", "close_study", "colors", "done"),
        ("ada", "close_study", "nothing", "refused"),
    ]


def test_commands_of_django_that_change_something_are_lines_too() -> None:
    line = NotedCommands(["manage.py"])
    create = line.fetch_command("createsuperuser")
    call_command(create, "--noinput", "--username", "ada", "--email", "ada@example.org")
    with pytest.raises(CommandError):
        call_command(line.fetch_command("changepassword"), "nobody")
    with pytest.raises(CommandError):
        call_command(line.fetch_command("loaddata"), "nothing")
    assert [(*line[2:4], *line[5:]) for line in read_log()] == [
        ("run-lab", "createsuperuser", "username=ada", "done"),
        ("run-lab", "changepassword", "username=nobody", "refused"),
        ("use-tables", "loaddata", "", "refused"),
    ]
    assert {"flush", "loaddata", "changepassword", "createsuperuser"} <= set(DJANGOS) <= set(get_commands())


def test_what_is_killed_before_its_line_is_written_gets_one_within_the_hour(
    staff: Client, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def be_killed(*_args: object, **_named: object) -> None:
        raise SystemExit

    monkeypatch.setattr(Study, "save", be_killed)
    monkeypatch.setattr(QuerySet, "update", be_killed)
    with pytest.raises(SystemExit):
        staff.post(reverse("workplace:close", args=["colors"]))
    monkeypatch.undo()
    begun = BegunDeed.objects.get()
    assert (begun.who, begun.doing, begun.study) == ("experimenter", "close", "colors")
    note_unended(at=begun.at + timedelta(minutes=59))
    assert read_log() == []
    for _twice in range(2):
        note_unended(at=begun.at + timedelta(minutes=61))
    assert read_log() == [("experimenter", "page", "change-study", "close", "colors", "", "unended")]


def test_nothing_is_left_begun_by_what_has_ended(staff: Client, client: Client, study: Study) -> None:
    line = NotedCommands(["manage.py"])
    call_command(line.fetch_command("close_study"), "colors", "--by", "ada")
    staff.post(reverse("workplace:close", args=["colors"]))
    staff.post(reverse("workplace:sharing", args=["colors"]), {})
    staff.post(reverse("workplace:packages", args=["colors"]), {"smallest": "none"})
    client.force_login(User.objects.create_superuser("root"))
    client.post(reverse("admin:judging_study_changelist"), {"action": "export", "_selected_action": [study.pk]})
    assert AuditEntry.objects.count() >= 4
    assert not BegunDeed.objects.exists()


def test_a_line_has_as_much_of_what_was_sent_as_the_database_holds(client: Client, study: Study) -> None:
    client.force_login(User.objects.create_superuser("root"))
    client.post(reverse("admin:judging_study_changelist"), {"action": "\x00export", "_selected_action": [study.pk]})
    assert AuditEntry.objects.latest("pk").on == "judging_study_changelist  export"
    close = NotedCommands(["manage.py"]).fetch_command("close_study")
    with pytest.raises(CommandError):
        call_command(close, "x" * 61, "--by", "y" * 151)
    line = AuditEntry.objects.latest("pk")
    assert (line.study, line.who, line.outcome) == ("x" * 60, "y" * 150, "refused")
    assert not BegunDeed.objects.exists()


def test_a_page_that_asks_twice_who_somebody_is_leaves_one_line(staff: Client) -> None:
    draft = StudyDraft.objects.create(content="", begun_at=AT, begun_by="", saved_at=AT, saved_by="")
    refused = staff.post(reverse("workplace:study_draft_save", args=[draft.public_id]), {"revision": "9"})
    assert refused.status_code == 409
    assert AuditEntry.objects.count() == 1
    assert not BegunDeed.objects.exists()


def test_every_command_of_ours_says_whether_it_changes_something() -> None:
    ours = {name for name, app in get_commands().items() if str(app).split(".")[0] in PACKAGES}
    assert ours == LOOKING | set(DOING)
    assert not LOOKING & set(DOING)


PACKAGES = {"turingapp", "agents", "judging", "analysis"}


def test_the_log_is_filtered_and_taken_along_as_a_file(staff: Client, study: Study) -> None:
    for who, deed in (("ada", "load"), ("ada", "review"), ("=bob", "load")):
        AuditEntry.objects.create(at=AT, who=who, way="page", deed=deed, doing=deed, study="colors", outcome="done")
    page = staff.get(reverse("workplace:log"), {"who": "ada", "deed": "load", "since": "2024-05-06"})
    assert [line.deed for line, _ in page.context["lines"]] == ["load"]
    assert staff.get(reverse("workplace:log"), {"until": "2024-05-05"}).context["lines"] == []
    assert staff.get(reverse("workplace:log"), {"since": "no day"}).context["lines"] == []
    answer = staff.get(reverse("workplace:log"), {"form": "csv", "deed": "load"})
    rows = list(csv.reader(StringIO(b"".join(answer).decode("utf-8-sig"), newline="")))  # type: ignore[arg-type]
    assert rows[0] == ["at", "who", "way", "deed", "doing", "study", "on", "outcome"]
    assert [row[1] for row in rows[1:]] == ["'=bob", "ada"]


def test_an_owner_reads_the_log_of_their_study_alone(client: Client, study: Study) -> None:
    for slug in ("colors", "another"):
        AuditEntry.objects.create(at=AT, who="bob", way="page", deed="review", doing="x", study=slug, outcome="done")
    client.force_login(make_member("ada", Role.OWNER, study))
    page = client.get(reverse("workplace:study_log", args=["colors"]), {"study": "another"})
    assert [line.study for line, _ in page.context["lines"]] == ["colors"]
    assert client.get(reverse("workplace:log")).status_code == 403
