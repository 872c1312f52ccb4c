"""What a study has gathered, read for statistics: the same for pages, commands, export and API."""

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from functools import lru_cache

import numpy as np
import pandas as pd
from django.db.models import Count, Max
from numpy.typing import NDArray

from agents.models import Origin
from agents.tasks.base import WHOLE
from analysis.rows import COLUMNS, parse_json, select_judgements
from judging.models import Assignment, Judgement, Place, Study
from judging.screening import Step, screen

CHUNK_ROWS = 5_000
STUDIES_KEPT = 4  # in the memory of each web process


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
    rows: pd.DataFrame  # those that count: that pass the screening, or all
    flow: tuple[Step, ...]
    visits: Visits
    is_screened: bool = True

    def unscreened(self) -> "Observations":
        """The same with every judgement counted."""
        return replace(self, rows=self.everything, is_screened=False)


def read_observations(study: Study) -> Observations:
    """All judgements of a study, screened by its protocol's rules."""
    rules = study.protocols.latest("version").settings.screening
    found = select_judgements(study).values_list(*COLUMNS)
    rows = pd.DataFrame.from_records(list(found.iterator(CHUNK_ROWS)), columns=list(COLUMNS))
    coinciding = find_coinciding_stimuli(study) if any(rule.rule == "word_coincides" for rule in rules) else set()
    screened = screen(describe_rows(rows, coinciding), rules)
    return Observations(
        study=study,
        everything=rows,
        kept=screened.kept,
        rows=rows[screened.kept],
        flow=screened.flow,
        visits=_count_visits(study),
    )


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
    rows["native_english"] = rows["demographics"].map(lambda told: parse_json(told).get("native_english", ""))
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
