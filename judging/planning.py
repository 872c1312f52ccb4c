"""Whether the pools can meet a plan, said with the numbers."""

import math
from collections import defaultdict
from collections.abc import Mapping
from functools import reduce
from itertools import combinations

from django.utils.translation import gettext as _

from agents.models import Authorship, Origin, Stimulus
from judging.models import Place, Protocol, TrialKind
from judging.placing import list_pools
from judging.protocol import Settings
from turingapp.errors import InvalidProtocol, PoolTooSmall, Problem

ROUNDING = 1e-9


def count_trials(settings: Settings) -> dict[TrialKind, int]:
    """How many trials of each kind a visit has."""
    counts = {TrialKind.MAIN: settings.trials}
    if settings.practice is not None:
        counts[TrialKind.PRACTICE] = settings.practice.trials
    if settings.feedback_trials:
        counts[TrialKind.FEEDBACK] = settings.feedback_trials
    if settings.catch is not None:
        counts[TrialKind.CATCH] = len(settings.catch.at)
    return counts


def count_needs(settings: Settings) -> dict[tuple[str, str], int]:
    """The most trials of each kind and pairing that one judge may get; catch trials may be of any pairing."""
    needs: dict[tuple[str, str], int] = {}
    for kind, trials in count_trials(settings).items():
        if kind == TrialKind.CATCH:
            needs[kind, ""] = trials
            continue
        for pairing, share in settings.shares.items():
            if share:
                needs[kind, pairing] = math.ceil(share * trials - ROUNDING)
    return needs


def find_shortages(
    needs: Mapping[tuple[str, str], int],
    stimuli: Mapping[tuple[str, str], set[int]],
    trials: Mapping[TrialKind, int],
) -> list[str]:
    """Every set of kinds and pairings that together need more different stimuli than there are (Hall 1935)."""
    found = []
    lacking = _("%(wanted)s different stimuli with responses by %(authors)s are needed per judge, there are %(there)s.")
    for size in range(1, len(needs) + 1):
        for group in combinations(sorted(needs), size):
            at_most = sum(trials[TrialKind(kind)] for kind in {kind for kind, _ in group})
            wanted = min(sum(needs[key] for key in group), at_most)
            there = len(set().union(*(stimuli.get(key, set()) for key in group)))
            if there < wanted:
                found.append(lacking % {"wanted": wanted, "authors": describe_group(group), "there": there})
    return found


def describe_group(group: tuple[tuple[str, str], ...]) -> str:
    """Who gave responses of any of these needs, in words."""
    told = [describe_authors(kind, pairing) for kind, pairing in group]
    return reduce(lambda one, other: _("%(one)s or %(other)s") % {"one": one, "other": other}, told)


def describe_authors(kind: str, pairing: str) -> str:
    """The authors of a pairing in words, with the kind of trial where it is not the main one."""
    told = [_("an AI agent") if letter == "A" else _("a human") for letter in pairing] or [_("anybody")]
    authors = reduce(join_two, told)
    if kind == TrialKind.MAIN:
        return authors
    return _("%(authors)s in %(kind)s trials") % {"authors": authors, "kind": _(TrialKind(kind).label).lower()}


def join_two(one: str, other: str) -> str:
    """Two things that are so together."""
    return _("%(one)s and %(other)s") % {"one": one, "other": other}


def describe_pending(settings: Settings) -> str:
    """How many stimuli of the pools are pending, and for what; empty where none is."""
    names = {name for pool in list_pools(settings).values() for name in pool.names}
    stimuli = Stimulus.objects.of_task(settings.task).filter(pool__in=names)
    lacking = [
        (stimuli.exclude(set_aside_at=None).count(), _("%(number)s are set aside")),
        (stimuli.filter(has_picture=False).count(), _("%(number)s lack their picture")),
    ]
    if settings.control:
        lacking.append((stimuli.filter(has_control=False).count(), _("%(number)s lack their control's truth")))
    parts = [told % {"number": number} for number, told in lacking if number]
    if not parts:
        return ""
    told = _("Of the %(all)s stimuli in the pool %(parts)s.")
    return told % {"all": stimuli.count(), "parts": reduce(join_two, parts)}


def describe_shortage(settings: Settings, stimuli: Mapping[tuple[str, str], set[int]]) -> str:
    """Why no judge could be given the planned trials from these stimuli by kind and pairing; empty where one could."""
    shortages = find_shortages(count_needs(settings), stimuli, count_trials(settings))
    return " ".join([*shortages, describe_pending(settings)]).strip() if shortages else ""


def is_met(settings: Settings, stimuli: Mapping[tuple[str, str], set[int]]) -> bool:
    """Whether one judge could be given the planned trials from these stimuli by kind and pairing."""
    return not find_shortages(count_needs(settings), stimuli, count_trials(settings))


def key_of_need(kind: str, pairing: str) -> tuple[str, str]:
    """The need that a place of this kind and pairing serves; catch trials may be of any pairing."""
    return kind, "" if kind == TrialKind.CATCH else pairing


def check_plan(protocol: Protocol, settings: Settings) -> None:
    """Raise PoolTooSmall where no judge could be given the planned trials."""
    stimuli: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    places = Place.objects.filter(cell__protocol=protocol)
    for kind, pairing, stimulus in places.values_list("cell__kind", "cell__pairing", "stimulus_id").distinct():
        stimuli[key_of_need(kind, pairing)].add(stimulus)
    if shortage := describe_shortage(settings, stimuli):
        names = ", ".join(settings.pool.names)
        told = _("The pool %(pools)s cannot meet the plan of %(trials)s trials per judge: %(shortage)s")
        raise PoolTooSmall(told % {"pools": names, "trials": settings.trials_in_all, "shortage": shortage})


def count_visits(settings: Settings, room: Mapping[str, int]) -> int:
    """How many visits so much room for judgements by pairing can give, at most: the scarcest pairing decides.

    A visit takes its share of trials from each pairing; the rule of one stimulus once per judge may leave a few less.
    """
    needs = {pairing: share * settings.trials for pairing, share in settings.shares.items() if share}
    return min(math.floor(room.get(pairing, 0) / need + ROUNDING) for pairing, need in needs.items())


def count_visits_left(protocol: Protocol) -> int:
    """How many more visits the protocol's main places can give, at most."""
    settings = protocol.settings
    room: defaultdict[str, int] = defaultdict(int)
    for cell in protocol.cells.filter(kind=TrialKind.MAIN):
        room[cell.pairing] += max(0, cell.places_count * settings.judgements_per_response - cell.taken)
    return count_visits(settings, room)


def check_baseline(protocol: Protocol, settings: Settings) -> None:
    """Raise InvalidProtocol where the weak baseline is no AI agent of the main trials."""
    placed = Authorship.objects.filter(
        response__places__cell__protocol=protocol,
        response__places__cell__kind=TrialKind.MAIN,
        agent__origin=Origin.AI,
    )
    if settings.weak_baseline and not placed.filter(agent__slug=settings.weak_baseline).exists():
        known = ", ".join(placed.order_by("agent__slug").values_list("agent__slug", flat=True).distinct())
        rule = _("it should be an AI agent whose responses the study shows; there are %(known)s")
        rule %= {"known": known or _("none")}
        raise InvalidProtocol([Problem("weak_baseline", repr(settings.weak_baseline), rule)])
