"""`manage.py retention`: for how long studies keep what, what would be erased now, and erasing it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.management.naming import find_study
from judging.management.postings import add_by
from judging.models import Kept, Study
from judging.retaining.carrying_out import ERASERS, carry_out_due
from judging.retaining.terms import MOST_DAYS, Term, drop_term, list_due, list_terms, set_term

RIGHT = "it should be KIND=DAYS with one of the kinds {kinds}, and a number of days up to {most}, never or default"


class Command(BaseCommand):
    """Tells, sets and carries out."""

    help = "Tell what is due to be erased over all studies, or what one study keeps for how long; nothing is changed."

    def add_arguments(self, parser: CommandParser) -> None:
        add_by(parser)
        parser.add_argument("study", nargs="?", help="the study's slug; without one all that is due is told")
        parser.add_argument("--set", nargs="+", metavar="KIND=DAYS", default=[], help="rules of the study's own")
        parser.add_argument("--carry-out", action="store_true", help="erase what is due now, over all studies")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["set"] and not options["study"]:
            raise CommandError("--set needs the study whose rules these are.")
        if options["study"]:
            study = find_study(options["study"])
            for kind, days in [read_rule(text) for text in options["set"]]:
                give(study, kind, days, by=options["by"])
            self.tell(list_terms(study))
        else:
            self.tell(list(list_due(at=timezone.now())))
        if options["carry_out"]:
            self.stdout.write(f"Erased or emptied: {carry_out_due(clock=timezone.now, seconds=None)}.")

    def tell(self, terms: list[Term]) -> None:
        """A line for each."""
        for term in terms:
            rows = ERASERS[term.kind].count(term.study)
            self.stdout.write(f"{term.study.slug}, {term.kind}: {rows} rows, {say_when(term)}")
        if not terms:
            self.stdout.write("Nothing is due.")


def say_when(term: Term) -> str:
    """When a kind of data goes."""
    if term.days is None:
        return "kept as long as the study is here."
    if term.done and term.done.at:
        return f"{term.done.rows} erased at {term.done.at:%Y-%m-%d %H:%M} UTC."
    when = f" ({term.due_at:%Y-%m-%d})" if term.due_at else ", which is not yet"
    return f"kept for {term.days} days after the study's end{when}."


def read_rule(text: str) -> tuple[Kept, str]:
    """A kind with a number of days, never or default; raises CommandError."""
    name, _, days = text.partition("=")
    is_days = days in {"never", "default"} or (days.isascii() and days.isdecimal() and int(days) <= MOST_DAYS)
    if name not in Kept.values or not is_days:
        raise CommandError(f"--set is {text!r}; {RIGHT.format(kinds=', '.join(Kept.values), most=MOST_DAYS)}.")
    return Kept(name), days


def give(study: Study, kind: Kept, days: str, *, by: str) -> None:
    """Set a rule, or drop it."""
    if days == "default":
        drop_term(study, kind)
    else:
        set_term(study, kind, None if days == "never" else int(days), by=by, at=timezone.now())
