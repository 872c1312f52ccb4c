"""The text of a protocol file changed field by field: what is not changed stays as it was written, comments too."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml

from judging.protocol import Settings
from judging.protocol_files import parse_fields
from turingapp.errors import InvalidProtocol

HERE = Path("the protocol")
WIDTH = 110
PARTS = ("pool", "chat", "practice", "catch", "comprehension", "screening")
NEEDED = tuple(name for name, field in Settings.model_fields.items() if field.is_required())


class Writer(yaml.SafeDumper):
    """Writes a field on a line, its lists and parts in brackets, and texts of several paragraphs as blocks."""

    def represent(self, data: Any) -> None:
        """The fields, each on a line of its own."""
        node = self.represent_data(data)
        if isinstance(node, yaml.CollectionNode):
            node.flow_style = False
        self.serialize(node)

    def ignore_aliases(self, data: Any) -> bool:
        """A value that stands twice is written twice."""
        return True


def write_text(writer: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """A text of several lines as a block, any other as YAML likes it."""
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


Writer.add_representer(str, write_text)


def write_document(document: Mapping[str, Any]) -> str:
    """The fields as YAML, in their order."""
    return yaml.dump(
        dict(document), Dumper=Writer, sort_keys=False, allow_unicode=True, width=WIDTH, default_flow_style=None
    )


def write_settings(settings: Settings) -> str:
    """A protocol file that says what these settings say and leaves out what is as it is anyway."""
    document = settings.model_dump(mode="json")
    usual = {name: field.get_default(call_default_factory=True) for name, field in Settings.model_fields.items()}
    said = {name: value for name, value in document.items() if value != usual[name] or name in NEEDED}
    said |= {name: leave_out_empty(said[name]) for name in PARTS if name in said}
    if Settings.model_validate(said) != settings:  # a kind whose own default is not the protocol's
        said = document
    return write_document(said)


def leave_out_empty(value: Any) -> Any:
    """A part, or each of a list of parts, without the fields that say nothing."""
    if isinstance(value, list):
        return [leave_out_empty(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {part: leave_out_empty(inner) for part, inner in value.items() if inner not in (None, [], {}, "")}


def change_fields(text: str, changes: Mapping[str, Any]) -> str:
    """The text with these fields, by dotted names, changed; a field is left out where its value is None.

    Raises InvalidProtocol where the text cannot be read as fields.
    """
    document = parse_fields(text.encode(), HERE)[0] if text.strip() else {}
    wanted = deepcopy(document)
    for name, value in changes.items():
        set_field(wanted, name.split("."), value)
    for name in dict.fromkeys(name.partition(".")[0] for name in changes):
        text = replace_field(text, name, wanted)
    try:
        is_right = parse_fields(text.encode(), HERE)[0] == wanted
    except InvalidProtocol:
        is_right = False
    return text if is_right else write_document(wanted)  # such as text whose aliases lay in what was replaced


def set_field(document: dict[str, Any], path: list[str], value: Any) -> None:
    """Set the value at a path, or leave it out; a part of which nothing is left is left out too."""
    name, *rest = path
    if rest:
        part = document.get(name)
        inner = part if isinstance(part, dict) else {}
        set_field(inner, rest, value)
        value = inner or None
    if value is None:
        document.pop(name, None)
    else:
        document[name] = value


def replace_field(text: str, name: str, wanted: Mapping[str, Any]) -> str:
    """The text with the lines of one of its fields written anew, put in at its usual place, or taken out."""
    blocks = find_blocks(text)
    written = write_document({name: wanted[name]}) if name in wanted else ""
    if name in blocks:
        start, end = blocks[name]
    else:
        order = [*Settings.model_fields]
        before = order[: order.index(name)] if name in order else order
        start = end = max((blocks[other][1] for other in before if other in blocks), default=0 if blocks else len(text))
    head = text[:start]
    return f"{head}{'' if not head or head.endswith(chr(10)) else chr(10)}{written}{text[end:]}"


def find_blocks(text: str) -> dict[str, tuple[int, int]]:
    """From where to where each field's lines go, without the comments and empty lines before the next field."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        return {}
    starts = [(str(key.value), key.start_mark.index) for key, _ in root.value]
    ends = [start for _, start in starts[1:]] + [len(text)]
    blocks = {}
    for (name, start), end in zip(starts, ends, strict=True):
        lines = text[start:end].splitlines(keepends=True)
        while len(lines) > 1 and (not lines[-1].strip() or lines[-1].startswith("#")):
            lines.pop()
        blocks[name] = (start, start + len("".join(lines)))
    return blocks
