"""The copy of a person's data as one file: JSON for programs, and the same as a text for people."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

ABOUT = (
    "This is everything that we keep of you. Times are in UTC. Where something is missing it was never given, or is "
    "erased. You may ask us to correct it, to erase it, or to stop using it."
)


def pack_copy(values: dict[str, Any]) -> bytes:
    """A ZIP file with data.json and data.txt; the same values give the same bytes."""
    document = json.dumps(values, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
    text = f"{ABOUT}\n\n" + "\n".join(write_lines(json.loads(document))) + "\n"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in (("data.json", document), ("data.txt", text)):
            file.writestr(zipfile.ZipInfo(name), content.encode("utf-8", "replace"), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def write_lines(value: Any, depth: int = 0) -> Iterator[str]:
    """Values as indented lines, `name: value` each; what is empty is left out."""
    indent = "  " * depth
    entries = value.items() if isinstance(value, dict) else enumerate(value, 1)
    for name, inner in entries:
        label = str(name).replace("__", " ").replace("_", " ")
        if isinstance(inner, dict | list):
            if inner:
                yield f"{indent}{label}:"
                yield from write_lines(inner, depth + 1)
        elif inner not in (None, ""):
            lines = str(inner).splitlines() or [""]
            yield f"{indent}{label}: {lines[0]}"
            yield from (f"{indent}  {line}" for line in lines[1:])
