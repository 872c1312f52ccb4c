"""`manage.py robots STUDY...`: scripted people fill simulated studies through the real pages."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from judging.management.naming import find_study
from judging.models import Study
from judging.robots.kinds import KINDS, MIXED
from judging.robots.simulating import Plan, Summary, simulate
from judging.robots.visiting import Ending
from turingapp.errors import NotEligible, RobotStuck


class Command(BaseCommand):
    """Sends robots."""

    help = "Send scripted judges, or people who answer, through the real pages of simulated studies."

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = "; ".join(f"{slug}: {kind.about}" for slug, kind in KINDS.items())
        mixed = f"{MIXED}: of ten judges eight knowing, one careless, one leaving"
        parser.add_argument("study", nargs="+", help="slugs of studies that were opened with --simulated")
        parser.add_argument("--judges", type=read_count, default=10, help="how many robots for each study (10)")
        parser.add_argument(
            "--kind", choices=(*KINDS, MIXED), default="guessing", help=f"{kinds}; {mixed}".replace("%", "%%")
        )
        parser.add_argument("--skill", type=read_share, default=1.0, help="how often knowing robots are right (1.0)")
        parser.add_argument("--seed", type=int, default=0, help="fixes what robots draw, not which trials they get (0)")
        parser.add_argument("--parallel", type=read_count, default=4, help="how many robots at a time (4)")
        parser.add_argument("--url", help="a running server that uses this database; without it they start their own")
        parser.add_argument("--top-up", action="store_true", help="count the visits that a study already has")

    def handle(self, *args: Any, **options: Any) -> None:
        studies = [find_study(slug, simulated_listed=True) for slug in options["study"]]
        for study in studies:
            there = study.assignments.count() if options["top_up"] else 0
            plan = Plan(
                max(options["judges"] - there, 0),
                options["kind"],
                skill=options["skill"],
                seed=options["seed"],
                parallel=options["parallel"],
            )
            try:
                summary = self.send(study, plan, options["url"])
            except (NotEligible, RobotStuck) as error:
                raise CommandError(str(error)) from error
            self.stdout.write(describe(study, plan, summary))

    def send(self, study: Study, plan: Plan, url: str | None) -> Summary:
        """Run the plan, with a bar on a terminal."""
        columns = (TextColumn(study.slug), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            bar = progress.add_task(study.slug, total=plan.judges)
            return simulate(study, plan, url=url, note=lambda outcome: progress.advance(bar))


def read_count(text: str) -> int:
    """A whole number from 1."""
    if int(text) < 1:
        raise ValueError(text)
    return int(text)


def read_share(text: str) -> float:
    """A number from 0 to 1."""
    if not 0 <= float(text) <= 1:
        raise ValueError(text)
    return float(text)


def describe(study: Study, plan: Plan, summary: Summary) -> str:
    """The run in sentences."""
    endings = summary.endings
    came = sum(endings.values())
    told = f" The refused were told: {summary.refusal}" if summary.refusal else ""
    return (
        f"{study.title}: {came} of {plan.judges} robots came; {endings[Ending.FINISHED]} finished, "
        f"{endings[Ending.LEFT]} left, {endings[Ending.STOPPED]} were stopped by the protocol, "
        f"{endings[Ending.REFUSED]} were refused. "
        f"They {study.rule.did} {summary.trials} trials in {summary.seconds:.1f} seconds.{told}"
    )
