"""Checking that a study has the results that a command asks for, and the version that it names."""

from django.core.management.base import CommandError

from judging.models import Study


def check_version(study: Study, version: int | None) -> None:
    """Raise CommandError where the study has no such version of its protocol."""
    versions = list(study.protocols.order_by("version").values_list("version", flat=True))
    if version is not None and version not in versions:
        known = ", ".join(map(str, versions))
        raise CommandError(f"{study.slug} has no version {version} of its protocol; there are: {known}.")


def check_judged(study: Study) -> None:
    """Raise CommandError where nobody judges in the study, so that there are no results of it."""
    if not study.rule.judges_responses:
        raise CommandError(
            f"{study.slug} is a study of kind {study.kind}: nobody judges in it, so it has no results. "
            f"Its {study.rule.gives}s join a pool by `manage.py accept_answers`, from which other studies draw."
        )
