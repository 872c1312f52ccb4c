"""The page of commands: each with its arguments, as its own parser has them."""

from argparse import SUPPRESS, Action
from collections.abc import Iterator

from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from manual.tables import clean, code, write_table

OWN = ("turingapp", "agents", "judging", "analysis")
INTRODUCTION = """# Commands, every option

Called as `.venv/bin/python manage.py NAME`. [Commands at a glance](../commands.md) says in a line what each is for;
this page is made from the commands themselves. All of them also take what every command of Django takes, such as
`--help` and `--traceback`.
"""


def write_page() -> str:
    """All commands of this project, by name."""
    sections = [write_command(name, load_command_class(app, name)) for name, app in find_commands()]
    return "\n".join([INTRODUCTION, *sections])


def find_commands() -> list[tuple[str, str]]:
    """The name and the app of each command that is this project's own."""
    return sorted((name, str(app)) for name, app in get_commands().items() if str(app).startswith(OWN))


def write_command(name: str, command: BaseCommand) -> str:
    """One command: what it does, and a row for each argument."""
    headings = ("argument", "means", "default")
    return f"## {name}\n\n{clean(command.help)}\n\n{write_table(headings, list_arguments(name, command))}"


def list_arguments(name: str, command: BaseCommand) -> Iterator[tuple[str, str, str]]:
    """Each argument of its own: how it is typed, what it means, its default."""
    shared = {action.dest for action in list_actions(name, BaseCommand())}
    for action in list_actions(name, command):
        if action.dest not in shared and action.help != SUPPRESS:
            told = (action.help or "") % {"default": action.default}
            yield code(write_argument(action)), clean(told), write_default(action)


def list_actions(name: str, command: BaseCommand) -> list[Action]:
    """All arguments of a command's parser, which has no public list of them."""
    return command.create_parser("manage.py", name)._actions


def write_argument(action: Action) -> str:
    """How an argument is typed: its longest name and what stands for its value."""
    value = action.metavar or (f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper())
    shown = " ".join(value) if isinstance(value, tuple) else value
    many = "..." if action.nargs in ("+", "*") else ""
    if not action.option_strings:
        return f"{shown}{many}"
    return action.option_strings[-1] + (f" {shown}{many}" if action.nargs != 0 else "")


def write_default(action: Action) -> str:
    """Its default, where one is used that is worth saying."""
    return code(action.default) if action.nargs != 0 and action.default not in (None, "", [], ()) else ""
