"""What differs between two versions of a study's settings, in words; openings and changes tried out and taken back."""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count

from judging.kind_rules import list_foreign
from judging.models import Assignment, Study
from judging.opening import change_study, open_study
from judging.protocol import Settings
from judging.screening import say_rule

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Change:
    """One setting that is not as it was."""

    field: str
    before: str
    after: str

    def __str__(self) -> str:
        if "\n" in self.before + self.after:
            return f"{self.field}:\n{mark_lines('-', self.before)}\n{mark_lines('+', self.after)}"
        return f"{self.field}: {self.before} → {self.after}"


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version of a study's protocol, and what it changed in the one before."""

    version: int
    created_at: datetime
    created_by: str  # empty where nobody said
    changes: list[Change]
    visits: int


def diff_settings(old: Settings, new: Settings) -> list[Change]:
    """Every setting that differs, in the order of the protocol's fields, with what it was and what it is."""
    before, after = dict(flatten(describe(old))), dict(flatten(describe(new)))
    order = list(Settings.model_fields)
    fields = sorted({*before, *after}, key=lambda field: (order.index(field.split(".")[0]), field))
    groups = {field.rsplit(".", depth)[0] for field in fields for depth in range(1, field.count(".") + 1)}
    changes = []
    for field in fields:
        was, now = before.get(field, NOTHING), after.get(field, NOTHING)
        if field not in groups and was != now:
            changes.append(Change(field, *narrow(was, now)))
    return changes


def describe(settings: Settings) -> dict[str, Any]:
    """The settings as plain values, with rules and questions as sentences, and a paragraph of a text on a line."""
    document = settings.model_dump(mode="json", exclude=list_foreign(settings.kind))
    for text in ("consent", "debrief"):
        document[text] = "\n".join(" ".join(part.split()) for part in document[text].split("\n\n"))
    if "screening" in document:
        document["screening"] = "\n".join(f"{n}. {say_rule(rule)}" for n, rule in enumerate(settings.screening, 1))
    document["comprehension"] = "\n".join(f"{one.question} ({one.answer})" for one in settings.comprehension)
    return document


def flatten(document: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Each value with its path, as text."""
    for name, value in document.items():
        field = f"{path}{name}"
        if isinstance(value, dict) and value:
            yield from flatten(value, f"{field}.")
        else:
            yield field, write(value)


def write(value: Any) -> str:
    """A value for people."""
    if value is None or value in ("", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value).strip()


def narrow(before: str, after: str) -> tuple[str, str]:
    """Of two texts the lines that differ; short values stay as they are."""
    old, new = before.split("\n"), after.split("\n")
    if len(old) == 1 or len(new) == 1:
        return before, after
    lines = [line for line in difflib.ndiff(old, new) if line[2:].strip()]
    gone, come = ("\n".join(line[2:] for line in lines if line.startswith(sign)) or NOTHING for sign in "-+")
    return gone, come


def mark_lines(sign: str, text: str) -> str:
    """Each line of a text with a sign before it."""
    return "\n".join(f"  {sign} {line}" for line in text.split("\n"))


def find_changes(settings: Settings) -> list[Change]:
    """What these settings change in the latest version of their study; nothing where there is no such study."""
    study = Study.objects.filter(slug=settings.slug).first()
    return [] if study is None else diff_settings(study.protocols.latest("version").settings, settings)


@transaction.atomic
def rehearse_change(settings: Settings, *, at: datetime) -> list[Change]:
    """Try the change, with its places, and take it back: what it would change. Raises what `change_study` raises."""
    changes = find_changes(settings)
    change_study(settings, at=at)
    transaction.set_rollback(True)
    return changes


@transaction.atomic
def rehearse_opening(settings: Settings, *, at: datetime) -> int:
    """Try the opening and take it back: how many places the study would have. Raises what `open_study` raises."""
    places = open_study(settings, at=at).protocols.latest("version").count_places()
    transaction.set_rollback(True)
    return places


def list_versions(study: Study) -> list[VersionLine]:
    """The versions of a study's protocol, newest first, each with its changes and its main visits."""
    protocols = list(study.protocols.order_by("version"))
    main = study.assignments.filter(kind=Assignment.Kind.MAIN)
    visits = dict(main.order_by().values_list("protocol").annotate(Count("pk")))
    earlier = [None, *protocols]
    return [
        VersionLine(
            version=protocol.version,
            created_at=protocol.created_at,
            created_by=protocol.created_by,
            changes=[] if before is None else diff_settings(before.settings, protocol.settings),
            visits=visits.get(protocol.pk, 0),
        )
        for before, protocol in zip(earlier, protocols, strict=False)
    ][::-1]
