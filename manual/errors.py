"""The page of errors: the tree as its module draws it, and every class."""

import inspect

from manual.tables import clean, code, write_table
from turingapp import errors

INTRODUCTION = """# Errors

Everything that this project refuses or fails at on purpose is one of these classes, each for one way to react. People
read the sentence that an error carries; this page is for who writes a plug-in and wants to raise the right one. It is
made from `turingapp/errors.py`.
"""


def write_page() -> str:
    """The tree, then each class with what it means."""
    classes = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, errors.TuringError)]
    rows = [(code(one.__name__), code(one.__bases__[0].__name__), clean(inspect.getdoc(one))) for one in classes]
    tree = inspect.getdoc(errors) or ""
    return f"{INTRODUCTION}\n```text\n{tree}\n```\n\n{write_table(('error', 'is a', 'means'), rows)}"
