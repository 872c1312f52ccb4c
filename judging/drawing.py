"""Drawing the places of one visit from the cells of its protocol."""

import random
from collections.abc import Iterable

from django.utils.translation import gettext as _

from agents.models import Authorship
from judging.design import Candidate, CellState, choose_cells, draw_places, order_trials, spread_over_cells
from judging.models import Cell, Judge, Place, Protocol, TrialKind
from judging.planning import count_trials
from judging.protocol import Settings
from turingapp.errors import StudyFull

DRAWS = 5  # a draw fails only in small pools; another share of the cells may still fit
PLACES_PER_TRIAL = 4  # how many of the least taken places of a cell are looked at
NO_QUOTA = 10**9

OrderedPlaces = list[tuple[str, Place]]


def draw_for(judge: Judge, protocol: Protocol, rng: random.Random, *, takes_places: bool) -> OrderedPlaces:
    """Kind and place of one judge's trials, in order; raises StudyFull."""
    settings = protocol.settings
    quota = settings.judgements_per_response if takes_places else NO_QUOTA
    cells = {str(cell.pk): cell for cell in Cell.objects.filter(protocol=protocol).order_by("pk")}
    own = set(Authorship.objects.filter(agent__person_key=judge.person_key).values_list("response_id", flat=True))
    for __ in range(DRAWS):
        chosen = choose_all_cells(settings, cells.values(), rng, quota=quota)
        if chosen is None:
            break
        wanted = [key for keys in chosen.values() for key in keys]
        candidates = {key: list_candidates(cells[key], own, quota=quota, trials=len(wanted)) for key in set(wanted)}
        drawn = draw_places(wanted, candidates, rng)
        if drawn is not None:
            return order_drawn(chosen, drawn, settings, rng)
    raise StudyFull(_("Every place of this study is taken. Thank you for your interest."))


def choose_all_cells(
    settings: Settings, cells: Iterable[Cell], rng: random.Random, *, quota: int
) -> dict[TrialKind, list[str]] | None:
    """For each kind of trial the keys of the cells of one visit; None where places are lacking."""
    states = {str(cell.pk): cell for cell in cells}
    chosen: dict[TrialKind, list[str]] = {}
    for kind, trials in count_trials(settings).items():
        limit = quota if kind == TrialKind.MAIN else NO_QUOTA
        some = {
            key: CellState(cell.pairing, cell.taken, cell.places_count * limit - cell.taken)
            for key, cell in states.items()
            if cell.kind == kind
        }
        of_any_pairing = kind == TrialKind.CATCH
        wanted = (
            spread_over_cells(trials, some, rng) if of_any_pairing else choose_cells(trials, settings.shares, some, rng)
        )
        if wanted is None:
            return None
        chosen[kind] = wanted
    return chosen


def list_candidates(cell: Cell, own: set[int], *, quota: int, trials: int) -> list[Candidate]:
    """The least taken places of a cell, enough of them to hold as many different stimuli as there are trials."""
    limit = PLACES_PER_TRIAL * trials
    below = quota if cell.kind == TrialKind.MAIN else NO_QUOTA
    while True:
        rows = list(
            Place.objects.filter(cell=cell, taken__lt=below)
            .order_by("taken", "salt")
            .values_list("pk", "stimulus_id", "taken", "salt", "view", "response_id")[:limit]
        )
        usable = [row for row in rows if row[5] not in own]
        if len(rows) < limit or len({row[1] for row in usable}) >= trials:
            return [Candidate(*row[:5]) for row in usable]
        limit *= 4


def order_drawn(
    chosen: dict[TrialKind, list[str]], drawn: list[Candidate], settings: Settings, rng: random.Random
) -> OrderedPlaces:
    """The drawn places by kind, in the order in which they are shown."""
    places = Place.objects.in_bulk([candidate.place for candidate in drawn])
    queue = iter(drawn)
    by_kind = {str(kind): [places[next(queue).place] for _ in keys] for kind, keys in chosen.items()}
    return order_trials(by_kind, settings.catch.at if settings.catch else (), rng)
