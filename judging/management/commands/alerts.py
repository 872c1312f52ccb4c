"""`manage.py alerts`: what is the matter, who hears of it, and from which bounds on; all of it can be changed here."""

import random
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.alerting.raising import look_for_alerts
from judging.alerting.receiving import add_receiver, send_test
from judging.alerting.rules import BOUNDS, Rule, find_rules, set_rule
from judging.alerting.sending import send_due
from judging.management.naming import find_study, refusals_told
from judging.management.postings import add_by
from judging.models import Alert, AlertKind, AlertReceiver, Study


class Command(BaseCommand):
    """Looks for alerts, sends them, and sets them."""

    help = "Looks whether anything is the matter, and lists it; ends with 1 where something is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--study", metavar="STUDY", help="the options below for one study, not for all")
        parser.add_argument("--send", action="store_true", help="send what is due now, as the worker would")
        deeds = parser.add_mutually_exclusive_group()
        deeds.add_argument("--add", metavar="ADDRESS", help="have an address of mail or a webhook hear of alerts")
        deeds.add_argument("--remove", metavar="ADDRESS", help="… hear of no more")
        deeds.add_argument("--test", metavar="ADDRESS", help="send a test there now")
        deeds.add_argument("--bound", nargs=2, metavar=("KIND", "BOUND"), help="a number, or off")
        deeds.add_argument("--rules", action="store_true", help="list bounds and addresses")
        add_by(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        study = find_study(options["study"]) if options["study"] else None
        with refusals_told():
            if self.change(study, options):
                return
        look_for_alerts(at=timezone.now())
        if options["send"]:
            send_due(clock=timezone.now, rng=random.Random())
        going = Alert.objects.filter(passed_at=None)
        found = list(going.filter(study=study) if study else going)
        for alert in found:
            self.stdout.write(f"{alert.raised_at:%Y-%m-%d %H:%M} UTC  {alert.get_kind_display()}: {alert.sentence}")
        if found:
            raise CommandError("Something is the matter.", returncode=1)
        self.stdout.write("Nothing is the matter.")

    def change(self, study: Study | None, options: dict[str, Any]) -> bool:
        """Do what an option asks for; False where none does."""
        at = timezone.now()
        if options["add"]:
            add_receiver(study, options["add"], by=options["by"], at=at)
        elif options["remove"]:
            find_receiver(study, options["remove"]).delete()
        elif options["test"]:
            message = send_test(find_receiver(study, options["test"]), at=at)
            send_due(clock=timezone.now, rng=random.Random())
            message.refresh_from_db()
            self.stdout.write(f"{message.get_state_display()} {message.problem}".strip())
            return True
        elif options["bound"]:
            set_rule(study, read_rule(study, *options["bound"]))
        elif not options["rules"]:
            return False
        self.stdout.write("\n".join(write_rules(study)))
        return True


def find_receiver(study: Study | None, address: str) -> AlertReceiver:
    """Who hears of alerts by this address."""
    known = AlertReceiver.objects.filter(study=study)
    receiver = known.filter(address=address).first()
    if receiver is None:
        listed = ", ".join(known.values_list("address", flat=True)) or "none"
        raise CommandError(f"Nobody hears of these alerts at {address!r}; there are: {listed}.")
    return receiver


def read_rule(study: Study | None, kind: str, bound: str) -> Rule:
    """A rule as it was typed."""
    rules = {rule.kind.value: rule for rule in find_rules(study).values()}
    if kind not in rules:
        raise CommandError(f"No kind of alert is called {kind!r}; there are: {', '.join(rules)}.")
    if bound == "off":
        return Rule(rules[kind].kind, False, rules[kind].bound)
    try:
        return Rule(rules[kind].kind, True, float(bound))
    except ValueError:
        raise CommandError(f"The bound is {bound!r}; it should be a number, or off.") from None


def write_rules(study: Study | None) -> Iterator[str]:
    """The bounds, and who hears."""
    for kind, rule in find_rules(study).items():
        bound = BOUNDS[AlertKind(kind)]
        yield f"{kind.value}: {f'from {rule.bound:g} {bound.unit}' if rule.is_on else 'off'} ({bound.says})"
    for receiver in AlertReceiver.objects.filter(study=study):
        yield f"{receiver.get_channel_display()} to {receiver.address}"
