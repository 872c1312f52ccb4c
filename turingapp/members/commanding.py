"""Commands in the audit log: each that changes something is written down by the command line, once it is over."""

import getpass
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.core.management import BaseCommand, CommandError, ManagementUtility
from django.db import OperationalError, ProgrammingError
from django.utils import timezone

from turingapp.members.matrix import (
    CHANGE_COLLECTION,
    CHANGE_STUDY,
    EVALUATE,
    EXPORT_STUDY,
    HANDLE_PEOPLE,
    KEEP_TOKENS,
    LOAD,
    OPEN_STUDY,
    OVERSEE,
    PUBLISH,
    RECRUIT,
    REVIEW,
    RUN_AGENTS,
    RUN_LAB,
    SET_ALERTS,
    SET_ASIDE,
    SHARE_STUDY,
    USE_TABLES,
    WRITE_TO_PEOPLE,
    Deed,
)

if TYPE_CHECKING:
    from turingapp.members.noting import Asked

# What a command does, as the matrix calls it. Every command is here or in LOOKING, as a test asks.
DOING: Mapping[str, Deed] = {
    **dict.fromkeys(("load_stimuli", "load_responses", "load_judgements", "load_sample", "import_study"), LOAD),
    **dict.fromkeys(("open_study", "preregister"), OPEN_STUDY),
    **dict.fromkeys(
        ("change_study", "clone_study", "close_study", "study_links", "robots", "archive_study"), CHANGE_STUDY
    ),
    **dict.fromkeys(("open_posting", "extend_posting", "pause_posting", "close_posting", "postings"), RECRUIT),
    **dict.fromkeys(("reconcile", "prolific_hooks"), RECRUIT),
    **dict.fromkeys(("accept_answers", "review_assignments"), REVIEW),
    **dict.fromkeys(("export_judgements", "export_study"), EXPORT_STUDY),
    **dict.fromkeys(("run_agent",), RUN_AGENTS),
    **dict.fromkeys(("benchmark_agent",), EVALUATE),
    "set_aside": SET_ASIDE,
    "conversations": OVERSEE,
    "share_report": PUBLISH,
    "write_to_people": WRITE_TO_PEOPLE,
    "alerts": SET_ALERTS,
    "change_collection": CHANGE_COLLECTION,
    **dict.fromkeys(("rotate_keys", "erase_person", "retention"), HANDLE_PEOPLE),
    "share_study": SHARE_STUDY,
    **dict.fromkeys(("lab_members", "backup", "restore"), RUN_LAB),
    "api_token": KEEP_TOKENS,
}
# Those of Django's own that change what is kept. `migrate` is none: the log's table may not be there yet.
DJANGOS: Mapping[str, Deed] = {
    **dict.fromkeys(("createsuperuser", "changepassword"), RUN_LAB),
    **dict.fromkeys(("loaddata", "flush", "remove_stale_contenttypes"), USE_TABLES),
}
NOTED = {**DOING, **DJANGOS}
LOOKING = {
    *("run", "parity", "catalogue", "choices", "draw_figure", "report", "report_collection", "check_protocol"),
    *("evaluate_judges", "run_agents", "recruiters", "fake_platform", "audit_log", "monitor"),
}
# Commands that only look, unless one of these is given.
CHANGING = {
    "preregister": ("file",),
    "study_links": ("person", "people"),
    "postings": ("again",),
    "conversations": ("stop", "extend", "text"),
    "benchmark_agent": ("load",),
    "share_study": ("role", "take"),
    "erase_person": ("yes", "copy"),
    "write_to_people": ("text",),
    "alerts": ("send", "add", "remove", "test", "bound"),
    "retention": ("set", "carry_out"),
    "api_token": ("name", "revoke"),
    "lab_members": ("role", "new", "link", "off", "on", "no_second_factor"),
}
EMPTYING = ("restore", "flush")  # they leave nothing of what was begun, and the first asks for an empty database
TRYING = ("dry_run", "estimate")  # nothing is written


class NotedCommands(ManagementUtility):
    """The command line, which tells the audit log what it has done."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        """The command; one that changes something is followed to its end."""
        command = super().fetch_command(subcommand)
        if subcommand in NOTED:
            command.execute = follow(command.execute, subcommand)  # type: ignore[method-assign]
        command.execute = explain(command.execute)  # type: ignore[method-assign]
        return command


def explain(carry_out: Callable[..., str | None]) -> Callable[..., str | None]:
    """What a command does; where it failed because the database is not of this version, that is said."""

    def explained(*args: Any, **options: Any) -> str | None:
        from turingapp.watching.readiness import find_migration_fault

        try:
            return carry_out(*args, **options)
        except (OperationalError, ProgrammingError) as error:
            fault = find_migration_fault()
            if not fault:
                raise
            raise CommandError(fault) from error

    return explained


def follow(carry_out: Callable[..., str | None], name: str) -> Callable[..., str | None]:
    """What a command does, and the line in the log once it is over, well or badly."""

    def followed(*args: Any, **options: Any) -> str | None:
        from turingapp.members.noting import Outcome, begin, has_log, note

        asked = ask(name, options)
        if asked is None:
            return carry_out(*args, **options)
        if name not in EMPTYING:
            begin(asked, at=timezone.now())
        outcome = Outcome.REFUSED
        try:
            said = carry_out(*args, **options)
            outcome = Outcome.DONE
        finally:
            if asked.begun is not None or has_log():
                note(asked, outcome, at=timezone.now())
        return said

    return followed


def ask(name: str, options: Mapping[str, Any]) -> "Asked | None":
    """What a command is asked for; None where it only looks."""
    from turingapp.members.noting import Asked, Way, describe

    is_looking = name in CHANGING and not any(options.get(option) for option in CHANGING[name])
    if is_looking or any(options.get(option) for option in TRYING):
        return None
    study = options.get("study")
    return Asked(
        NOTED[name],
        Way.COMMAND,
        name,
        str(options.get("by") or getpass.getuser()),
        study=study if isinstance(study, str) else "",
        on=describe({key: value for key, value in options.items() if key != "study" or not isinstance(value, str)}),
    )


def execute(argv: list[str] | None = None) -> None:
    """What `manage.py` does."""
    NotedCommands(argv or sys.argv).execute()
