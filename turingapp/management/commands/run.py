"""`manage.py run`: everything on this machine - web, worker, beat - with the sample; one Ctrl-C stops all."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from turingapp.env import env_int
from turingapp.errors import CannotStart
from turingapp.experimenter import NAME, create_experimenter
from turingapp.listening import HOST, USUAL_PORT, choose_port, is_answering
from turingapp.running import Program, StopAsked, Troupe

WEB_MUST_ANSWER_WITHIN_SECONDS = 60


class Command(BaseCommand):
    """Prepares the database, starts the programs, prints where to go, and waits for Ctrl-C."""

    help = "Start the web process, the worker and the clock on this machine, with the sample; Ctrl-C stops all."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One switch: without the sample."""
        parser.add_argument("--no-sample", action="store_true", help="do not load the sample studies")

    def handle(self, *args: Any, no_sample: bool, **options: Any) -> None:
        """Run until a signal asks for the end."""
        troupe = Troupe(log_dir=settings.VAR_DIR / "logs")
        try:
            troupe.obey_signals()
            self.start_all(troupe, with_sample=not no_sample)
            troupe.watch()
        except StopAsked:
            self.stdout.write("\nStopping ...")
        except CannotStart as error:
            raise CommandError(str(error)) from error
        finally:
            troupe.stop_all()
        self.stdout.write("Stopped.")

    def start_all(self, troupe: Troupe, *, with_sample: bool) -> None:
        """Prepare the database while the web process gets ready, and say where to go once it answers."""
        port = choose_port(env_int("PORT", 0, least=0) or None)
        # Platforms on this machine send people to the port that was free, unless another address was asked for.
        os.environ.setdefault("PUBLIC_URL", f"http://{HOST}:{port}")
        troupe.start(describe_web(port))
        call_command("migrate", verbosity=0, interactive=False)
        if with_sample:
            call_command("load_sample", verbosity=0)
        what = f"an answer of the web process on port {port}"
        troupe.wait_until(lambda: is_answering(port), what=what, within_seconds=WEB_MUST_ANSWER_WITHIN_SECONDS)
        password = create_experimenter()
        self.stdout.write("\n".join(describe_doors(port, password)))
        self.stdout.flush()
        for program in describe_background():
            troupe.start(program)
        if with_sample:
            troupe.start_errand(describe_robots(port))


def describe_web(port: int) -> Program:
    """The web process, for this machine only."""
    where = ("--host", HOST, "--port", str(port))
    size = ("--workers", "1", "--blocking-threads", "4")
    argv = (sys.executable, "-m", "granian", "--interface", "wsgi", *where, *size, "turingapp.wsgi:application")
    return Program("web", argv)


def describe_background() -> Iterator[Program]:
    """The worker, the one of conversations, and the clock; one process each, in threads that end quickly."""
    celery = (sys.executable, "-m", "celery", "-A", "turingapp.celery")
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "INFO")
    for name, queue, threads in (("worker", "celery", 2), ("conversations", "conversations", 8)):
        size = ("--pool", "threads", "--concurrency", str(threads))
        yield Program(name, (*celery, "worker", "--queues", queue, "--hostname", f"{name}@%h", *size, *quiet))
    yield Program("beat", (*celery, "beat", "--pidfile=", "--loglevel", "INFO"))


def describe_robots(port: int) -> Program:
    """The robots that fill the sample's simulated studies, as far as they are not filled yet."""
    from turingapp.workplace.sample import list_simulated_slugs

    robots = ("robots", *list_simulated_slugs(), "--url", f"http://{HOST}:{port}", "--top-up")
    # Few at a time: whoever tries the pages meanwhile should not have to wait.
    manner = ("--judges", "30", "--kind", "mixed", "--skill", "0.7", "--parallel", "2")
    return Program("robots", (sys.executable, "manage.py", *robots, *manner))


def describe_doors(port: int, password: str | None) -> Iterator[str]:
    """The lines that say where to go and how to log in."""
    # Imported late, here and above: it takes a second, in which the web process is on its way already.
    from turingapp.workplace.sample import list_sample_links

    address = f"http://{HOST}:{port}"
    if port != USUAL_PORT and not env_int("PORT", 0):
        yield f"Port {USUAL_PORT} is taken by another program, so this one uses {port}."
    yield f"\nOpen {address}/"
    for title, link in list_sample_links(address):
        yield f"  {title}: {link}"
    yield f"Results, for the experimenter: {address}{reverse('workplace:studies')}"
    if password is None:
        yield f"To log in: {NAME}, with the password that was printed once (new: manage.py changepassword {NAME})."
    else:
        yield f"To log in: {NAME} with the password {password} (printed this once; write it down)."
    yield f"Ctrl-C stops everything; what the programs say is in {settings.VAR_DIR / 'logs'}.\n"
