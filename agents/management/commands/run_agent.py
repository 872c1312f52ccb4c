"""`manage.py run_agent AGENT --task TASK --pool POOL`: an AI agent answers the stimuli of a pool."""

import random
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from agents.adding import find_agent
from agents.ai_agents import AI_AGENTS
from agents.management.loading import read_assignments
from agents.models import AgentRun
from agents.running.carrying_out import carry_out
from agents.running.counting import count_run, describe_progress
from agents.running.pricing import Price, read_dollars
from agents.running.queuing import queue_run
from agents.running.rules import Rules
from agents.tasks import TASKS
from turingapp.errors import TuringError

LOOK_SECONDS = 2.0
NAP_SECONDS = 0.5
MOST_DOLLARS = 10**9
PRICES = {"calls": "thousand calls", "in": "million tokens read", "out": "million tokens written"}


def read_amount(text: str) -> int:
    """US dollars as millionths of one."""
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or not 0 <= amount <= MOST_DOLLARS:
        raise ArgumentTypeError(f"{text!r} should be an amount in US dollars, such as 2.50")
    return read_dollars(amount)


class Command(BaseCommand):
    """Asks for a run and carries it out; what is answered stays, so running it again goes on where it ended."""

    help = "Have an AI agent answer the stimuli of a pool; what it has answered already stays as it is."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who, what, where, by which rules."""
        parser.add_argument("agent", metavar="AGENT", help=f"an agent, or a system: {', '.join(AI_AGENTS.slugs)}")
        parser.add_argument("--task", required=True, help=f"one of {', '.join(TASKS.slugs)}")
        parser.add_argument("--pool", required=True, help="the pool whose stimuli it answers; the answers join it")
        parser.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="a setting of the system")
        parser.add_argument("--limit", type=int, help="at most so many stimuli, by their names")
        parser.add_argument("--seed", type=int, default=0, help="fixes what the agent draws by chance (0)")
        parser.add_argument("--turns", type=int, default=12, help="turns of a dialogue (12)")
        parser.add_argument("--partner", metavar="AGENT", help="with whom it talks; itself where nobody is named")
        parser.add_argument(
            "--tries", type=int, default=3, help="most tries at a stimulus whose replies do not count (3)"
        )
        parser.add_argument("--rate", type=int, metavar="N", help="at most N calls a minute")
        parser.add_argument("--cap", type=read_amount, metavar="DOLLARS", help="stop before it costs more")
        for name, unit in PRICES.items():
            parser.add_argument(f"--price-{name}", type=read_amount, default=0, metavar="DOLLARS", help=f"of a {unit}")
        parser.add_argument("--queue", action="store_true", help="leave it to the worker")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask for the run, carry it out, then say what came of it."""
        try:
            run = self.find_run(options)
        except TuringError as error:
            raise CommandError(f"{error}".rstrip(".") + ".") from None
        if run is None:
            self.stdout.write(f"It has answered every stimulus of {options['task']}/{options['pool']} already.")
            return
        if options["queue"]:
            self.stdout.write(f"Run {run.pk} waits for the worker.")
            return
        try:
            self.carry_out(run, with_bar=sys.stderr.isatty() and options["verbosity"] > 0)
        except KeyboardInterrupt:
            raise CommandError(f"Run {run.pk} goes on with the next worker, or when this is called again.") from None
        if options["verbosity"] > 0:
            for line in describe_progress(count_run(run)):
                self.stdout.write(line)
        if run.state == AgentRun.State.STOPPED:
            raise CommandError(f"The run stopped: {run.problem}")

    def find_run(self, options: dict[str, Any]) -> AgentRun | None:
        """The run of the same that is on, or a new one; raises TuringError."""
        at, task = timezone.now(), TASKS[options["task"]].slug
        agent = find_agent(options["agent"], at=at, given=read_assignments(options["set"]))
        partner = find_agent(options["partner"], at=at) if options["partner"] else None
        rules = Rules(
            limit=options["limit"],
            seed=options["seed"],
            turns=options["turns"],
            partner=partner,
            most_tries=options["tries"],
            per_minute=options["rate"],
            cap=options["cap"],
            price=Price(options["price_calls"], options["price_in"], options["price_out"]),
        )
        same = AgentRun.objects.filter(agent=agent, partner=partner, task=task, pool=options["pool"])
        on = same.filter(state__in=AgentRun.ACTIVE).first()
        return on or queue_run(agent, task=task, pool=options["pool"], rules=rules, at=at)

    def carry_out(self, run: AgentRun, *, with_bar: bool) -> None:
        """Carry the run out in this process, together with whatever worker there is."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), disable=not with_bar) as shown:
            bar = shown.add_task(run.agent.title, total=None)
            while run.is_on:
                asked = carry_out(run, seconds=LOOK_SECONDS, clock=timezone.now, rng=random.Random())
                run.refresh_from_db()
                counted = count_run(run)
                shown.update(bar, total=counted.total, completed=counted.done)
                if run.is_on and not asked:
                    time.sleep(NAP_SECONDS)
