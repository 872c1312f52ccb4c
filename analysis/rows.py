"""The rows that everything about judgements is told from: a query with the truth beside each verdict."""

import json
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import pandas as pd
from django.db.models import F, QuerySet, TextField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from agents.models import Origin
from judging.models import Assignment, Judgement, Study, TrialKind

JSON_KEPT = 10_000
FIELDS = ("id", "trial", "role", "verdict", "gender_guess")
AUTHOR = "trial__place__response__authorships"
# What a row holds beside FIELDS, and where it is found from a judgement.
PATHS = {
    "judge": "trial__assignment__judge",
    "person_key": "trial__assignment__judge__person_key",
    "assignment": "trial__assignment",
    "state": "trial__assignment__state",
    "visit_kind": "trial__assignment__kind",
    "utc_offset_minutes": "trial__assignment__utc_offset_minutes",
    "is_simulated": "trial__assignment__study__is_simulated",
    "protocol_version": "trial__assignment__protocol__version",
    "position": "trial__position",
    "kind": "trial__kind",
    "issued_at": "trial__issued_at",
    "painted_at": "trial__painted_at",
    "answered_at": "trial__answered_at",
    "rt_ms": "trial__rt_ms",
    "control_right": "trial__control_answer__is_right",
    "stimulus": "trial__stimulus",
    "stimulus_key": "trial__stimulus__key",
    "response": "trial__place__response",
    "view": "trial__place__view",
    "pairing": "trial__place__response__pairing",
    "provenance": "trial__place__response__provenance",
    "agent": f"{AUTHOR}__agent__slug",
    "agent_title": f"{AUTHOR}__agent__title",
    "agent_person": f"{AUTHOR}__agent__person_key",
    "origin": f"{AUTHOR}__agent__origin",
    "gender": f"{AUTHOR}__gender",
}
# JSON is read as text: many rows share one, which `parse_json` then reads once.
JSON_PATHS = {
    "demographics": "trial__assignment__demographics",
    "signs": "trial__assignment__signs",
    "answers": "trial__answers",
    "facets": "trial__stimulus__facets",
}
AI_TOOL = KeyTextTransform("ai_tool", "trial__assignment__closing")
COLUMNS = (*FIELDS, *PATHS, *JSON_PATHS, "ai_tool")
# Columns of texts, most of which many rows share.
TEXTS = frozenset(
    {"role", "verdict", "gender_guess", "person_key", "state", "visit_kind", "kind", "stimulus_key", "pairing"}
    | {"provenance", "agent", "agent_title", "agent_person", "origin", "gender", "ai_tool"}
    | set(JSON_PATHS)
)
ORIGINS = pd.CategoricalDtype([str(Origin.AI), str(Origin.HUMAN)])  # of truth and verdict alike, to be compared
Row = dict[str, Any]


def select_judgements(
    study: Study, *, kind: TrialKind = TrialKind.MAIN, version: int | None = None
) -> QuerySet[Judgement, Row]:
    """The judgements of a study's main visits with the truth about the role each is on, oldest first.

    Those of main trials, or of another kind; of all versions of the protocol, or of one. Pilots and previews are never
    read.
    """
    wanted: dict[str, Any] = {
        "trial__assignment__study": study,
        "trial__assignment__kind": Assignment.Kind.MAIN,
        "trial__kind": kind,
        f"{AUTHOR}__role": F("role"),
    }
    if version is not None:
        wanted["trial__assignment__protocol__version"] = version
    authored = Judgement.objects.filter(**wanted)
    plain = {name: F(path) for name, path in PATHS.items()}
    texts = {name: Cast(path, TextField()) for name, path in JSON_PATHS.items()}
    found: QuerySet[Judgement, Row] = (
        authored.order_by("id").annotate(**plain, **texts, ai_tool=AI_TOOL).values(*COLUMNS)
    )
    return found


@lru_cache(maxsize=JSON_KEPT)
def parse_json(text: str) -> Mapping[str, Any]:
    """A JSON object; to be read only, as it is shared."""
    return MappingProxyType(json.loads(text))
