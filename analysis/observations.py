"""What a study has gathered, read for statistics: the same for pages, commands, export and API."""

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from django.conf import settings
from django.db.models import Count, Max, Q, QuerySet
from numpy.typing import NDArray

from agents.models import Origin
from agents.tasks.base import WHOLE
from analysis.columns import gather_table
from analysis.page_facts import describe_page_facts
from analysis.rows import COLUMNS, ORIGINS, TEXTS, parse_json, select_judgements
from analysis.stats.margins import MARGIN
from analysis.visits import COUNTED, Visits, count_visits, list_put_aside, read_visits
from judging.models import Assignment, Judgement, Place, Preregistration, Protocol, Study, Trial, TrialKind
from judging.models.preregistrations import find_preregistration
from judging.preregistration import Plan
from judging.screening import Screened, Step, screen

CHUNK_ROWS = 5_000
STUDIES_KEPT = 4  # in the memory of each web process


@dataclass(frozen=True, slots=True, eq=False)
class Observations:
    """What a study has gathered: all rows, which of them count, and the steps of the screening."""

    study: Study
    everything: pd.DataFrame
    kept: NDArray[np.bool_]
    rows: pd.DataFrame  # those that count: that pass the screening, or all
    flow: tuple[Step, ...]
    visits: Visits
    told: pd.DataFrame  # judgements of feedback trials, which have a report of their own
    put_aside: list[tuple[str, int, int]]  # reason, trials, visits
    versions: tuple[int, ...]  # of the protocol, that there are
    version: int | None = None  # the one that these are of; None for all
    is_screened: bool = True
    preregistration: Preregistration | None = None

    @property
    def plan(self) -> Plan | None:
        """What was fixed before the data; None where nothing was, or where it was changed and is no plan any longer."""
        return self.preregistration.plan if self.preregistration else None

    @property
    def declared(self) -> tuple[str, ...]:
        """The groupings of judges whose comparison was declared before the data."""
        return tuple(self.plan.family) if self.plan else ()

    @property
    def margin(self) -> float:
        """The margin of verdicts on agents: the one that was fixed before the data, else the usual one."""
        return self.plan.margin if self.plan else MARGIN

    def unscreened(self) -> "Observations":
        """The same with every judgement counted."""
        return replace(self, rows=self.everything, is_screened=False)


def read_observations(study: Study, version: int | None = None) -> Observations:
    """The judgements of a study's main trials, each screened by the rules of the protocol that its visit followed.

    Those of all versions of the protocol, or of one.
    """
    protocols = list(study.protocols.order_by("version"))
    chosen = [protocol for protocol in protocols if version in (None, protocol.version)]
    visits = read_visits(study)
    rows = describe_rows(read_rows(study, TrialKind.MAIN, version), visits, find_coinciding(chosen))
    screened = screen_by_version(rows, chosen)
    return Observations(
        study=study,
        everything=rows,
        kept=screened.kept,
        rows=rows[screened.kept],
        flow=screened.flow,
        visits=count_visits(study, version),
        told=add_y(read_rows(study, TrialKind.FEEDBACK, version)),
        put_aside=list_put_aside(study, version),
        versions=tuple(protocol.version for protocol in protocols),
        version=version,
        preregistration=find_preregistration(study.slug),
    )


def read_latest(study: Study, version: int | None = None) -> tuple[str, Observations]:
    """The mark of a study's results and its observations, read again only when the mark has changed."""
    mark = find_mark(study)
    return mark, _keep(mark, study.slug, version)


@lru_cache(maxsize=STUDIES_KEPT)
def _keep(mark: str, slug: str, version: int | None) -> Observations:
    return read_observations(Study.objects.get(slug=slug), version)


def read_rows(study: Study, kind: TrialKind, version: int | None) -> pd.DataFrame:
    """The judgements of one kind of trial, as they are in the database."""
    found = select_judgements(study, kind=kind, version=version).values_list(*COLUMNS)
    rows = gather_table(found.iterator(CHUNK_ROWS), COLUMNS, texts=TEXTS)
    return rows.astype({"origin": ORIGINS, "verdict": ORIGINS})


def screen_by_version(rows: pd.DataFrame, protocols: list[Protocol]) -> Screened:
    """Each row screened by the rules of its own protocol; steps are told by version where the rules differ."""
    rules = [protocol.settings.screening for protocol in protocols]
    if all(listed == rules[0] for listed in rules):
        return screen(rows, rules[0] if rules else [])
    left_out_by = np.zeros(len(rows), dtype=np.int16)
    flow: list[Step] = []
    for protocol, listed in zip(protocols, rules, strict=True):
        own = rows["protocol_version"].eq(protocol.version).to_numpy()
        screened = screen(rows[own], listed).of_version(protocol.version)
        left_out_by[own] = screened.left_out_by
        flow += screened.flow
    return Screened(left_out_by == 0, tuple(flow), left_out_by)


