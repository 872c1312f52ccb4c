"""Switching the public link to a report on and off."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from analysis.management.commands.report_collection import find_collection
from analysis.sharing import Shared, share_report, stop_sharing
from judging.management.naming import find_study

WHO = "the command line"


class Command(BaseCommand):
    """Let anyone with a link read a report, or stop that."""

    help = "Switch the public link to the report of a study or a collection on (and show it) or off."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose report, and which way."""
        parser.add_argument("name", help="name of the study, or of the collection")
        parser.add_argument("--collection", action="store_true", help="the name is a collection's")
        parser.add_argument("--off", action="store_true", help="switch the link off for good")

    def handle(self, *args: Any, **options: Any) -> None:
        """Switch the link."""
        name = options["name"]
        shared: Shared = find_collection(name) if options["collection"] else find_study(name)
        if options["off"]:
            was_on = stop_sharing(shared, who=WHO, at=timezone.now())
            self.stdout.write(f"The public link to {name} {'is off now' if was_on else 'was off already'}.")
        else:
            link = share_report(shared, who=WHO, at=timezone.now())
            self.stdout.write(f"On this server: {reverse('shared_report', args=[link.token])}")
