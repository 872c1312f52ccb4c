"""Writes the `.env` of a fresh clone: secrets drawn once, readable by its owner only, never overwritten."""

import os
import secrets
import sys
from pathlib import Path

HEADER = """\
# Settings of this installation; docs/settings.md explains each. Keep it: the secrets sign the links of running studies.
"""
SECRET_NAMES = ("SECRET_KEY", "PERSON_KEY_SECRET")


def write_env_file(path: Path) -> bool:
    """Write `path` with fresh secrets; False, and nothing done, where it exists already."""
    lines = [f"{name}={secrets.token_urlsafe(50)}\n" for name in SECRET_NAMES]
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(HEADER + "".join(lines))
    return True


if __name__ == "__main__":
    write_env_file(Path(sys.argv[1]))
