"""What refuses somebody can be said in the language of who reads: no sentence goes bare into an error of ours.

Pages show what errors, broken rules and answers on accounts say. Their texts go through the catalogues where they are
made: through `gettext`, or through `say_later` where they are kept, cached or written to a file.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from turingapp import errors

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("agents", "judging")
# Commands, platforms on this machine, robots and ELIZA's script speak to who runs them, in English.
ENGLISH = ("management", "migrations", "local", "robots", "eliza", "sample")
# Notices of platforms and of machines, which no person reads on a page.
MACHINES = ("sns.py", "mturk_notices.py", "prolific_hooks.py", "word_vector_files.py", "media_bucket.py")
OURS = {name for name, found in vars(errors).items() if isinstance(found, type)}
SPEAKERS = OURS - {"UnknownPlugin"} | {"NoAnswer", "Connection", "Decided", "ConversationOver", "NotYourTurn"}
HELD = {"rule", "problem", "sentence", "why", "advice", "fault", "note"}  # names of what is handed on
TRANSLATORS = {"_", "gettext", "ngettext", "gettext_lazy", "gettext_noop", "say_later"}


def list_modules() -> list[Path]:
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return [path for path in paths if not set(path.parts) & {*ENGLISH, *MACHINES} and path.name not in MACHINES]


def list_bare(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines and texts of sentences that are handed to a speaker as they are, or held for one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id in HELD for to in node.targets):
            yield from find_sentences(node.value)
        if isinstance(node, ast.Call) and name_of(node.func) in SPEAKERS:
            for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                yield from find_sentences(argument)


def find_sentences(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Sentences in an argument that nothing translates: two words or more beside each other."""
    if isinstance(node, ast.Call) and name_of(node.func) in {
        *TRANSLATORS,
        *SPEAKERS,
        "repr",
        "join",
        "TextField",
        "CharField",
    }:
        return
    if isinstance(node, ast.Constant | ast.JoinedStr):
        text = read_text(node)
        if re.search(r"[A-Za-z]{2,},? [A-Za-z]{2,}", text):
            yield node.lineno, text
        return
    for child in ast.iter_child_nodes(node):
        yield from find_sentences(child)


def read_text(node: ast.Constant | ast.JoinedStr) -> str:
    """The text of a string, a value in it as a sign."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(read_text(part) if isinstance(part, ast.Constant) else "…" for part in node.values)


def name_of(function: ast.expr) -> str:
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )


@pytest.mark.parametrize("room", ROOMS)
def test_no_sentence_goes_bare_into_an_error(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in list_modules()
        if path.relative_to(ROOT).parts[0] == room
        for line, text in list_bare(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == [], "\n".join(found)


def test_a_bare_sentence_would_be_found() -> None:
    source = """
raise Refused(f"The study is {state}.")
Problem("a", repr(a), "it is too long")
Refused(_("It is over."))
rule = "be short, please"
"""
    assert sorted(text for _, text in list_bare(ast.parse(source))) == [
        "The study is ….",
        "be short, please",
        "it is too long",
    ]
