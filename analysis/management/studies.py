"""Checking which version of a study a command names."""

from django.core.management.base import CommandError

from judging.models import Study


def check_version(study: Study, version: int | None) -> None:
    """Raise CommandError where the study has no such version of its protocol."""
    versions = list(study.protocols.order_by("version").values_list("version", flat=True))
    if version is not None and version not in versions:
        known = ", ".join(map(str, versions))
        raise CommandError(f"{study.slug} has no version {version} of its protocol; there are: {known}.")
