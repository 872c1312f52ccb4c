"""What a package holds: every row in four formats, nothing about who anybody is, and a list that says so."""

import csv
import hashlib
import json
import zipfile
from collections import Counter
from datetime import datetime
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import mlcroissant
import polars as pl
import pytest
from django.core.management import CommandError, call_command
from pydantic import ValidationError

from analysis.models import EvaluationRun
from analysis.notices import SIMULATED
from analysis.packages.spooling import PLACES
from analysis.packages.tables import TABLES
from analysis.packages.writing import write_package
from judging.models import Protocol, Study
from tests.analysis.packages.conftest import Packed, both_kinds
from tests.analysis.packages.full_study import NASTY, make_full_study
from tests.builders import AT, make_agent, make_judgement, make_place, make_response, make_study, make_visit

pytestmark = pytest.mark.django_db


def pack(folder: Path, study: Study, **options: Any) -> zipfile.ZipFile:
    """The package of a study, opened."""
    write_package(study, folder / "package.zip", at=AT, **options)
    return zipfile.ZipFile(folder / "package.zip")


def read_json(package: zipfile.ZipFile, name: str) -> Any:
    return json.loads(package.read(name))


def read_rows(package: zipfile.ZipFile, table: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in package.read(f"jsonl/{table}.jsonl").splitlines()]


def read_csv(package: zipfile.ZipFile, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(package.read(name).decode("utf-8-sig"), newline="")))


def write_plainly(value: Any) -> str:
    """A value of JSON as CSV has it."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


@both_kinds
def test_every_table_is_there_in_four_formats_that_agree_with_the_codebook_and_the_manifest(packed: Packed) -> None:
    package = packed.package
    codebook, manifest = read_json(package, "codebook.json"), read_json(package, "manifest.json")
    for table in TABLES:
        rows, columns = read_rows(package, table.name), [column["name"] for column in codebook[table.name]]
        assert len(rows) == manifest["rows"][table.name]
        assert all(list(row) == columns for row in rows)
        plain = [{name: write_plainly(value) for name, value in row.items()} for row in rows]
        assert read_csv(package, PLACES["csv"].format(table.name)) == plain
        safe = [
            {
                name: f"'{text}" if isinstance(row[name], str) and text.startswith("=") else text
                for name, text in line.items()
            }
            for row, line in zip(rows, plain, strict=True)
        ]
        assert read_csv(package, PLACES["spreadsheet"].format(table.name)) == safe
        found = pl.read_parquet(BytesIO(package.read(PLACES["parquet"].format(table.name))))
        assert found.columns == columns
        assert found.height == len(rows)
    assert {row["counts"] for row in read_rows(package, "judgements")} == {True, False}
    assert manifest["rows"]["trials"] > manifest["rows"]["apart"] > 0


def test_the_manifest_has_the_size_and_digest_of_every_member(packed: Packed) -> None:
    package = packed.package
    listed = {one["name"]: (one["bytes"], one["sha256"]) for one in read_json(package, "manifest.json")["members"]}
    there = {name: package.read(name) for name in package.namelist() if name != "manifest.json"}
    assert listed == {name: (len(text), hashlib.sha256(text).hexdigest()) for name, text in there.items()}


@both_kinds
def test_no_id_of_a_person_no_key_and_no_address_is_anywhere_in_a_package(packed: Packed) -> None:
    for name in packed.package.namelist():
        content = packed.package.read(name)
        assert [text for text in packed.secrets if text.encode() in content] == []
    closing = {row["closing"] for row in read_rows(packed.package, "assignments")}
    assert closing == {'{"difficulty":"3"}', "{}"}


def test_what_is_left_out_is_counted_so_that_the_visits_add_up(packed: Packed) -> None:
    told = read_json(packed.package, "manifest.json")["left_out"]
    inside = {row["assignment"] for row in read_rows(packed.package, "judgements")}
    assert told[0] == (
        f"Visits that arrived: {packed.arrived}; in the table of judgements: {len(inside)}; left out of it: "
        "1 without a judgement on a main trial, 1 erased."
    )
    assert packed.arrived == len(inside) + 2
    assert told[1].startswith("Trials and answers of 1 preview, 1 pilot:")


def list_people(package: zipfile.ZipFile) -> Counter[tuple[Any, ...]]:
    """How many visits' judges share what they told of themselves, of those who told anything."""
    rows = read_rows(package, "judges")
    groups = [tuple(value for name, value in row.items() if name.endswith("_group")) for row in rows]
    return Counter(group for group in groups if any(group))


