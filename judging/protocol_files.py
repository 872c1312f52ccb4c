"""Protocol files: YAML read into settings, every broken rule named with its line."""

from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from agents.tasks.payloads import list_problems
from judging.protocol import Settings
from turingapp.errors import InvalidProtocol, Problem


def read_protocol(path: Path) -> Settings:
    """The settings in a protocol file; raises InvalidProtocol with file, line, field, value and rule of each fault."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise InvalidProtocol([Problem("file", repr(str(path)), "there is no such file")]) from None
    return parse_protocol(content, path)


def parse_protocol(content: bytes, path: Path) -> Settings:
    """The settings in the content of a protocol file, which may lie nowhere; raises InvalidProtocol."""
    try:
        text = content.decode("utf-8-sig")
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        document = yaml.safe_load(text)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        where = str(path) if line is None else f"{path}, line {line + 1}"
        raise InvalidProtocol([Problem("file", "not YAML", str(getattr(error, "problem", error)), where)]) from None
    if not isinstance(document, dict) or root is None:
        raise InvalidProtocol([Problem("file", repr(str(path)), "it should hold fields, such as `task: color`")])
    repeated = find_repeated_field(root)
    if repeated is not None:
        rule = "the field is given twice; keep one"
        where = f"{path}, line {repeated.start_mark.line + 1}"
        raise InvalidProtocol([Problem(str(repeated.value), "repeated", rule, where)])
    return check_document(document, path, root)


def check_document(document: dict[str, Any], path: Path, root: yaml.Node) -> Settings:
    """The settings of a document; raises InvalidProtocol."""
    try:
        return Settings.model_validate(document)
    except ValidationError as error:
        places = [f"{path}, line {find_line(root, item['loc'])}" for item in error.errors(include_url=False)]
        problems = [
            Problem(problem.field, problem.value, problem.rule, place)
            for problem, place in zip(list_problems(error), places, strict=True)
        ]
        raise InvalidProtocol(problems) from None


def find_repeated_field(root: yaml.Node) -> yaml.ScalarNode | None:
    """The second mention of a field of the topmost mapping, which YAML would let win silently."""
    seen: set[str] = set()
    for key, _ in root.value:
        if key.value in seen:
            return key  # type: ignore[no-any-return]
        seen.add(key.value)
    return None


def find_line(root: yaml.Node, path: tuple[int | str, ...]) -> int:
    """The line (from 1) of the deepest node on `path` that is in the document."""
    node = root
    for part in path:
        if isinstance(node, yaml.MappingNode):
            found = [(key, value) for key, value in node.value if key.value == str(part)]
            if not found:
                break
            node = found[0][1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
        else:
            break
    return int(node.start_mark.line) + 1
