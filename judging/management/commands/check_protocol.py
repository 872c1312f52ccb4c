"""`manage.py check_protocol FILE`: what is wrong with a protocol file, or what its plan comes to; nothing is opened."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.costing import PlanCost, estimate_plan
from judging.looking_at_protocols import Looked, look_at
from judging.management.naming import refusals_told
from judging.plan_numbers import list_numbers
from judging.protocol_files import read_protocol
from judging.recruiters import RECRUITERS
from judging.recruiters.money import CURRENCIES, Money


class Command(BaseCommand):
    """Checks a protocol."""

    help = "Say what is wrong with a protocol file, or the numbers of its plan; nothing is opened."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a protocol file (docs/protocols.md)")
        parser.add_argument("--reward", type=int, default=0, help="what each person gets, in cents or pence")
        parser.add_argument("--currency", choices=CURRENCIES, default="USD", help="of the cost")
        parser.add_argument("--recruiter", choices=RECRUITERS.slugs, default="link", help="whose fees count")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals_told():
            read_protocol(options["file"])
            looked = look_at(options["file"].read_text(encoding="utf-8-sig"), at=timezone.now(), path=options["file"])
        if looked.problems or looked.settings is None or looked.foreseen is None:
            raise CommandError("\n".join(map(str, looked.problems)))
        for number in list_numbers(looked.settings, looked.foreseen, self.estimate(looked, options)):
            self.stdout.write(str(number))

    def estimate(self, looked: Looked, options: dict[str, Any]) -> PlanCost | None:
        """What the people cost; None where nobody is paid."""
        if not options["reward"] or looked.settings is None or looked.foreseen is None:
            return None
        reward = Money(options["reward"], options["currency"])
        return estimate_plan(looked.settings, looked.foreseen.people, reward, RECRUITERS[options["recruiter"]])
