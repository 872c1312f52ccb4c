"""A backup, restored elsewhere and on the other kind of database, is the same installation."""

import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings as present
from django.core.management import CommandError
from django.db import connection
from PIL import Image
from pytest_django.fixtures import Settings

from agents.media import store_content
from agents.models import Media
from judging.models import Study
from tests.agents.pictures import find_media_path
from tests.analysis.small_studies import fill_color_study
from tests.buckets import running_bucket
from tests.builders import make_study
from tests.commands import run
from tests.databases import make_database
from tests.members import make_member
from turingapp.backing_up.writing import one_state
from turingapp.members.roles import Role

BUCKET = ("MEDIA_BUCKET", "MEDIA_ENDPOINT", "MEDIA_REGION", "MEDIA_ACCESS_KEY_ID", "MEDIA_SECRET_ACCESS_KEY")
ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]


def run_elsewhere(database: str, folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command of an installation of its own with our secrets."""
    variables = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": database,
        "VAR_DIR": str(folder / "elsewhere"),
        "SECRET_KEY": present.SECRET_KEY,
        "PERSON_KEY_SECRET": present.PERSON_KEY_SECRET,
        **environment,
    }
    argv = [sys.executable, "manage.py", *words]
    return subprocess.run(argv, env=variables, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of a judged study, a picture and an account."""
    study = make_study("colors")
    fill_color_study(study)
    make_member("owner", Role.OWNER, study)
    content = BytesIO()
    Image.new("RGB", (20, 10), "red").save(content, "PNG")
    store_content(content.getvalue(), "picture.png")
    path = tmp_path / "turing.zip"
    assert "whole" in run("backup", path)
    return path


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_restored_elsewhere_the_report_is_the_same_to_the_digit(kind: str, backup: Path, tmp_path: Path) -> None:
    report = run("report", "colors", "--json")
    with make_database(kind) as database:
        restored = run_elsewhere(database, tmp_path, "restore", str(backup))
        assert restored.returncode == 0, restored.stderr
        told = run_elsewhere(database, tmp_path, "report", "colors", "--json")
        assert told.stdout == report
        assert run_elsewhere(database, tmp_path, "share_study", "colors").stdout == run("share_study", "colors")
        # Rows that are added go on from the last number.
        member = run_elsewhere(database, tmp_path, "lab_members", "second", "--new", "--role", "analyst")
        assert member.returncode == 0, member.stderr
        # What comes out can be backed up and restored in its turn, over data only where that is said.
        again = str(tmp_path / "again.zip")
        assert run_elsewhere(database, tmp_path, "backup", again).returncode == 0
        refused = run_elsewhere(database, tmp_path, "restore", again)
        assert "The database holds data" in refused.stderr
        assert run_elsewhere(database, tmp_path, "restore", again, "--over").stdout.startswith("Restored as of")
        assert run_elsewhere(database, tmp_path, "report", "colors", "--json").stdout == report
    picture = f"{Media.objects.get().pk}.jpg"
    assert (tmp_path / "elsewhere/media" / picture).read_bytes() == find_media_path(picture[:-4]).read_bytes()


def test_a_damaged_backup_and_one_with_other_secrets_are_refused(backup: Path, tmp_path: Path) -> None:
    refused = run_elsewhere("", tmp_path, "restore", str(backup), PERSON_KEY_SECRET="another")
    assert "made with other secrets: with another PERSON_KEY_SECRET people would not be recognized" in refused.stderr
    whole = backup.read_bytes()
    damaged = tmp_path / "damaged.zip"
    for start in range(
        0, len(whole), len(whole) // 20
    ):  # each piece is longer than what a header holds beside what counts
        damaged.write_bytes(
            whole[:start] + bytes(255 - byte for byte in whole[start : start + 100]) + whole[start + 100 :]
        )
        with pytest.raises(CommandError, match=r"take an earlier one|damaged\.zip"):
            run("backup", damaged, "--check")
    with pytest.raises(CommandError, match="is there already"):
        run("backup", backup)


def test_a_backup_holds_no_secret_and_is_its_owners_alone(backup: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    assert present.SECRET_KEY.encode() not in content
    assert present.PERSON_KEY_SECRET.encode() not in content
    assert backup.stat().st_mode & 0o077 == 0
    assert not list(backup.parent.glob("*.part"))


def test_pictures_go_from_a_bucket_into_the_file_and_from_the_file_into_a_folder_or_a_bucket(
    settings: Settings, tmp_path: Path
) -> None:
    content, path = BytesIO(), tmp_path / "turing.zip"
    Image.new("RGB", (20, 10), "red").save(content, "PNG")
    with running_bucket(settings) as bucket:
        media, _ = store_content(content.getvalue(), "picture.png")
        kept = dict(bucket.objects)
        assert "Its pictures were read from the bucket pictures; they are in the file." in run("backup", path)
        bucket.objects.clear()
        told = run_elsewhere("", tmp_path, "restore", str(path), **{name: getattr(settings, name) for name in BUCKET})
        assert "The pictures lie in the bucket pictures." in told.stdout, told.stderr
        assert bucket.objects == kept
        bucket.status = 403
        with pytest.raises(CommandError, match="No backup was written: The bucket pictures did not read"):
            run("backup", tmp_path / "second.zip")
        assert not list(tmp_path.glob("second*"))
    told = run_elsewhere("", tmp_path / "third", "restore", str(path))
    assert "The pictures lie in the folder" in told.stdout, told.stderr
    assert (tmp_path / "third/elsewhere/media" / f"{media.id}.jpg").read_bytes() == kept[f"{media.id}.jpg"]


def test_who_writes_meanwhile_neither_waits_nor_gets_into_the_backup(tmp_path: Path) -> None:
    make_study("before")
    other = connection.copy()
    try:
        with one_state(connection):
            assert Study.objects.count() == 1
            with other.cursor() as cursor:
                cursor.execute("UPDATE judging_study SET title = 'written meanwhile'")
            assert Study.objects.get().title != "written meanwhile"
        assert Study.objects.get().title == "written meanwhile"
    finally:
        other.close()
