"""`manage.py monitor [STUDY]`: how the visits of running studies stand, or those of one study page by page."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from judging.launching import is_worker_at_work
from judging.management.naming import find_study
from judging.models import Study
from judging.monitoring.counting import count_all_behind
from judging.monitoring.summing import list_cells, sum_visits, take_times
from judging.monitoring.summing_studies import list_running


class Command(BaseCommand):
    """Tells what the pages of the monitor show."""

    help = "How the visits of all running studies stand; with a study, page by page."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("study", nargs="?", help="the slug of a study")

    def handle(self, *args: Any, **options: Any) -> None:
        count_all_behind(clock=timezone.now)
        at = timezone.now()
        if not is_worker_at_work(at):
            self.stdout.write("No worker has left a sign for three minutes.")
        slug = options["study"]
        self.stdout.write("\n".join(write_study(find_study(slug), at=at) if slug else write_running(at=at)))


def write_running(*, at: datetime) -> Iterator[str]:
    """A line for each running study."""
    for line in list_running(Study.objects.all(), at=at):
        controls = f"{line.controls_right / line.controls:.0%} of controls right" if line.controls else "no controls"
        yield (
            f"{line.study.slug}  {line.here} here now, {line.arrived} came, {line.finished} finished, {controls}, "
            f"{line.early} answers too fast"
        )


def write_study(study: Study, *, at: datetime) -> Iterator[str]:
    """One study in many lines."""
    protocol = study.protocols.latest("version")
    sums, times = sum_visits(study, protocol, at=at), take_times(study)
    yield f"{study.title}: {sums.inside} inside, {sums.finished} finished, {sums.left} left, {sums.answered} answers"
    for line in sums.pages:
        yield f"{line.page.label}: {line.reached} came so far, {line.here} here now, {line.left} left here"
    if sums.controls:
        yield f"controls: {sums.controls_right} of {sums.controls} right"
    yield f"too fast: {sums.early} answers in {sums.hasty} visits"
    if times.median_ms is not None:
        yield f"reaction time: {times.median_ms / 1000:.1f} s, median of the latest {times.answers} answers"
    for cell in list_cells(protocol):
        yield f"cell {cell.name} ({cell.kind}): {cell.taken} taken, {cell.per_place:.2f} per place"
