"""Typed reading of environment variables; `.env` beside manage.py fills in what the environment lacks."""

import os
from pathlib import Path

SHORTEST_SECRET, FEWEST_SIGNS = 32, 10


class BadSetting(SystemExit):
    """An environment variable has a value that cannot be used; the process ends with this sentence."""


def load_env_file(path: Path) -> None:
    """Put `NAME=value` lines of `path` into the environment where the name is not set yet."""
    if not path.is_file():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        name, equals, value = text.partition("=")
        if not equals:
            raise BadSetting(f"{path}, line {number}: {text!r} is not of the form NAME=value.")
        os.environ.setdefault(name.strip(), value.strip().strip("\"'"))


def env_str(name: str, default: str = "") -> str:
    """The text of `name`, or `default` where it is not set."""
    return os.environ.get(name, default)


def env_required(name: str) -> str:
    """The text of `name`; the process ends where it is missing or empty."""
    value = os.environ.get(name, "").strip()
    if not value:
        raise BadSetting(f"{name} is not set; set it in the environment or in .env (`make run` writes one for you).")
    return value


def env_secret(name: str, *, strong: bool) -> str:
    """As `env_required`; where it is to be strong, the process also ends for a text that could be guessed."""
    value = env_required(name)
    if strong and (len(value) < SHORTEST_SECRET or len(set(value)) < FEWEST_SIGNS):
        raise BadSetting(
            f"{name} can be guessed: it should be at least {SHORTEST_SECRET} random signs; "
            "`python -m turingapp.dotenv FILE` writes a file with fresh ones."
        )
    return value


def env_bool(name: str, default: bool) -> bool:
    """`1/true/yes/on` or `0/false/no/off`, whatever the case."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise BadSetting(f"{name} is {value!r}; it should be true or false.")


def env_int(name: str, default: int, *, least: int | None = None) -> int:
    """A whole number, not below `least`."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    try:
        number = int(value)
    except ValueError:
        raise BadSetting(f"{name} is {value!r}; it should be a whole number.") from None
    if least is not None and number < least:
        raise BadSetting(f"{name} is {number}; it should be at least {least}.")
    return number


def env_days(name: str) -> int | None:
    """A whole number of days, not below 0; None for `never` and where it is not set."""
    return None if os.environ.get(name, "").strip().lower() in {"", "never"} else env_int(name, 0, least=0)


def env_list(name: str, default: str = "") -> list[str]:
    """Values separated by commas or blanks."""
    return os.environ.get(name, default).replace(",", " ").split()
