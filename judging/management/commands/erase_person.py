"""`manage.py erase_person`: tell what there is of a person, write them a copy of it, erase it."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.management.naming import refusals_told
from judging.management.postings import add_by
from judging.people.copying import copy_person
from judging.people.erasing import erase_person
from judging.people.finding import FINDERS, Person
from judging.people.listing import list_holdings
from judging.people.writing import pack_copy

NOBODY = "Nobody is known by the {kind} {text!r}. {right}"
RIGHT = {
    "id": "Give the platform's id of the person as the platform has it, or as in files: PLATFORM:ID.",
    "code": "A code has ten letters and digits, as the last page of a visit shows it.",
    "visit": "Give the number of a visit as in files and pages, or its whole address.",
}


class Command(BaseCommand):
    """Tells and erases."""

    help = "Tell what there is of a person over all studies; with --copy write it to a file, with --yes erase it."

    def add_arguments(self, parser: CommandParser) -> None:
        add_by(parser)
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("--id", help="the platform's id of the person, or PLATFORM:ID")
        who.add_argument("--code", help="the completion code of a visit")
        who.add_argument("--visit", help="the number or the address of a visit")
        parser.add_argument("--copy", type=Path, metavar="FILE", help="write all that there is as a ZIP file")
        parser.add_argument("--yes", action="store_true", help="erase; without it nothing is changed")
        parser.add_argument("--keep-judgements", action="store_true", help="cut judgements off from the person instead")

    def handle(self, *args: Any, **options: Any) -> None:
        person = find(options)
        self.tell(person)
        if options["copy"]:
            write(options["copy"], pack_copy(copy_person(person, by=options["by"], at=timezone.now())))
            self.stdout.write(f"A copy is in {options['copy']}.")
        if not options["yes"]:
            self.stdout.write("Nothing is erased; --yes erases what can be.")
            return
        with refusals_told():
            erase_person(person, keeps_judgements=options["keep_judgements"], at=timezone.now())
        self.stdout.write("Erased. What is left:")
        self.tell(person)

    def tell(self, person: Person) -> None:
        """What there is."""
        for one in list_holdings(person):
            self.stdout.write(f"{one.what}: {one.number}. {one.fate}")


def find(options: dict[str, Any]) -> Person:
    """The person that the options name; raises CommandError where nobody is known by it."""
    kind = next(name for name in FINDERS if options[name] is not None)
    person = FINDERS[kind](options[kind])
    if person is None:
        raise CommandError(NOBODY.format(kind=kind, text=options[kind], right=RIGHT[kind]))
    return person


def write(path: Path, content: bytes) -> None:
    """Write the copy, readable by its owner alone; raises CommandError where a file is there or none can be written."""
    try:
        # A file that is there would keep its mode, which may let others read.
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
    except FileExistsError:
        raise CommandError(f"{path} is there already; name a file that is not there yet.") from None
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
