"""Protocol files: YAML read into settings, every broken rule named with its line."""

import re
from collections import Counter
from pathlib import Path
from typing import Any, TypeVar

import yaml
from django.utils.translation import gettext as _
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from agents.tasks.payloads import describe_value, list_faults
from agents.tasks.typed_rules import word_rule
from judging.protocol import Settings
from turingapp.errors import InvalidProtocol, Problem

M = TypeVar("M", bound=BaseModel)
MOST_BYTES = 200_000  # of which PyYAML reads some hundred thousand in a second
MOST_VALUES = 10_000
MISSING = object()
NAMES = re.compile(r"[a-z_]+(?:\.[a-z_]+)*")  # of fields, with the part that each is in
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def read_protocol(path: Path) -> Settings:
    """The settings in a protocol file; raises InvalidProtocol with file, line, field, value and rule of each fault."""
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = (
            _("there is no such file")
            if isinstance(error, FileNotFoundError)
            else _("it cannot be read (%(fault)s)") % {"fault": error}
        )
        raise InvalidProtocol([Problem("file", repr(str(path)), reason)]) from None
    return parse_protocol(content, path)


def parse_protocol(content: bytes, path: Path) -> Settings:
    """The settings in the content of a protocol file, which may lie nowhere; raises InvalidProtocol."""
    document, root = parse_fields(content, path)
    return check_document(Settings, document, path, root)


def parse_fields(content: bytes, path: Path) -> tuple[dict[str, Any], yaml.Node]:
    """The fields in the content of a YAML file, and where they stand; raises InvalidProtocol."""
    if len(content) > MOST_BYTES:
        rule = _("a protocol file should have at most %(most)s bytes") % {"most": f"{MOST_BYTES:,}"}
        raise InvalidProtocol(
            [Problem("file", _("%(number)s bytes long") % {"number": format(len(content), ",")}, rule, str(path))]
        )
    document, root = parse_value(content, path)
    if not isinstance(document, dict) or root is None:
        raise InvalidProtocol([Problem("file", repr(str(path)), _("it should hold fields, such as `task: color`"))])
    return document, root


class TooManyValues(Exception):
    """A text has more values than any protocol."""

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(line)


class BoundedLoader(yaml.SafeLoader):
    """Reads no further than so many values: the rest, which may take minutes, is refused anyway."""

    values = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """One value; raises TooManyValues."""
        self.values += 1
        if self.values > MOST_VALUES:
            raise TooManyValues(self.peek_event().start_mark.line + 1)  # type: ignore[no-untyped-call]  # of PyYAML
        return super().compose_node(parent, index)


def parse_value(content: bytes, path: Path) -> tuple[Any, yaml.Node | None]:
    """What YAML says, however short of a protocol, and where it stands; raises InvalidProtocol."""
    try:
        loader = BoundedLoader(content.decode("utf-8-sig"))
        root = loader.get_single_node()
        problem = find_unusable_node(root, path)
        if problem is not None:
            raise InvalidProtocol([problem])
        return (None if root is None else loader.construct_document(root)), root
    except TooManyValues as error:
        raise InvalidProtocol([name_excess(f"{path}, line {error.line}")]) from None
    # PyYAML lets what Python's own constructors say through: dates that are none, numbers that are too long.
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        where = str(path) if line is None else f"{path}, line {line + 1}"
        raise InvalidProtocol([Problem("file", _("not YAML"), str(getattr(error, "problem", error)), where)]) from None


def name_excess(where: str) -> Problem:
    """That there are too many values."""
    rule = _("a protocol has fewer, each alias counted with all that it stands for")
    return Problem("file", _("more than %(most)s values long") % {"most": format(MOST_VALUES, ",")}, rule, where)


def find_unusable_node(root: yaml.Node | None, path: Path) -> Problem | None:
    """A field given twice, a text with control characters, or more values than any protocol has, counting aliases."""
    waiting, seen = [root] if root is not None else [], 0
    while waiting:
        node = waiting.pop()
        seen += 1
        where = f"{path}, line {node.start_mark.line + 1}"
        if seen > MOST_VALUES:
            return name_excess(where)
        if isinstance(node, yaml.ScalarNode) and CONTROLS.search(node.value):
            return Problem(_("a text"), repr(node.value[:40]), _("it should have no control characters"), where)
        if isinstance(node, yaml.MappingNode):
            keys = [key.value for key, _value in node.value if isinstance(key, yaml.ScalarNode)]
            repeated = next((key for key, times in Counter(keys).items() if times > 1), None)
            if repeated is not None:
                place = [key for key, _value in node.value if key.value == repeated][1].start_mark.line + 1
                return Problem(repeated, "repeated", _("the field is given twice; keep one"), f"{path}, line {place}")
            waiting += [child for pair in node.value for child in pair]
        elif isinstance(node, yaml.SequenceNode):
            waiting += node.value
    return None


def check_document(model: type[M], document: dict[str, Any], path: Path, root: yaml.Node) -> M:
    """What a document says, checked by a model; raises InvalidProtocol."""
    try:
        return model.model_validate(document)
    except ValidationError as error:
        raise InvalidProtocol([locate(model, item, path, root) for item in list_faults(error)]) from None


def locate(model: type[BaseModel], item: ErrorDetails, path: Path, root: yaml.Node) -> Problem:
    """A fault with its line. A rule on a whole part lies at the first field of it that the rule names."""
    loc, value, rule = item["loc"], item["input"], word_rule(item)
    if item["type"] == "value_error" and isinstance(value, dict):
        known = {*value, *(() if loc else model.model_fields)}
        named = next((name for name in NAMES.findall(rule) if name.partition(".")[0] in known), "")
        for part in named.split(".") if named else ():
            loc, value = (*loc, part), value.get(part, MISSING) if isinstance(value, dict) else MISSING
    said = _("missing") if item["type"] == "missing" or value is MISSING else describe_value(value)
    field = ".".join(str(part) for part in loc) or _("the protocol")
    return Problem(field, said, rule, f"{path}, line {find_line(root, loc)}")


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
