"""`manage.py change_collection COLLECTION`: make a collection, rename it, choose its studies."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from judging.collecting import change_collection, make_collection
from judging.management.naming import refusals_told
from judging.models import Collection


class Command(BaseCommand):
    """Makes or changes a collection."""

    help = "Make a collection (where there is none of that name), give it a title, add and remove studies."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("collection", help="name of the collection")
        parser.add_argument("--title", default="", help="its title for people")
        parser.add_argument("--add", action="append", default=[], metavar="STUDY", help="again and again")
        parser.add_argument("--remove", action="append", default=[], metavar="STUDY", help="again and again")

    def handle(self, *args: Any, **options: Any) -> None:
        slug, title = options["collection"], options["title"]
        with refusals_told(), transaction.atomic():
            collection = Collection.objects.filter(slug=slug).first() or make_collection(slug, title=title)
            change_collection(collection, title=title, add=options["add"], remove=options["remove"])
        collection.refresh_from_db()
        studies = ", ".join(collection.studies.values_list("slug", flat=True)) or "no study yet"
        self.stdout.write(f"{collection.title} ({collection.slug}): {studies}.")
