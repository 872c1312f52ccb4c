"""The page of statistical functions: how each is called, and what its docstring says of formula, edges and source."""

import ast
from pathlib import Path
from textwrap import indent

from analysis import stats

INTRODUCTION = """# Statistical functions

[Statistics](../statistics.md) says which of them answers which question; this page is made from their own docstrings.
They are plain Python on arrays, without a database, and take their randomness from a generator that is passed in.
"""


def write_page() -> str:
    """All modules of analysis.stats that have functions for others."""
    modules = ((path.stem, ast.parse(path.read_text(encoding="utf-8"))) for path in find_modules())
    return "\n".join([INTRODUCTION, *(write_module(name, tree) for name, tree in modules if list_functions(tree))])


def find_modules() -> list[Path]:
    """The files of analysis.stats, by name."""
    return sorted(path for folder in stats.__path__ for path in Path(folder).glob("[a-z]*.py"))


def list_functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """The public functions of a module, in its order."""
    return [one for one in tree.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")]


def write_module(name: str, tree: ast.Module) -> str:
    """One module: what it is for, and its functions as they stand in the code, without their bodies."""
    functions = "\n\n".join(write_function(one) for one in list_functions(tree))
    return f"## {name}\n\n```text\n{ast.get_docstring(tree)}\n```\n\n```python\n{functions}\n```\n"


def write_function(function: ast.FunctionDef) -> str:
    """How a function is called, then its docstring, indented as in the code."""
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    told = indent(f'"""{ast.get_docstring(function)}"""', "    ")
    return f"def {function.name}({ast.unparse(function.args)}){returns}:\n{told}"
