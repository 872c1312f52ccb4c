"""Files are read and written as UTF-8 whatever the machine's locale says."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT_CALLS = {"open", "read_text", "write_text"}
NO_TEXT = {"Image", "os", "io", "archive", "_zip"}  # these open pictures, descriptors and what is in a ZIP file


def find_calls_without_encoding(path: Path) -> Iterator[str]:
    """Calls that open a text file and do not name its encoding."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = {keyword.arg for keyword in node.keywords}
        modes = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        is_binary = any("b" in mode and len(mode) <= 3 for mode in modes)
        owner = name_owner(node.func.value) if isinstance(node.func, ast.Attribute) else ""
        is_ours = isinstance(node.func, ast.Name) and name != "open"  # a function that happens to be called alike
        if name in TEXT_CALLS and not is_ours and "encoding" not in words and not is_binary and owner not in NO_TEXT:
            yield f"{path.relative_to(ROOT)}:{node.lineno}"


def name_owner(value: ast.expr) -> str:
    """What a method is called on: a name, or the last part of a dotted one."""
    return value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "")


def test_every_text_file_is_opened_with_its_encoding() -> None:
    sources = [path for name in ("turingapp", "agents", "judging", "analysis") for path in (ROOT / name).rglob("*.py")]
    assert sources
    assert [found for path in sources for found in find_calls_without_encoding(path)] == []
