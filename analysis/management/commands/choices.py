"""`manage.py choices STUDY`: how often the AI witness of the test of three was taken for the human."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analysis.choices import Share, count_awaited, read_choices, tabulate_choices
from judging.models import Study


class Command(BaseCommand):
    """Reads and tells; changes nothing."""

    help = "Tell how often judges of a study of kind identify took the AI witness for the human, against a half."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which study, and in which form."""
        parser.add_argument("study", metavar="STUDY", help="the study's slug")
        parser.add_argument("--json", action="store_true", help="the tables as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """The tables of the page Choices."""
        study = Study.objects.filter(slug=options["study"]).first()
        if study is None:
            raise CommandError(f"No study is called {options['study']!r}.")
        if not study.rule.chooses:
            raise CommandError(f"{study.slug} is of kind {study.kind}; choices are made in studies of kind identify.")
        tables = tabulate_choices(read_choices(study), awaited=count_awaited(study))
        if options["json"]:
            self.stdout.write(json.dumps(asdict(tables), indent=2))
            return
        if study.label:
            self.stdout.write(study.label)
        counts = f"{tables.broken_off} in games that were broken off, {tables.awaited} awaited"
        self.stdout.write(f"{tables.all.choices} choices, {counts}")
        for share in (tables.all, *tables.by_machine, *tables.by_confidence, *tables.by_length):
            self.stdout.write(describe(share))


def describe(share: Share) -> str:
    """One line of a table."""
    if share.share is None or share.low is None or share.high is None or share.p is None:
        return f"{share.label}: no choice yet"
    value = f"{share.share:.2f} ({share.low:.2f} to {share.high:.2f}), p {share.p:.3f}"
    return f"{share.label}: AI chosen {share.chosen} of {share.choices}, {value}"
