"""`manage.py ask_agent AGENT TASK --pool NAME`: answers of an AI agent to the stimuli of a pool."""

import random
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from agents.ai_agents import AI_AGENTS
from agents.loading_report import describe_result
from agents.management.loading import show_progress
from agents.models import Stimulus
from agents.responding import ask_agent
from agents.tasks import TASKS
from turingapp.errors import InvalidPayload, UnknownPlugin


class Command(BaseCommand):
    """Asks an AI agent; asking twice changes nothing."""

    help = "Have an AI agent answer the stimuli of a pool; what it has answered already stays as it is."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who, what, where."""
        parser.add_argument("agent", metavar="AGENT", help=f"one of {', '.join(AI_AGENTS.slugs)}")
        parser.add_argument("task", metavar="TASK", help=f"one of {', '.join(TASKS.slugs)}")
        parser.add_argument("--pool", required=True, help="the pool whose stimuli it answers; the answers join it")
        parser.add_argument("--limit", type=int, help="only the first so many stimuli, by their names")
        parser.add_argument("--seed", type=int, default=0, help="fixes what the agent draws by chance (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask, then say what was done."""
        try:
            agent, task = AI_AGENTS[options["agent"]], TASKS[options["task"]]
        except UnknownPlugin as error:
            raise CommandError(str(error)) from None
        pool = Stimulus.objects.of_task(task.slug).filter(pool=options["pool"]).order_by("key")
        stimuli = list(pool.ready(control=False)[: options["limit"]])
        if not stimuli:
            raise CommandError(
                f"The pool {options['pool']} has {pool.count()} stimuli of {task.slug}, and none with what it takes "
                "to answer; load_stimuli with --media brings pictures."
            )
        with_bar = sys.stderr.isatty() and options["verbosity"] > 0
        asked = show_progress(stimuli, agent.title, with_bar=with_bar)
        rng = random.Random(options["seed"])
        try:
            result = ask_agent(agent, asked, task=task, pool=options["pool"], at=timezone.now(), rng=rng)
        except InvalidPayload as error:
            raise CommandError(str(error)) from None
        if options["verbosity"] > 0:
            for line in describe_result(result, "answers", pool=f"{task.slug}/{options['pool']}", dry_run=False):
                self.stdout.write(line)
