"""`manage.py run`: everything on this machine - web, worker, beat - with the sample; one Ctrl-C stops all."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError

from turingapp.env import env_int
from turingapp.errors import CannotStart
from turingapp.experimenter import NAME, create_experimenter
from turingapp.listening import HOST, USUAL_PORT, choose_port
from turingapp.running import Program, Troupe

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
        troupe.obey_signals()
        try:
            port = choose_port(env_int("PORT", 0, least=0) or None)
            call_command("migrate", verbosity=0, interactive=False)
            for program in describe_programs(port):
                troupe.start(program)
            if not no_sample and "load_sample" in get_commands():
                call_command("load_sample", verbosity=0)
            password = create_experimenter()
            troupe.wait_for_answer(port, within_seconds=WEB_MUST_ANSWER_WITHIN_SECONDS)
            if not troupe.is_stopping:
                self.stdout.write("\n".join(describe_doors(port, password)))
            troupe.watch()
        except CannotStart as error:
            raise CommandError(str(error)) from error
        finally:
            troupe.stop_all()
        self.stdout.write("Stopped.")


def describe_programs(port: int) -> Iterator[Program]:
    """The three programs of an installation on one machine."""
    python, celery = sys.executable, ("-m", "celery", "-A", "turingapp.celery")
    web = ("granian", "--interface", "wsgi", "--host", HOST, "--port", str(port), "--workers", "1")
    yield Program("web", (python, "-m", *web, "--blocking-threads", "4", "turingapp.wsgi:application"))
    yield Program("worker", (python, *celery, "worker", "--concurrency", "1", "--loglevel", "INFO"))
    yield Program("beat", (python, *celery, "beat", "--loglevel", "INFO", "--pidfile="))


def describe_doors(port: int, password: str | None) -> Iterator[str]:
    """The lines that say where to go and how to log in."""
    address = f"http://{HOST}:{port}"
    if port != USUAL_PORT and not env_int("PORT", 0):
        yield f"Port {USUAL_PORT} is taken by another program, so this one uses {port}."
    yield f"\nOpen {address}/"
    if password is None:
        yield f"To log in: {NAME}, with the password that was printed once (new: manage.py changepassword {NAME})."
    else:
        yield f"To log in: {NAME} with the password {password} (printed this once; write it down)."
    yield "Ctrl-C stops everything; logs are in var/logs.\n"
