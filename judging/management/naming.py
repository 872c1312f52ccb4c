"""Finding the study that a command names, and saying why a deed was refused."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

from judging.models import Study
from turingapp.errors import InvalidPayload, PoolTooSmall, Refused


def find_study(slug: str, *, simulated_listed: bool = False) -> Study:
    """The study of that name; raises CommandError saying which names, or which simulated ones, there are."""
    study = Study.objects.filter(slug=slug).first()
    if study is None:
        listed = Study.objects.filter(is_simulated=True) if simulated_listed else Study.objects.all()
        known = ", ".join(listed.values_list("slug", flat=True)) or "none"
        which = "simulated ones are" if simulated_listed else "there are"
        raise CommandError(f"No study is called {slug!r}; {which}: {known}.")
    return study


@contextmanager
def refusals_told() -> Iterator[None]:
    """Tell a refusal as the command's own error, every problem on a line."""
    try:
        yield
    except InvalidPayload as error:
        raise CommandError("\n".join(str(problem) for problem in error.problems)) from None
    except (PoolTooSmall, Refused) as error:
        raise CommandError(str(error)) from None
