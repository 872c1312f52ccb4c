"""The only reader of the database for statistics: a row per judgement, the same for pages, commands, export and API."""

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from django.db.models import Count, F, Max, QuerySet
from numpy.typing import NDArray

from agents.models import Origin
from agents.tasks.base import WHOLE
from judging.models import Assignment, Judgement, Place, Study, Trial
from judging.screening import Step, screen

CHUNK_ROWS = 5_000
STUDIES_KEPT = 4  # in the memory of each web process
FIELDS = ("id", "trial", "role", "verdict", "gender_guess")
AUTHOR = "trial__place__response__authorships"
# What a row holds beside FIELDS, and where it is found from a judgement.
PATHS = {
    "judge": "trial__assignment__judge",
    "person_key": "trial__assignment__judge__person_key",
    "assignment": "trial__assignment",
    "state": "trial__assignment__state",
    "demographics": "trial__assignment__demographics",
    "is_simulated": "trial__assignment__study__is_simulated",
    "protocol_version": "trial__assignment__protocol__version",
    "position": "trial__position",
    "kind": "trial__kind",
    "issued_at": "trial__issued_at",
    "painted_at": "trial__painted_at",
    "answered_at": "trial__answered_at",
    "rt_ms": "trial__rt_ms",
    "answers": "trial__answers",
    "control_right": "trial__control_answer__is_right",
    "stimulus": "trial__stimulus",
    "stimulus_key": "trial__stimulus__key",
    "facets": "trial__stimulus__facets",
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
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Visits:
    """How the visits to a study ended, or have not yet."""

    arrived: int
    finished: int
    declined: int
    open: int


@dataclass(frozen=True, slots=True, eq=False)
class Observations:
    """What a study has gathered: all rows, which of them count, and the steps of the screening."""

    study: Study
    everything: pd.DataFrame
    kept: NDArray[np.bool_]
    flow: tuple[Step, ...]
    visits: Visits
    is_screened: bool = True

    @property
    def rows(self) -> pd.DataFrame:
        """The rows that count: those that pass the screening, or all."""
        return self.everything[self.kept] if self.is_screened else self.everything

    def unscreened(self) -> "Observations":
        """The same with every judgement counted."""
        return replace(self, is_screened=False)


def select_judgements(study: Study) -> QuerySet[Judgement, Row]:
    """The judgements of a study's main trials with the truth about the role each is on, oldest first."""
    authored = Judgement.objects.filter(
        **{"trial__assignment__study": study, "trial__kind": Trial.Kind.MAIN, f"{AUTHOR}__role": F("role")}
    )
    found: QuerySet[Judgement, Row] = authored.order_by("id").values(
        *FIELDS, **{name: F(path) for name, path in PATHS.items()}
    )
    return found


def read_observations(study: Study) -> Observations:
    """All judgements of a study, screened by its protocol's rules."""
    rules = study.protocols.latest("version").settings.screening
    rows = pd.DataFrame.from_records(select_judgements(study).iterator(CHUNK_ROWS), columns=[*FIELDS, *PATHS])
    coinciding = find_coinciding_stimuli(study) if any(rule.rule == "word_coincides" for rule in rules) else set()
    screened = screen(describe_rows(rows, coinciding), rules)
    return Observations(study, rows, screened.kept, screened.flow, _count_visits(study))


def read_latest(study: Study) -> tuple[str, Observations]:
    """The version of a study's results and its observations, read again only when the version has changed."""
    version = find_version(study)
    return version, _keep(version, study.slug)


@lru_cache(maxsize=STUDIES_KEPT)
def _keep(version: str, slug: str) -> Observations:
    return read_observations(Study.objects.get(slug=slug))


def describe_rows(rows: pd.DataFrame, coinciding: set[int]) -> pd.DataFrame:
    """Add what is found from a row alone: y (1 = judged human), and what the screening looks at."""
    rows["y"] = rows["verdict"].eq(Origin.HUMAN).astype(np.int8)
    rows["is_finished"] = rows["state"].eq(Assignment.State.FINISHED)
    rows["native_english"] = rows["demographics"].map(lambda told: told.get("native_english", ""))
    rows["control_right"] = rows["control_right"].astype("Float64").astype(float)
    rows["rt_ms"] = rows["rt_ms"].astype("Float64").astype(float)
    rows["coincides"] = rows["stimulus"].isin(coinciding)
    return rows


def find_coinciding_stimuli(study: Study) -> set[int]:
    """The stimuli of the study's pool for which a human and an AI agent gave the same response, letter case aside."""
    places = Place.objects.filter(study=study, view=WHOLE)
    found = places.values_list("stimulus", "response__pairing", "response__payload")
    origins: dict[tuple[int, str], set[str]] = {}
    for stimulus, pairing, payload in found.iterator(CHUNK_ROWS):
        origins.setdefault((stimulus, json.dumps(payload, sort_keys=True).casefold()), set()).add(pairing)
    return {stimulus for (stimulus, _), pairings in origins.items() if len(pairings) > 1}


def find_version(study: Study) -> str:
    """A short mark that changes whenever the results may: for polling, without reading the judgements."""
    judged = Judgement.objects.filter(trial__assignment__study=study).aggregate(Count("id"), Max("id"))
    version = study.protocols.aggregate(Max("version"))
    facts = [study.link, study.state, study.label, judged, version, asdict(_count_visits(study))]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def _count_visits(study: Study) -> Visits:
    states = dict(study.assignments.values_list("state").annotate(Count("id")))
    state = Assignment.State
    return Visits(
        arrived=sum(states.values()),
        finished=states.get(state.FINISHED, 0),
        declined=states.get(state.DECLINED, 0),
        open=states.get(state.OPEN, 0),
    )