def test_groups_that_too_few_judges_share_are_not_told(packed: Packed, tmp_path: Path) -> None:
    everybody, many = list_people(packed.package), list_people(pack(tmp_path, make_full_study(), smallest=2))
    assert min(everybody.values()) == 1
    assert many == {group: people for group, people in everybody.items() if people > 1}
    assert 0 < len(many) < len(everybody)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # rdflib, below the validator
def test_the_metadata_pass_croissants_validator_and_read_the_records(packed: Packed, tmp_path: Path) -> None:
    package = packed.package
    package.extractall(tmp_path / "unpacked")
    dataset = mlcroissant.Dataset(jsonld=tmp_path / "unpacked" / "croissant.json")
    assert dataset.metadata.issues.errors == set()
    record = next(iter(dataset.records("judgements")))
    first = read_rows(package, "judgements")[0]
    assert record["judgements/verdict"].decode() == first["verdict"]
    described = dataset.metadata.to_json()
    assert described["rai:personalSensitiveInformation"]
    assert described["rai:dataCollectionTimeframe"]


def test_times_are_in_utc_and_to_the_microsecond(packed: Packed) -> None:
    told = [row["answered_at_utc"] for row in read_rows(packed.package, "judgements")]
    assert all(text.endswith("Z") for text in told)
    assert [datetime.fromisoformat(text) for text in told] == packed.answered


def test_what_breaks_files_comes_back_from_the_answers_as_it_was(packed: Packed) -> None:
    reasons = {json.loads(row["answers"]).get("reason") for row in read_rows(packed.package, "trials")}
    assert NASTY in reasons
    assert NASTY.replace("\ud83d", "\ufffd") in {row["reason"] for row in read_rows(packed.package, "judgements")}


def test_simulated_data_say_so_and_pictures_that_are_left_out_are_counted(tmp_path: Path) -> None:
    package = pack(tmp_path, make_full_study(simulated=True))
    for name in ("manifest.json", "README.md", "datasheet.md", "croissant.json", "dataset_description.json"):
        assert SIMULATED in package.read(name).decode()
    assert (
        "12 pictures: stimuli name each by the SHA-256 of its file." in read_json(package, "manifest.json")["left_out"]
    )


def test_a_package_is_written_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    study = make_study()
    (tmp_path / "package.zip").write_text("the one before")
    Protocol.objects.filter(study=study, version=1).update(document={})
    with pytest.raises(ValidationError):
        pack(tmp_path, study)
    assert [path.name for path in tmp_path.iterdir()] == ["package.zip"]
    assert (tmp_path / "package.zip").read_text() == "the one before"


def test_a_study_without_visits_has_a_package_too(tmp_path: Path) -> None:
    manifest = read_json(pack(tmp_path, make_study()), "manifest.json")
    assert {name: number for name, number in manifest["rows"].items() if number} == {"steps": 1}


def test_predictions_whose_responses_changed_are_left_out_with_the_reason(tmp_path: Path) -> None:
    study = make_study()
    make_place(study.protocols.get(), make_response(make_agent()))
    EvaluationRun.objects.create(
        source=study.slug, judges=["majority"], unit="part", state="finished", digest="of others", created_at=AT
    )
    manifest = read_json(pack(tmp_path, study), "manifest.json")
    assert manifest["rows"]["predictions"] == 0
    assert manifest["left_out"][-1].endswith("The responses have changed since.")


def test_the_command_says_what_is_in_the_file_and_what_is_not(tmp_path: Path) -> None:
    study, told = make_study("colors"), StringIO()
    make_judgement(make_visit(study), make_response(make_agent()), "human")
    call_command("export_study", "colors", tmp_path / "colors.zip", stdout=told)
    assert f"colors is packed into {tmp_path / 'colors.zip'}: judgements 1, " in told.getvalue()
    assert "Not in it: Visits that arrived: 1;" in told.getvalue()
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        call_command("export_study", study.slug, tmp_path / "nowhere" / "colors.zip")
    with pytest.raises(CommandError, match="is no number of people; it should be 1 or more"):
        call_command("export_study", study.slug, tmp_path / "colors.zip", "--smallest-group", "0")
