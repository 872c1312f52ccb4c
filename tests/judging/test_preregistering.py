"""Plans that are locked before anybody comes, and what is done otherwise."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from analysis.judge_groups import GROUPINGS
from judging.models import Preregistration
from judging.osf import FORM, answer_form, describe_form, write_markdown
from judging.preregistering import list_deviations, lock_plan
from judging.preregistration import QUESTIONS, Plan
from judging.preregistration_files import parse_plan, read_plan
from tests.builders import AT, add_version, make_settings, make_study, make_visit
from turingapp.errors import InvalidProtocol


def make_plan(**changes: Any) -> Plan:
    """A plan of the study `colors`; `changes` are its fields, or those of its protocol."""
    settings = {"slug": "colors", "demographics": ["gender", "birth_year"], "screening": [{"rule": "finished"}]}
    settings |= {name: changes.pop(name) for name in list(changes) if name not in Plan.model_fields}
    fields = {
        "hypotheses": ["Judges tell humans from machines."],
        "margin": 0.05,
        "family": ["gender"],
        "judges": 100,
        "rationale": "An interval of ten points.",
        "stopping": "When 100 judges count.",
        "protocol": make_settings(**settings).model_dump(mode="json"),
    }
    return Plan.model_validate({**fields, **changes})


def write_plan(folder: Path, plan: Plan, **changes: Any) -> Path:
    """A file with the plan."""
    path = folder / "plan.yaml"
    path.write_text(yaml.safe_dump({**plan.document, **changes}))
    return path


def test_the_families_are_the_groupings_of_the_report() -> None:
    assert {grouping.slug: (grouping.question,) for grouping in GROUPINGS} == QUESTIONS


def test_the_hash_depends_on_the_plan_alone() -> None:
    assert make_plan().sha256 == make_plan().sha256
    assert make_plan().sha256 != make_plan(judges=101).sha256
    assert make_plan().sha256 != make_plan(trials=5).sha256


@pytest.mark.django_db
class TestLocking:
    """The row that is written once."""

    def test_a_plan_is_locked_before_its_study_is_there(self) -> None:
        locked = lock_plan(make_plan(), slug="colors", who="experimenter", at=AT)
        assert (locked.locked_by, locked.locked_at, locked.sha256) == ("experimenter", AT, make_plan().sha256)
        assert locked.is_intact
        assert list_deviations(locked) == []

    def test_the_same_plan_again_keeps_the_first_lock(self) -> None:
        first = lock_plan(make_plan(), slug="colors", who="one", at=AT)
        assert lock_plan(make_plan(), slug="colors", who="another", at=AT) == first
        assert Preregistration.objects.get().locked_by == "one"

    def test_another_plan_is_refused(self) -> None:
        lock_plan(make_plan(), slug="colors", who="one", at=AT)
        with pytest.raises(InvalidProtocol, match="another plan is locked since 2024-05-06 12:00 UTC"):
            lock_plan(make_plan(judges=50), slug="colors", who="one", at=AT)
        with pytest.raises(IntegrityError), transaction.atomic():
            Preregistration.objects.create(study_slug="colors", document={}, sha256="", locked_at=AT, locked_by="one")

    def test_nothing_is_locked_once_somebody_has_come(self) -> None:
        make_visit(make_study("colors"))
        with pytest.raises(InvalidProtocol, match=r"visits to it have begun \(1\); a plan is locked before the first"):
            lock_plan(make_plan(), slug="colors", who="one", at=AT)

    def test_the_protocol_is_the_studys(self) -> None:
        with pytest.raises(InvalidProtocol, match="the protocol in the file is on another study; this one is words"):
            lock_plan(make_plan(), slug="words", who="one", at=AT)

    def test_each_deviation_is_listed_by_version(self) -> None:
        plan = make_plan()
        locked = lock_plan(plan, slug="colors", who="one", at=AT)
        study = make_study(**plan.document["protocol"] | {"trials": 6})
        add_version(study, trials=4)
        add_version(study, trials=4, screening=[])
        found = [(one.version, [change.field for change in one.changes]) for one in list_deviations(locked)]
        assert found == [(1, ["trials"]), (3, ["screening"])]

    def test_a_row_that_was_changed_by_hand_is_no_longer_intact(self) -> None:
        locked = lock_plan(make_plan(), slug="colors", who="one", at=AT)
        Preregistration.objects.update(document=make_plan(judges=10).document)
        changed = Preregistration.objects.get(pk=locked.pk)
        assert not changed.is_intact
        assert "no longer has the hash that it was locked with" in write_markdown(changed)

    def test_the_form_has_an_answer_to_every_question_and_the_hash(self) -> None:
        locked = lock_plan(make_plan(), slug="colors", who="one", at=AT)
        questions = [question for asked in FORM.values() for question in asked]
        answers = answer_form(locked)
        assert set(answers) == set(questions)
        assert all(answers.values())
        text = write_markdown(locked)
        assert f"Locked 2024-05-06T12:00:00Z; SHA-256 of the plan {locked.sha256}." in text
        assert "### Data exclusion\n\n- Visits that were finished" in text
        described = json.loads(json.dumps(describe_form(locked)))
        assert Plan.model_validate(described["plan"]).sha256 == described["sha256"]

    def test_the_command_locks_and_exports(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        form = tmp_path / "form.md"
        call_command("preregister", "colors", write_plan(tmp_path, make_plan()), osf=form)
        assert f"SHA-256 {make_plan().sha256}" in capsys.readouterr().out
        assert form.read_text().startswith("# A small study")
        with pytest.raises(CommandError, match=r"the form is written as \.md or \.json"):
            call_command("preregister", "colors", osf=tmp_path / "form.pdf")
        with pytest.raises(CommandError, match="Nothing is preregistered for 'words'; there is: colors"):
            call_command("preregister", "words")


def test_a_file_may_name_the_file_of_its_protocol(tmp_path: Path) -> None:
    plan = make_plan()
    (tmp_path / "colors.yaml").write_text(yaml.safe_dump(plan.document["protocol"]))
    assert read_plan(write_plan(tmp_path, plan, protocol="colors.yaml")) == plan
    with pytest.raises(InvalidProtocol, match="other files cannot be read from a page"):
        parse_plan(b"protocol: ../secret.yaml", Path("the file"))


def test_a_plan_is_for_a_study_in_which_people_judge() -> None:
    with pytest.raises(ValueError, match="the protocol's kind is respond; a plan is for a study of kind judge"):
        make_plan(protocol=make_settings(kind="respond", demographics=["gender"]).model_dump(mode="json"))


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("margin", 5, "margin"),
        ("hypotheses", [], "hypotheses"),
        ("judges", 1, "judges"),
        ("family", ["country"], "family has 'country', but the protocol's demographics do not ask country"),
        ("family", ["gender", "gender"], "family names 'gender' twice"),
        ("sample", 4, "sample"),
    ],
)
def test_a_fault_is_told_with_its_field_and_line(tmp_path: Path, field: str, value: Any, rule: str) -> None:
    with pytest.raises(InvalidProtocol) as caught:
        read_plan(write_plan(tmp_path, make_plan(), **{field: value}))
    (problem,) = caught.value.problems
    assert rule in str(problem)
    assert "plan.yaml, line" in str(problem)
