"""`manage.py write_to_people POSTING`: a message to people of a posting, through their platform."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.management.postings import add_by, carry_out, find_posting, refuse
from judging.messaging import TEMPLATES, count_people, find_people, list_sent, write_to_people
from judging.models.recruiting import Outgoing
from judging.recruiters.messaging import Letter
from judging.recruiters.values import Status
from turingapp.errors import TuringError


class Command(BaseCommand):
    """Writes to people; without a text it lists what was written."""

    help = "Write to people of a posting through their platform, each text to each person once; without --text, list."

    def add_arguments(self, parser: CommandParser) -> None:
        statuses = [one.value for one in Status]
        told = f"to whom, by how their submission stands: {', '.join(statuses)}"
        parser.add_argument("posting", type=int, help="the number of the posting")
        parser.add_argument("--to", nargs="+", metavar="STATUS", choices=statuses, default=[], help=told)
        parser.add_argument("--subject", default="", help="in one line")
        parser.add_argument("--text", type=Path, metavar="FILE", help="in UTF-8")
        parser.add_argument("--template", choices=[one.slug for one in TEMPLATES], help="print a text to begin with")
        parser.add_argument("--dry-run", action="store_true", help="say to how many people it would go")
        add_by(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        posting = find_posting(options["posting"])
        if options["template"]:
            found = next(one for one in TEMPLATES if one.slug == options["template"])
            self.stdout.write(f"{found.subject}\n\n{found.text}")
        elif options["text"] is None:
            for status, number in count_people(posting).items():
                self.stdout.write(f"{status.value}: {number} people")
            for one in list_sent(posting):
                told = f"{one.done} sent, {one.due} on their way, {one.failed} failed or unclear"
                self.stdout.write(f"{one.at:%Y-%m-%d %H:%M} UTC  {one.letter.subject}: {told}")
        elif options["dry_run"]:
            people = set(find_people(posting, options["to"]).values_list("identity_id", flat=True))
            self.stdout.write(f"It would go to {len(people)} people.")
        else:
            self.write_to(posting, options)

    def write_to(self, posting: Any, options: dict[str, Any]) -> None:
        """Send it now, and say how each went."""
        try:
            letter = Letter(options["subject"], options["text"].read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['text']} cannot be read: {error}") from None
        try:
            asked = write_to_people(posting, options["to"], letter, by=options["by"], at=timezone.now())
        except TuringError as error:
            raise refuse(error) from None
        due = Outgoing.objects.filter(part__posting=posting, kind=Outgoing.Kind.MESSAGE, state=Outgoing.State.DUE)
        self.stdout.write(f"{asked} people have not had it yet.")
        carry_out(list(due), self.stdout)
