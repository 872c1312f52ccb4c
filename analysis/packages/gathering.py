"""All tables of a study, one after the other, as files in a folder."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.packages.chunking import Tell
from analysis.packages.predictions import Predictions
from analysis.packages.reading import (
    list_assignments,
    list_exclusions,
    list_judgements,
    list_judgements_apart,
    list_trials,
    select_trials,
)
from analysis.packages.reading_answers import (
    list_agents,
    list_authorships,
    list_places,
    list_responses,
    list_stimuli,
    select_places,
)
from analysis.packages.screening import screen_study
from analysis.packages.spooling import write_table
from analysis.packages.suppressing import list_judges
from analysis.packages.tables import TABLES
from analysis.rows import select_judgements
from judging.models import Study
from judging.screening import Screened


@dataclass(frozen=True, slots=True)
class Gathered:
    """How many rows each table has, and what could not be told."""

    rows: dict[str, int]
    left_out: list[str]


def gather_tables(study: Study, folder: Path, *, smallest: int, tell: Tell) -> Gathered:
    """Write the files of all tables below `folder`."""
    screened = screen_study(study, tell)
    steps = list(list_steps(screened.screened))
    rules = name_rules(study, steps)
    predictions = Predictions(study)
    rows: dict[str, Iterable[Sequence[Any]]] = {
        "judgements": list_judgements(study, screened),
        "apart": list_judgements_apart(study),
        "judges": list_judges(study, smallest=smallest),
        "assignments": list_assignments(study),
        "trials": list_trials(study),
        "places": list_places(study),
        "stimuli": list_stimuli(study),
        "responses": list_responses(study),
        "authorships": list_authorships(study),
        "agents": list_agents(study),
        "predictions": predictions.list_rows(),
        "exclusions": list_exclusions(study, screened, rules),
        "steps": steps,
    }
    counts = {table.name: write_table(table, rows[table.name], folder, tell) for table in TABLES}
    return Gathered(counts, predictions.left_out)


def list_steps(screened: Screened) -> Iterator[tuple[Any, ...]]:
    """The rules in the order of the flow, numbered from 1 within their version; 0 is all judgements."""
    number = 0
    for step in screened.flow:
        number = 0 if step.rule == "all" else number + 1
        yield step.version, number, step.rule, step.sentence


def name_rules(study: Study, steps: list[tuple[Any, ...]]) -> dict[tuple[int, int], str]:
    """The rule of each version's steps, also where all versions have the same."""
    versions = list(study.protocols.values_list("version", flat=True))
    return {
        (version, number): rule for own, number, rule, _ in steps for version in (versions if own is None else [own])
    }


def count_rows(study: Study) -> int:
    """About how many rows will be told of while a study is packed."""
    judgements, trials = select_judgements(study).count(), select_trials(study).count()
    return 2 * judgements + trials + 3 * select_places(study).count() + study.assignments.count()
