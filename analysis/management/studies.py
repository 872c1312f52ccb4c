"""Finding the study that a command names."""

from django.core.management.base import CommandError

from judging.models import Study


def find_study(slug: str) -> Study:
    """The study of that name; raises CommandError saying which names there are."""
    study = Study.objects.filter(slug=slug).first()
    if study is None:
        known = ", ".join(Study.objects.values_list("slug", flat=True)) or "none yet"
        raise CommandError(f"No study is called {slug!r}; there are: {known}.")
    return study


def check_version(study: Study, version: int | None) -> None:
    """Raise CommandError where the study has no such version of its protocol."""
    versions = list(study.protocols.order_by("version").values_list("version", flat=True))
    if version is not None and version not in versions:
        known = ", ".join(map(str, versions))
        raise CommandError(f"{study.slug} has no version {version} of its protocol; there are: {known}.")
