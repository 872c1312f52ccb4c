"""Who asks gets a copy of all that there is of them, and nothing of others."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError

from agents.people import make_person_key
from judging.consenting import find_text
from judging.models import Assignment, Judge
from judging.people.copying import copy_person
from judging.people.finding import Person
from judging.people.writing import pack_copy
from tests.builders import AT, make_agent, make_judgement, make_response, make_study, make_visit
from tests.commands import run

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Assignment:
    """A visit with a judgement."""
    judge = Judge.objects.create(person_key=make_person_key("prolific", "P1"), created_at=AT)
    study = make_study(title="Colors", release="May it be published?")
    visit = make_visit(study, judge=judge, demographics={"gender": "female"}, closing={"comment": "First.\nSecond."})
    Assignment.objects.filter(pk=visit.pk).update(consent=find_text(visit.settings, at=AT), releases=False)
    author = make_agent("author-of-it", title="The author of it")
    make_judgement(visit, make_response(author), "human", control_right=True, answers={"reason": "Round."})
    return visit


def test_the_copy_has_all_that_was_given_and_does_not_say_who_made_what_was_judged(made: Assignment) -> None:
    packed = pack_copy(copy_person(Person((made.judge.person_key,)), by="admin", at=AT))
    package = zipfile.ZipFile(io.BytesIO(packed))
    values, text = json.loads(package.read("data.json")), package.read("data.txt").decode()
    [visit] = values["visits"]
    assert (visit["study"], visit["told_of_themselves"]) == ("Colors", {"gender": "female"})
    assert (visit["consent_text"], visit["may_be_published"]) == (made.settings.consent, False)
    assert visit["trials"][0]["verdicts"] == {"agent": "human"}
    assert visit["trials"][0]["other_answers"] == {"reason": "Round."}
    for line in ("gender: female", "reason: Round.", "comment: First.", "Second.", "agent: human"):
        assert line in text
    assert b"author" not in packed + package.read("data.json")
    assert made.judge.person_key not in package.read("data.json").decode()


def test_the_command_writes_the_copy_for_its_owner_alone(made: Assignment, tmp_path: Path) -> None:
    path = tmp_path / "copy.zip"
    run("erase_person", "--id", "P1", "--copy", path)
    assert path.stat().st_mode & 0o077 == 0
    assert zipfile.ZipFile(path).namelist() == ["data.json", "data.txt"]
    path.chmod(0o644)
    path.write_bytes(b"something else")
    with pytest.raises(CommandError, match=r"copy\.zip is there already; name a file that is not there yet\."):
        run("erase_person", "--id", "P1", "--copy", path, "--yes")
    assert path.read_bytes() == b"something else"
    assert Assignment.objects.get().state == Assignment.State.FINISHED
