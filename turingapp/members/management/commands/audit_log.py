"""`manage.py audit_log`: who did what to what, newest first, or as a CSV file."""

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from turingapp.members.matrix import DEEDS
from turingapp.members.models import AuditEntry
from turingapp.members.reading import Choice, write_log


class Command(BaseCommand):
    """Prints the audit log."""

    help = "Print the audit log, newest first, filtered; or write it as a CSV file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="a CSV file to write instead")
        parser.add_argument("--who", default="", help="only what this account did")
        parser.add_argument("--study", default="", help="only what was done to this study")
        parser.add_argument("--deed", default="", choices=["", *DEEDS], metavar="DEED", help="; ".join(DEEDS))
        parser.add_argument(
            "--outcome", default="", choices=["", *AuditEntry.Outcome.values], help="only what ended so"
        )
        parser.add_argument("--since", type=date.fromisoformat, help="a day, as 2026-11-30")
        parser.add_argument("--until", type=date.fromisoformat, help="the last day that is in it")
        parser.add_argument("--limit", type=int, default=100, help="how many lines are printed at most; 100")

    def handle(self, *args: Any, **options: Any) -> None:
        names = ("who", "study", "deed", "outcome", "since", "until")
        lines = Choice(**{name: options[name] for name in names}).choose()
        if options["file"]:
            with options["file"].open("w", encoding="utf-8", newline="") as file:
                file.writelines(write_log(lines))
            return
        for line in lines[: options["limit"]]:
            on = ", ".join(filter(None, (line.study, line.on)))
            self.stdout.write(f"{line.at:%Y-%m-%d %H:%M:%S}  {line.who or '-'}  {line.doing}  {on}  {line.outcome}")
