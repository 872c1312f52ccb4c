"""`manage.py study_links STUDY`: the links to a study, and personal ones for a list of people."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from judging.linking import list_links, list_personal_links
from judging.management.naming import find_study


class Command(BaseCommand):
    """Prints the links of a study."""

    help = "Print the links to a study: for judges, for previews and pilots, and one for each person of a list."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("study", help="the study's slug")
        parser.add_argument("--person", action="append", default=[], help="a person's id; may be given more than once")
        parser.add_argument("--people", type=Path, help="a file with one id of a person on each line")

    def handle(self, *args: Any, **options: Any) -> None:
        study = find_study(options["study"])
        people = [*options["person"], *read_people(options["people"])]
        if people:
            for person, url in list_personal_links(study, settings.PUBLIC_URL, people):
                self.stdout.write(f"{person}\t{url}")
            return
        for link in list_links(study, settings.PUBLIC_URL):
            self.stdout.write(f"{link.title}: {link.url}")


def read_people(path: Path | None) -> list[str]:
    """The ids in a file; empty lines are passed by. Raises CommandError."""
    if path is None:
        return []
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} cannot be read as a list of ids: {error}.") from None
    return [line.strip() for line in lines if line.strip()]
