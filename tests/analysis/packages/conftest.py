"""One package for all tests that only look into it: its study is made once and rolled back."""

import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from agents.models import Media
from analysis.observations import read_observations
from analysis.packages.writing import write_package
from analysis.reports import describe_results
from judging.models import Assignment, Study
from tests.analysis.packages.full_study import SECRETS, lock_study, make_full_study
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
def packages(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Callable[[str], Packed]:
    """Makes the package of a study of a task, with nobody's groups left out, once."""

    @cache
    def make(task: str) -> Packed:
        path = tmp_path_factory.mktemp("packed") / "study.zip"
        with django_db_blocker.unblock(), transaction.atomic():
            study = make_full_study(f"packed-{task}", task=task)
            Assignment.objects.filter(study=study).update(closing={"comment": SECRETS[0], "difficulty": "3"})
            lock_study(study)
            write_package(study, path, at=AT, smallest=1)
            found = describe_packed(study, path)
            transaction.set_rollback(True)
        return found

    return make


@pytest.fixture
def packed(request: pytest.FixtureRequest, packages: Callable[[str], Packed], db: None) -> Packed:
    """The package of a study of color estimation, or of the task that a test asks for."""
    return packages(getattr(request, "param", "color"))


def describe_packed(study: Study, path: Path) -> Packed:
    """A package with what is true of its study."""
    observations = read_observations(study)
    visits = study.assignments.values_list("public_id", "platform_assignment", "judge__person_key")
    media = Media.objects.values_list("pk", flat=True)
    return Packed(
        path=path,
        package=zipfile.ZipFile(path),
        report=describe_results(observations),
        answered=list(observations.everything["answered_at"]),
        arrived=observations.visits.arrived,
        secrets={*SECRETS, study.link, *media, *(text for row in visits for text in row)},
    )
