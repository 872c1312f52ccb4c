"""The sample's own small files, and who wrote what is in them."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from agents.formats.base import Author
from agents.models import Origin

FOLDER = Path(__file__).parent


def read_table(name: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows of one of the sample's CSV files, each with its place."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        for row in reader:
            yield f"{name}, line {reader.line_num}", row


def read_list(name: str) -> list[dict[str, Any]]:
    """The entries of one of the sample's YAML files."""
    entries: list[dict[str, Any]] = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    return entries


def name_writer(number: str, role: str = "agent") -> Author:
    """Who wrote an answer for the sample; the title says so wherever the agent is named."""
    details = {"method": "written for the sample, not collected from participants"}
    title = f"Sample writer {number} (written for the sample)"
    return Author(role, Origin.HUMAN, f"sample-writer-{number}", title=title, details=details)
