"""`manage.py open_posting STUDY`: offer a study through a recruiter, after telling what it costs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.acknowledging import acknowledge_parity, list_open_cues
from judging.costing import estimate_offer
from judging.drafting import discard_posting, draft_posting
from judging.launching import list_launch_problems
from judging.management.postings import add_by, carry_out, find_study, refuse
from judging.models import Study
from judging.offering import DESCRIPTION, OPEN_HOURS, parse_details, parse_filters, read_options
from judging.recruiters import RECRUITERS
from judging.recruiters.money import CURRENCIES
from judging.recruiting import open_posting
from turingapp.errors import TuringError


class Command(BaseCommand):
    """Drafts, estimates, checks, and opens."""

    help = "Offer an open study through a recruiter. Amounts are in cents or pence."

    def add_arguments(self, parser: CommandParser) -> None:
        add_by(parser)
        parser.add_argument("study", help="the study's slug")
        parser.add_argument("--recruiter", choices=RECRUITERS.slugs, default="link", help="who brings people")
        parser.add_argument(
            "--environment", choices=("live", "sandbox", "local"), default="live", help="which platform"
        )
        parser.add_argument("--places", type=int, required=True, help="how many people are wanted")
        parser.add_argument("--reward", type=int, default=0, help="in cents or pence")
        parser.add_argument("--currency", choices=CURRENCIES, default="USD", help="of all amounts")
        parser.add_argument("--title", help="the study's own title where it is not given")
        parser.add_argument("--description", default=DESCRIPTION, help="what people read before they come")
        parser.add_argument("--keywords", nargs="*", default=[], help="by which people find it, for MTurk")
        parser.add_argument("--allowed-minutes", type=int, help="four times the expected minutes")
        parser.add_argument("--open-hours", type=int, default=OPEN_HOURS, help="how long people can come")
        parser.add_argument("--part-places", type=int, default=0, help="places per HIT; 9 is the cheapest")
        self.add_requirements(parser)
        parser.add_argument("--details", default="", help="JSON for one recruiter; docs/recruiters.md")
        parser.add_argument("--estimate", action="store_true", help="tell the cost and stop")
        parser.add_argument(
            "--acknowledge-parity", metavar="NAME", default="", help="NAME knows of every parity cue and goes on"
        )
        parser.add_argument("--without-checks", action="store_true", help="do not ask whether pages and worker answer")

    def add_requirements(self, parser: CommandParser) -> None:
        """Who may take part."""
        parser.add_argument("--country", nargs="*", default=[], metavar="XX", help="ISO 3166, for MTurk")
        parser.add_argument("--approval-percent", type=int, metavar="N", help="least share of approved work, for MTurk")
        parser.add_argument("--approved", type=int, metavar="N", help="least number of approved work, for MTurk")
        parser.add_argument("--masters", action="store_true", help="only MTurk's masters")
        parser.add_argument("--leave-out", nargs="*", default=[], metavar="ID", help="qualifications or groups")
        parser.add_argument("--only", nargs="*", default=[], metavar="ID", help="qualifications or groups")
        parser.add_argument("--filters", default="", help="JSON in Prolific's own form")

    def handle(self, *args: Any, **options: Any) -> None:
        study, now = find_study(options["study"]), timezone.now()
        recruiter, environment = options["recruiter"], options["environment"]
        try:
            parsed = {"details": parse_details(options["details"]), "filters": parse_filters(options["filters"])}
            offer = read_options(study, {**options, **parsed})
            posting = draft_posting(study, offer, recruiter=recruiter, environment=environment, at=now)
            for name, amount in estimate_offer(study, offer, posting.plugin).list_amounts():
                self.stdout.write(f"{name}: {amount}")
            if options["acknowledge_parity"]:
                number = acknowledge_parity(study, who=options["acknowledge_parity"], at=now)
                self.stdout.write(f"Acknowledged by {options['acknowledge_parity']}: {number} parity cues.")
            problems = [] if options["without_checks"] else list_launch_problems(posting, at=now)
            if problems or options["estimate"]:
                discard_posting(posting)
                self.tell_unopened(study, problems, is_estimate=options["estimate"])
                return
            rows = open_posting(posting, at=now, by=options["by"])
        except TuringError as error:
            raise refuse(error) from None
        carry_out(rows, self.stdout)
        self.stdout.write(f"Posting {posting.pk} is open: {posting.offer['address']}")

    def tell_unopened(self, study: Study, problems: list[str], *, is_estimate: bool) -> None:
        """What keeps it from being opened; raises CommandError with it unless the cost alone was asked for."""
        if any(list_open_cues(study).values()):
            problems = [*problems, "--acknowledge-parity NAME writes down who knows of the cues."]
        said = "\n".join(["Nothing was opened.", *problems])
        if not is_estimate:
            raise CommandError(said)
        self.stdout.write(said)
