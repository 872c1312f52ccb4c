"""One package for all tests that only look into it: its study is made once and rolled back."""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from agents.models import Media
from analysis.observations import read_observations
from analysis.packages.writing import write_package
from analysis.reports import describe_results
from judging.models import Assignment
from tests.analysis.packages.full_study import SECRETS, make_full_study
from tests.builders import AT


@dataclass(frozen=True, slots=True)
class Packed:
    """A package, and what was true of its study."""

    path: Path
    package: zipfile.ZipFile
    report: dict[str, Any]
    answered: list[Any]
    arrived: int
    secrets: set[str]


both_kinds = pytest.mark.parametrize("packed", ["color", "conversation"], indirect=True)


@pytest.fixture(scope="session")
def packed(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Packed]:
    """The package of a study, with nobody's groups left out; of color estimation unless a test asks for both kinds."""
    task = getattr(request, "param", "color")
    path = tmp_path_factory.mktemp("packed") / "study.zip"
    with django_db_blocker.unblock(), transaction.atomic():
        study = make_full_study(f"packed-{task}", task=task)
        Assignment.objects.filter(study=study).update(closing={"comment": SECRETS[0], "difficulty": "3"})
        write_package(study, path, at=AT, smallest=1)
        observations = read_observations(study)
        visits = study.assignments.values_list("public_id", "platform_assignment", "judge__person_key")
        secrets = {
            *SECRETS,
            study.link,
            *Media.objects.values_list("pk", flat=True),
            *(t for row in visits for t in row),
        }
        facts = (
            describe_results(observations),
            list(observations.everything["answered_at"]),
            observations.visits.arrived,
            secrets,
        )
        transaction.set_rollback(True)
    with zipfile.ZipFile(path) as package:
        yield Packed(path, package, *facts)
