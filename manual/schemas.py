"""What a field takes, in words, from the schema that pydantic draws of its type."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from manual.tables import clean, code

Schema = Mapping[str, Any]
LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "more than {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "less than {}",
}
PLAIN = {"string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false"}


def list_fields(model: type[BaseModel]) -> Iterator[tuple[str, str, str]]:
    """Each field of a model: its name, what it takes, and its default (empty where it must be given)."""
    whole = model.model_json_schema()
    needed = whole.get("required", ())
    for name, schema in whole.get("properties", {}).items():
        default = "" if name in needed else write_default(schema.get("default"))
        yield name, describe(schema, whole.get("$defs", {})), default


def write_default(value: Any) -> str:
    """A default as it would be typed."""
    if value is None or value == "" or value == [] or value == {}:
        return "none"
    return code(str(value).lower() if isinstance(value, bool) else value)


def describe(schema: Schema, parts: Mapping[str, Schema]) -> str:
    """What a value of this schema is, in words."""
    if "$ref" in schema:
        return describe(parts[schema["$ref"].rsplit("/", 1)[1]], parts)
    if "anyOf" in schema:
        kinds = [describe(kind, parts) for kind in schema["anyOf"] if kind.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    if "enum" in schema:
        return f"one of {', '.join(map(code, schema['enum']))}"
    if "const" in schema:
        return code(schema["const"])
    return _describe_type(schema, parts)


def _describe_type(schema: Schema, parts: Mapping[str, Schema]) -> str:
    kind = schema.get("type", "")
    if kind == "array":
        return f"a list{_count(schema, 'Items', '')}: {_describe_items(schema, parts)}"
    if kind == "object":
        return _describe_object(schema, parts)
    if kind == "string":
        return f"text{_count(schema, 'Length', ' characters')}"
    limits = [words.format(f"{schema[key]:,}") for key, words in LIMITS.items() if key in schema]
    return f"{PLAIN.get(kind, 'any value')}{', ' * bool(limits)}{' and '.join(limits)}"


def _describe_items(schema: Schema, parts: Mapping[str, Schema]) -> str:
    fixed = schema.get("prefixItems", ())
    return ", ".join(describe(item, parts) for item in fixed) if fixed else describe(schema.get("items", {}), parts)


def _describe_object(schema: Schema, parts: Mapping[str, Schema]) -> str:
    if "properties" in schema:
        return f"{clean(schema.get('title', 'a block'))} with {', '.join(map(code, schema['properties']))}"
    values = schema.get("additionalProperties")
    return f"names, each with {describe(values, parts)}" if isinstance(values, Mapping) else "names with values"


def _count(schema: Schema, of: str, unit: str) -> str:
    least, most = schema.get(f"min{of}"), schema.get(f"max{of}")
    if least is None and most is None:
        return ""
    if most is None:
        return ", not empty" if least == 1 else f" of at least {least:,}{unit}"
    return f" of at most {most:,}{unit}" if not least else f" of {least:,} to {most:,}{unit}"
