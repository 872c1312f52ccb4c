"""Prompts, each a file: what the model is told, a line `---`, and the question; `{cue}` and the like are filled in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

OWN_FOLDER = Path(__file__).parents[1] / "prompts"
SEPARATOR = "\n---\n"
_PLACES = re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is told once, and what it is asked; the first is empty where the file has one part."""

    rules: str
    question: str
    where: str

    def fill(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Both with the values in their places, in one pass: what a value holds is never filled in again."""
        return self._fill(self.rules, values), self._fill(self.question, values)

    def _fill(self, text: str, values: Mapping[str, str]) -> str:
        for name in _PLACES.findall(text):
            if name not in values:
                known = ", ".join(f"{{{one}}}" for one in values) or "none"
                raise InvalidPayload(
                    [
                        Problem(
                            "prompt",
                            f"{{{name}}}",
                            say_later("there is no such place to fill; there are %(names)s", names=known),
                            self.where,
                        )
                    ]
                )
        return _PLACES.sub(lambda place: values[place[1]], text)


def find_prompt(name: str, folder: str = "") -> Path:
    """The file of a prompt: one that comes along, or the one in the folder of that name in VAR_DIR/prompts."""
    return (settings.VAR_DIR / "prompts" / folder if folder else OWN_FOLDER) / f"{name}.md"


def read_prompt(name: str, folder: str = "") -> Prompt:
    """The prompt as its file has it now; raises InvalidPayload where there is no such file, or no question in it."""
    path = find_prompt(name, folder)
    try:
        return parse(path, path.stat().st_mtime_ns)
    except (OSError, UnicodeDecodeError) as error:
        rule = say_later(
            "it cannot be read (%(fault)s); copy %(name)s.md from agents/ai_agents/prompts there",
            fault=type(error).__name__,
            name=name,
        )
        raise InvalidPayload([Problem("prompts", str(path), rule)]) from None


@lru_cache(maxsize=64)
def parse(path: Path, changed_ns: int) -> Prompt:
    """A file's two parts; read anew when it has changed."""
    rules, separator, question = path.read_text(encoding="utf-8").replace("\r\n", "\n").partition(SEPARATOR)
    if not separator:
        rules, question = "", rules
    if not question.strip():
        raise InvalidPayload(
            [Problem("prompts", str(path), say_later("it should ask something, after a line `---` or alone"))]
        )
    return Prompt(rules.strip(), question.strip(), str(path))
