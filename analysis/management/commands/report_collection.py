"""The results of a collection, as tables for people or as JSON: the same numbers as its page."""

import json
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from rich.console import Console

from analysis.collections import COLLECTION_REPORTS
from analysis.collections.gathering import UnknownFacet
from analysis.collections.latest import CollectionResults, describe_collection, read_latest_results
from analysis.management.commands.report import WIDTH_OF_FILES, print_section
from analysis.management.files import write_whole
from analysis.reports.rates import HOW_TO_READ
from analysis.writing.rendering import write_collection_file
from judging.models import Collection


class Command(BaseCommand):
    """Show what the studies of a collection have found together."""

    help = "Show the results of a collection: what was judged, the leaderboards, people beside AI judges."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The collection, and how its results are told."""
        parser.add_argument("collection", help="name of the collection")
        parser.add_argument("--json", action="store_true", help="all numbers, unrounded, as JSON")
        parser.add_argument("--html", type=Path, metavar="FILE", help="the written report, as one HTML file")
        parser.add_argument(
            "--language",
            default="",
            choices=dict(settings.LANGUAGES),
            help="of that file; without it that of its studies",
        )
        parser.add_argument("--unscreened", action="store_true", help="count every judgement, whatever the rules say")
        parser.add_argument("--facet", default="", help="each task by the values of this facet")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the collection and tell its results."""
        collection = find_collection(options["collection"])
        if options["html"]:
            write_whole(
                options["html"], write_collection_file(collection, at=timezone.now(), language=options["language"])
            )
            self.stderr.write(f"The report on {collection.slug} is written to {options['html']}.")
            return
        try:
            results = read_latest_results(collection, facet=options["facet"], is_screened=not options["unscreened"])
        except UnknownFacet as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            described = describe_collection(collection, results)
            self.stdout.write(json.dumps(described, indent=2, ensure_ascii=False, allow_nan=False))
        else:
            self._show(collection, results)

    def _show(self, collection: Collection, results: CollectionResults) -> None:
        text = StringIO()
        width = None if self.stdout.isatty() else WIDTH_OF_FILES
        console = Console(file=text, force_terminal=self.stdout.isatty(), width=width, highlight=False)
        console.print(f"{collection.title} ({collection.slug})", style="bold", markup=False)
        for notice in results.notices:
            console.print(notice, markup=False)
        if results.without_facet:
            console.print(f"Without this facet: {', '.join(results.without_facet)}.", markup=False)
        for report in COLLECTION_REPORTS:
            print_section(console, report.title, results.tables[report.slug])
        console.print("", *HOW_TO_READ, sep="\n", style="dim", markup=False)
        self.stdout.write(text.getvalue())


def find_collection(slug: str) -> Collection:
    """The collection of that name; raises CommandError saying which there are."""
    collection = Collection.objects.filter(slug=slug).first()
    if collection is None:
        known = ", ".join(Collection.objects.order_by("slug").values_list("slug", flat=True)) or "none"
        raise CommandError(f"No collection is called {slug!r}; there are: {known}.")
    return collection
