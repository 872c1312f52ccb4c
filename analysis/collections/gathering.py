"""Reading a collection: its studies' observations, sorted into what may be compared, by the facet that is chosen."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import pandas as pd
from django.utils.translation import gettext, gettext_noop

from agents.parity_rows import count_agent_cues
from agents.tasks import TASKS
from analysis.collections.ai_judges import AiJudgeFigures, find_figures
from analysis.collections.base import CollectionObservations, Comparison, Member
from analysis.observations import read_latest
from analysis.reports.facets import list_facets, name_facet
from analysis.reports.gender_guess import GUESSES
from judging.models import Collection, Study
from turingapp.errors import TuringError
from turingapp.words import Listing, Words, say_later

GENDER_GUESS = "judge:gender_guess"  # no stimulus's facet has a colon in its name


class UnknownFacet(TuringError):
    """The collection has no such facet."""


def gather_collection(collection: Collection, *, facet: str = "", is_screened: bool = True) -> CollectionObservations:
    """What a collection has gathered, every study screened by its own rules; raises UnknownFacet."""
    studies = list(collection.studies.order_by("created_at", "pk"))
    figures = find_figures([study.slug for study in studies])
    members = [read_member(study, figures.get(study.slug), is_screened=is_screened) for study in studies]
    tasks = tuple(sort_members(members))
    values = [find_values(comparison.rows) for comparison in tasks]
    facets = tuple(sorted({name for found in values for name in found}))
    if facet and facet not in facets:
        raise UnknownFacet(say_unknown(collection, facet, facets))
    split = [part for task, found in zip(tasks, values, strict=True) for part in split_rows(task, found.get(facet))]
    return CollectionObservations(collection, tasks, tuple(split) if facet else tasks, facets, facet)


def say_unknown(collection: Collection, facet: str, facets: Sequence[str]) -> Words:
    """That there is no such facet, and which there are."""
    named = {"collection": collection.slug, "facet": repr(facet)}
    if not facets:
        return say_later("%(collection)s has no facet %(facet)s; there is none.", **named)
    text = gettext_noop("%(collection)s has no facet %(facet)s; there are: %(known)s.")
    return say_later(text, **named, known=Listing(facets))


def read_member(study: Study, ai_judge: AiJudgeFigures | None, *, is_screened: bool) -> Member:
    """A study with what stands beside its judgements."""
    observations = read_latest(study)[1]
    settings = study.protocols.latest("version").settings
    cues: dict[str, tuple[int, int]] = {}
    for pool in settings.pool.names:
        for agent, (telling, unknown) in count_agent_cues(study.task, pool).items():
            before = cues.get(agent, (0, 0))
            cues[agent] = (before[0] + telling, before[1] + unknown)
    chosen = observations if is_screened else observations.unscreened()
    return Member(chosen, settings.weak_baseline, ai_judge, cues)


def sort_members(members: Sequence[Member]) -> Iterator[Comparison]:
    """One comparison for each task, those of programs apart, in the order of the tasks."""
    order = {slug: place for place, slug in enumerate(TASKS.slugs)}

    def key(member: Member) -> tuple[bool, int]:
        study = member.observations.study
        return study.is_simulated, order[study.task]

    for (is_simulated, place), group in groupby(sorted(members, key=key), key=key):
        together = tuple(group)
        parts = [one.observations.rows.assign(study=one.observations.study.slug) for one in together]
        filled = [part for part in parts if len(part)] or parts[:1]
        yield Comparison(TASKS.slugs[place], is_simulated, together, pd.concat(filled, ignore_index=True))


def find_values(rows: pd.DataFrame) -> "dict[str, pd.Series[str]]":
    """The facets of the stimuli, and the guess at the speaker's gender where judges were asked."""
    guesses = rows["gender_guess"].astype(object).map(GUESSES)
    return {**list_facets(rows), **({GENDER_GUESS: guesses} if guesses.notna().any() else {})}


def split_rows(task: Comparison, values: "pd.Series[str] | None") -> list[Comparison]:
    """One comparison for each value of a facet; none where the task does not have it."""
    if values is None:
        return []
    return [
        Comparison(task.task, task.is_simulated, task.members, rows, str(value), number)
        for number, (value, rows) in enumerate(task.rows.groupby(values, sort=True), 1)
    ]


def entitle_facet(facet: str) -> str:
    """A facet's name for people."""
    return gettext("Guess of the speaker's gender") if facet == GENDER_GUESS else name_facet(facet)
