"""`manage.py set_aside KIND NUMBER...`: bad stimuli or responses are drawn no more, until they are brought back."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from agents.models import Response, Stimulus
from agents.models.aside import LONGEST_WHY
from agents.setting_aside import bring_back, set_aside

KINDS: dict[str, type[Stimulus | Response]] = {"stimulus": Stimulus, "response": Response}


class Command(BaseCommand):
    """Sets aside, and brings back."""

    help = "Set stimuli or responses aside, so that nothing new draws them; studies that are open keep their places."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What kind, which ones, by whom and why."""
        parser.add_argument("kind", metavar="KIND", choices=KINDS, help="stimulus or response")
        parser.add_argument("numbers", metavar="NUMBER", type=int, nargs="+", help="as in the address of its page")
        parser.add_argument("--by", default="", help="who decides")
        parser.add_argument("--why", default="", help="what is wrong with them")
        parser.add_argument("--back", action="store_true", help="bring them back")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """All of them or, where one is not there, none."""
        numbers = set(options["numbers"])
        found = KINDS[options["kind"]]._default_manager.in_bulk(numbers)
        if missing := numbers - set(found):
            told = ", ".join(map(str, sorted(missing)))
            raise CommandError(f"There is no {options['kind']} of the number {told}; nothing was changed.")
        if len(options["why"]) > LONGEST_WHY:
            raise CommandError(f"--why has {len(options['why'])} characters; at most {LONGEST_WHY} are kept.")
        if options["back"]:
            changed = sum(bring_back(one) for one in found.values())
            self.stdout.write(f"{changed} of {len(found)} brought back; the others were in use.")
            return
        by, at = options["by"] or "the command", timezone.now()
        changed = sum(set_aside(one, by=by, why=options["why"], at=at) for one in found.values())
        self.stdout.write(f"{changed} of {len(found)} set aside; the others were already.")
