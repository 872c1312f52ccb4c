"""The responses that were taken for the other origin most and least often, as judges saw them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from django.utils.translation import gettext_noop

from agents.models import Origin, Provenance, Response
from agents.normalizations import Step
from agents.normalizations_applied import normalize_response
from agents.tasks.base import Task
from analysis.reports.base import Kind, Value, write_value
from analysis.reports.rates import plain
from analysis.stats.proportions import wilson
from judging.showing import name_partial
from turingapp.words import say_later

LEAST_JUDGEMENTS = 3  # with fewer, one judge's verdict makes the order
SHOWN = 4
NOT_PUBLISHED = say_later("the study's file says who made this response and how it was judged, but not what it was.")
NO_PICTURE = say_later("the picture that it is on is not here; load the stimulus with its picture to see both.")
TITLES = {
    "fooled-most": gettext_noop("Machines most often judged human"),
    "fooled-least": gettext_noop("Machines least often judged human"),
    "humans": gettext_noop("Humans most often judged machines"),
}


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One response in a role, as the judge's partial draws it, and what judges said of it."""

    partial: str
    shown: dict[str, Any] | None  # None where there is nothing to show
    missing: str  # why there is not
    role: str  # empty for tasks with one
    agent: str  # empty for humans
    told: str


@dataclass(frozen=True, slots=True)
class Wall:
    """Exhibits under a title."""

    slug: str
    title: str
    exhibits: Sequence[Exhibit]


def choose_exhibits(rows: pd.DataFrame) -> dict[str, list[dict[str, Value]]]:
    """What each wall shows, and what judges said of it, as plain values.

    Ordered by the Wilson bound nearer to one half, so that few judgements do not come first. Judges judge a response
    once, so that its judgements are independent.
    """
    counted = count_verdicts(rows)
    machines, humans = (counted[counted["origin"].eq(origin)] for origin in (Origin.AI, Origin.HUMAN))
    chosen = {
        "fooled-most": machines.sort_values(["low", "high", "response"], ascending=False),
        "fooled-least": machines.sort_values(["high", "low", "response"]),
        "humans": humans.sort_values(["high", "low", "response"]),
    }
    heads = {slug: found.head(SHOWN).to_dict("records") for slug, found in chosen.items()}
    return {
        slug: [{str(name): plain(value) for name, value in one.items()} for one in found]
        for slug, found in heads.items()
    }


def hang_gallery(
    task: Task, chosen: Mapping[str, Sequence[Mapping[str, Any]]], steps: Sequence[Step] = ()
) -> list[Wall]:
    """The walls of what `choose_exhibits` chose that have something to show; responses that are gone are left out.

    `steps` are the normalizations of the study.
    """
    responses = read_responses({values["response"] for found in chosen.values() for values in found})
    walls = [
        Wall(
            slug,
            TITLES[slug],
            [exhibit(task, values, responses, steps) for values in found if values["response"] in responses],
        )
        for slug, found in chosen.items()
    ]
    return [wall for wall in walls if wall.exhibits]


def count_verdicts(rows: pd.DataFrame) -> pd.DataFrame:
    """How often each response was judged human in each role, with Wilson's interval; few judgements are left out."""
    groups = rows.groupby(["response", "role", "origin"], as_index=False, observed=True)
    counted = groups.agg(human=("y", "sum"), n=("y", "size"), view=("view", "max"), agent=("agent_title", "first"))
    kept = counted[counted["n"] >= LEAST_JUDGEMENTS]
    ends = [wilson(int(human), int(n)) for human, n in zip(kept["human"], kept["n"], strict=True)]
    return kept.assign(low=[low for low, _ in ends], high=[high for _, high in ends])


def read_responses(chosen: Collection[int]) -> dict[int, Response]:
    """The responses of these numbers with their stimuli."""
    return Response.objects.select_related("stimulus").in_bulk(chosen)


def exhibit(task: Task, values: Mapping[str, Any], responses: dict[int, Response], steps: Sequence[Step]) -> Exhibit:
    """One response with what is told of it."""
    response = responses[values["response"]]
    share, low, high = (
        write_value(float(number), Kind.SHARE)
        for number in (values["human"] / values["n"], values["low"], values["high"])
    )
    missing = find_missing(response)
    payload = normalize_response(response.payload, steps)
    return Exhibit(
        partial=name_partial(task),
        shown=None if missing else task.show(response.stimulus.payload, payload, int(values["view"])),
        missing=missing,
        role=str(values["role"]) if len(task.roles) > 1 else "",
        agent=str(values["agent"]) if values["origin"] == Origin.AI else "",
        told=say_later(
            "Judged human in %(share)s of %(judgements)s judgements (Wilson interval %(low)s to %(high)s)",
            share=share,
            judgements=values["n"],
            low=low,
            high=high,
        ),
    )


def find_missing(response: Response) -> str:
    """Why a response cannot be shown as judges saw it, to be said later; empty where it can."""
    if response.provenance == Provenance.STAND_IN:
        return NOT_PUBLISHED
    return "" if response.stimulus.has_picture else NO_PICTURE
