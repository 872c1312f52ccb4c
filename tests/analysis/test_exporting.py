"""Judgements as CSV: nothing lost, nothing that names a person, nothing that a spreadsheet would run."""

import csv
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from agents.models import Origin
from analysis.codebook import CODEBOOK
from analysis.exporting import format_line, format_value, write_judgements
from analysis.observations import read_observations
from judging.models import Study
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit

ROOT = Path(__file__).resolve().parents[2]


def read_csv(study: Study, *, for_spreadsheets: bool = False) -> list[dict[str, str]]:
    """The rows of a study's CSV file, as a reader of the standard library takes them."""
    text = "".join(write_judgements(read_observations(study), for_spreadsheets=for_spreadsheets))
    return list(csv.DictReader(StringIO(text.removeprefix("\ufeff"), newline="")))


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))))
def test_texts_come_back_from_a_csv_reader_as_they_were(values: list[str]) -> None:
    assert list(csv.reader(StringIO(format_line(["", *values]), newline=""))) == [["", *values]]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"),
        ("-5", "'-5"),
        ("@here", "'@here"),
        ("\tindented", "'\tindented"),
        (-5, "-5"),
        (0.25, "0.25"),
        ("a=b", "a=b"),
        ("", '""'),
        (None, ""),
        (True, "true"),
    ],
)
def test_a_spreadsheet_runs_no_text_and_numbers_stay_numbers(value: str | float | None, written: str) -> None:
    assert format_value(value, for_spreadsheets=True) == written


def test_texts_are_left_alone_outside_spreadsheets() -> None:
    assert format_value("=1+1") == "=1+1"


@pytest.mark.django_db
def test_a_judgement_is_written_with_the_truth_beside_the_verdict() -> None:
    study = make_study("words", task="association", screening=[{"rule": "finished"}])
    response = make_response(make_agent("mean-color", origin=Origin.AI), task="association")
    visit = make_visit(study, state="open", demographics={"country": "US"})
    answers = {"confidence": "4", "reason": 'Odd, "very" odd\r\nindeed'}
    make_judgement(visit, response, "human", control_right=False, answers=answers)
    (row,) = read_csv(study)
    assert list(row) == [variable.name for variable in CODEBOOK]
    assert (row["origin"], row["verdict"], row["is_right"], row["agent"]) == ("ai", "human", "false", "mean-color")
    assert (row["control_right"], row["counts"], row["visit_state"]) == ("false", "false", "open")
    assert (row["confidence"], row["reason"]) == ("4", 'Odd, "very" odd\r\nindeed')
    assert (row["rt_ms"], row["judge_country"], row["judge_gender"]) == ("4000", "US", "")
    assert (row["issued_at_utc"], row["painted_at_utc"]) == ("2024-05-06T12:00:10.000Z", "")
    assert datetime.fromisoformat(row["answered_at_utc"]).utcoffset() is not None


@pytest.mark.django_db
def test_no_id_of_a_person_or_of_a_visit_leaves_the_platform() -> None:
    study, other = make_study(), make_study()
    person = make_agent("worker-a1b2c3", person_key="hash-of-a-worker")
    visit = make_visit(study)
    make_judgement(visit, make_response(person), "human")
    again = make_visit(other)
    again.judge = visit.judge
    again.save()
    make_judgement(again, make_response(person), "human")
    text = "".join(write_judgements(read_observations(study)))
    secrets = (visit.public_id, visit.platform_assignment, visit.judge.person_key, person.slug, person.person_key)
    assert not [secret for secret in secrets if secret in text]
    (here,), (there,) = read_csv(study), read_csv(other)
    assert here["judge"].startswith("judge-")
    assert here["judge"] == read_csv(study)[0]["judge"]
    assert here["judge"] != there["judge"]
    assert here["agent"] != there["agent"]


@pytest.mark.django_db
def test_the_command_writes_the_file_that_it_is_told_to(tmp_path: Path) -> None:
    study = make_study()
    make_judgement(make_visit(study), make_response(make_agent()), "human")
    file, printed, said = tmp_path / "judgements.csv", StringIO(), StringIO()
    call_command("export_judgements", study.slug, str(file), stderr=said)
    call_command("export_judgements", study.slug, stdout=printed)
    assert file.read_bytes().decode() == printed.getvalue()
    assert file.read_bytes().count(b"\r\n") == 2
    assert "1 judgements written" in said.getvalue()


@pytest.mark.django_db
def test_the_command_says_which_visits_are_not_in_the_file_and_why(tmp_path: Path) -> None:
    study = make_study()
    make_judgement(make_visit(study), make_response(make_agent()), "human")
    make_judgement(make_visit(study, kind="preview"), make_response(make_agent()), "human")
    for state in ("declined", "erased", "erased"):
        make_visit(study, state=state)
    said = StringIO()
    call_command("export_judgements", study.slug, str(tmp_path / "judgements.csv"), stderr=said)
    expected = "They are of 1 of 4 visits; left out: 1 without a judgement on a main trial, 2 erased, 1 preview."
    assert expected in said.getvalue()


@pytest.mark.django_db
def test_what_the_page_noticed_is_written_with_each_judgement() -> None:
    study = make_study()
    visit = make_visit(study, signs={"honeypot": 2}, closing={"ai_tool": "no"})
    page = {"sign": "machine_text", "hidden_ms": 1200, "translated": True, "profile": {"keys": 3, "pastes": 0}}
    make_judgement(visit, make_response(make_agent()), "human", answers=page)
    (row,) = read_csv(study)
    assert (row["sign"], row["visit_signs"], row["ai_tool"]) == ("machine_text", '{"honeypot": 2}', "no")
    assert (row["hidden_ms"], row["translated"], row["utc_offset_minutes"]) == ("1200", "true", "")
    assert (row["keys"], row["pastes"], row["touches"]) == ("3", "0", "")
    assert (row["visit_kind"], row["protocol_version"]) == ("main", "1")


@pytest.mark.django_db
def test_the_command_says_why_a_file_cannot_be_written(tmp_path: Path) -> None:
    study = make_study()
    with pytest.raises(CommandError, match=r"cannot be written: Is a directory\.$"):
        call_command("export_judgements", study.slug, str(tmp_path))


def test_the_documentation_lists_every_column_with_its_meaning() -> None:
    text = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    missing = [v.name for v in CODEBOOK if f"| `{v.name}` | {v.kind} | {v.meaning} |" not in text]
    assert not missing
