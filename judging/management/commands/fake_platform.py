"""`manage.py fake_platform mturk|prolific`: a crowd platform on this machine, for trying a study without money."""

import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from judging.recruiters.local.faults import Faults
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_state import MTurkState
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_state import ProlificState
from judging.recruiters.local.serving import Platform, serving
from judging.recruiters.local.waiting import wait_for_interrupt

PORTS = {"mturk": 8901, "prolific": 8902}
DOORS = {"mturk": "/?worker=W1", "prolific": "/?participant=P1"}  # where somebody finds what there is to do


class Command(BaseCommand):
    """Serves a local platform until Ctrl-C."""

    help = "Serve a local MTurk or Prolific on this machine; it pays nobody and forgets everything when it ends."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("platform", choices=sorted(PORTS), help="which one to serve")
        parser.add_argument("--port", type=int, help="8901 for mturk, 8902 for prolific")
        parser.add_argument("--faults", type=float, default=0.0, metavar="RATE", help="chance of each kind of fault")
        parser.add_argument("--seed", type=int, default=0, help="the seed of the faults")

    def handle(self, *args: Any, **options: Any) -> None:
        faults = Faults.of_every_kind(options["faults"], seed=options["seed"])
        platform = make_platform(options["platform"], faults)
        port = PORTS[options["platform"]] if options["port"] is None else options["port"]
        try:
            with serving(platform, port=port) as url:
                door = url + DOORS[options["platform"]]
                self.stdout.write(f"Local {options['platform']}: {url} (Ctrl-C stops it). Take part at {door}")
                self.stdout.flush()
                wait_for_interrupt(platform)
        except OSError as error:
            raise CommandError(f"Port {port} cannot be served: {error.strerror}; choose another with --port.") from None


def make_platform(slug: str, faults: Faults) -> Platform:
    """The platform of that name, with its faults; it gives no id that it gave before it was last stopped."""
    first_id = time.time_ns()
    if slug == "mturk":
        state = MTurkState(faults=faults, first_id=first_id)
        state.notices_go_to = settings.PUBLIC_URL + reverse("notices", args=["mturk"])
        return LocalMTurk(state)
    return LocalProlific(ProlificState(faults=faults, first_id=first_id))