def add_y(rows: pd.DataFrame) -> pd.DataFrame:
    """Add y: 1 = judged human."""
    rows["y"] = rows["verdict"].eq(Origin.HUMAN).astype(np.int8)
    return rows


def describe_rows(rows: pd.DataFrame, visits: pd.DataFrame, coinciding: set[tuple[int, int]]) -> pd.DataFrame:
    """Add what the screening looks at, from each row, from its visit and from its pool."""
    add_y(rows)
    rows["is_finished"] = rows["state"].eq(Assignment.State.FINISHED)
    for question in ("native_english", "native_language"):
        answers = {text: parse_json(text).get(question, "") for text in rows["demographics"].unique()}
        rows[question] = rows["demographics"].map(answers)
    rows["control_right"] = rows["control_right"].astype("Float64").astype(float)
    rows["rt_ms"] = rows["rt_ms"].astype("Float64").astype(float)
    for name in COUNTED:
        rows[name] = rows["assignment"].map(visits[name]).fillna(0).astype(np.int64)
    rows["is_repeat"] = rows["assignment"].map(visits["is_repeat"]).fillna(value=False).astype(bool)
    rows["visit_seconds"] = count_visit_seconds(rows, visits)
    pairs = zip(rows["protocol_version"], rows["stimulus"], strict=True)
    rows["coincides"] = [pair in coinciding for pair in pairs] if len(rows) else False
    return describe_page_facts(rows)


def count_visit_seconds(rows: pd.DataFrame, visits: pd.DataFrame) -> "pd.Series[float]":
    """For each row the seconds from when its visit came to the trials until its last answer."""
    last = pd.to_datetime(rows["answered_at"], utc=True).groupby(rows["assignment"]).max()
    seconds = (last - visits["began_at"].reindex(last.index)).dt.total_seconds()
    return rows["assignment"].map(seconds).astype(float)


def find_coinciding(protocols: list[Protocol]) -> set[tuple[int, int]]:
    """Version and stimulus where a human and an AI agent of the pool gave the same response, letter case aside."""
    asking = [p for p in protocols if any(rule.rule == "word_coincides" for rule in p.settings.screening)]
    if not asking:
        return set()
    places = Place.objects.filter(cell__protocol__in=asking, cell__kind=TrialKind.MAIN, view=WHOLE)
    found = places.values_list(
        "cell__protocol__version", "stimulus", "response__pairing", "response__payload"
    ).order_by()
    origins: dict[tuple[int, int, str], set[str]] = {}
    for version, stimulus, pairing, payload in found.iterator(CHUNK_ROWS):
        said = json.dumps(payload, sort_keys=True).casefold()
        origins.setdefault((version, stimulus, said), set()).add(pairing)
    return {(version, stimulus) for (version, stimulus, _), pairings in origins.items() if len(pairings) > 1}


def find_mark(study: Study, *, by_visits: bool | None = None) -> str:
    """A short mark that changes whenever the results may: for polling, without reading the judgements.

    Of a large study the visits tell, each of which says when it was seen last: judgements need not be counted. Who has
    asked already whether it is large says so.
    """
    by_visits = is_large(study) if by_visits is None else by_visits
    trials = Trial.objects.filter(assignment__study=study)
    told_of_trials = (Count("judgements"), Max("judgements"), Count("put_aside_at"))
    judged = study.assignments.aggregate(Max("seen_at")) if by_visits else trials.aggregate(*told_of_trials)
    version = study.protocols.aggregate(Max("version"))
    told = study.assignments.aggregate(ai_tool=Count("pk", filter=Q(closing__has_key="ai_tool")))
    facts: list[Any] = [study.link, study.state, study.label, judged, version, told, asdict(count_visits(study))]
    facts.append(list(Preregistration.objects.filter(study_slug=study.slug).values_list("sha256", "document")))
    return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:16]


def is_large(study: Study) -> bool:
    """Whether a study has so many judgements that they are not read anew for each look at it."""
    return are_many(Judgement.objects.filter(trial__assignment__study=study))


def are_many(judgements: QuerySet[Judgement]) -> bool:
    """Whether these are too many to be read for each look; counts no further than it must."""
    limit: int = settings.LARGE_STUDY_JUDGEMENTS
    return judgements[:limit].count() >= limit
