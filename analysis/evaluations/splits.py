"""Folds that keep a stimulus on one side: cross-validation by stimulus, and each AI agent held out in turn."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.ai_judges.base import CannotJudge, Fold, Rows
from analysis.features.items import Item, find_text
from analysis.features.texts import split_words
from turingapp.words import say_later

FOLDS = 10
SEEDS = (0, 1, 2)
LONG_TEXT = 6  # words from which a text that recurs is a copy and not a coincidence
Codes = NDArray[np.int64]


def group_items(items: Sequence[Item], *, join_near_copies: bool) -> Codes:
    """A number for each item's stimulus; with `join_near_copies` also one for stimuli that share a long text."""
    groups: Codes = np.unique([item.group for item in items], return_inverse=True)[1]
    if not join_near_copies:
        return groups
    parents = list(range(int(groups.max(initial=-1)) + 1))

    def find(one: int) -> int:
        while parents[one] != one:
            one = parents[one]
        return one

    first: dict[tuple[str, ...], int] = {}
    for item, group in zip(items, groups, strict=True):
        words = split_words(find_text(item))
        if len(words) >= LONG_TEXT:  # the same words in any order
            known = first.setdefault(tuple(sorted(words)), int(group))
            parents[find(int(group))] = find(known)
    return np.array([find(int(group)) for group in groups], dtype=np.int64)


def split_by_stimulus(y: Codes, groups: Codes, *, seeds: Sequence[int] = SEEDS) -> list[Fold]:
    """Ten folds for each seed; raises CannotJudge where either origin answered fewer than ten stimuli."""
    for origin, name in ((1, say_later("human")), (0, say_later("AI"))):
        count = len(np.unique(groups[y == origin]))
        if count < FOLDS:
            raise CannotJudge(
                say_later(
                    "Only %(count)s stimuli have %(origin)s responses; at least %(folds)s are needed for %(folds)s "
                    "folds that keep a stimulus on one side. Load more responses.",
                    count=count,
                    origin=name,
                    folds=FOLDS,
                )
            )
    return [fold for seed in seeds for fold in _make_folds(_draw_tests(y, groups, seed), seed, groups)]


def _draw_tests(y: Codes, groups: Codes, seed: int) -> list[Rows]:
    from sklearn.model_selection import StratifiedGroupKFold

    rule = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=seed)
    return [np.asarray(test) for _, test in rule.split(np.zeros(len(y)), y, groups)]


def _make_folds(tests: Sequence[Rows], seed: int, groups: Codes) -> Iterator[Fold]:
    """Each part is the test rows of one fold, and what others calibrate on."""
    every = np.concatenate(tests)
    for number, test in enumerate(tests):
        later = [tests[(number + step) % len(tests)] for step in range(1, len(tests))]
        train = np.setdiff1d(every, test)
        if np.intersect1d(groups[train], groups[test]).size:
            raise RuntimeError(f"Fold {number} of seed {seed} has a stimulus on both sides.")
        yield Fold(seed, number, train, test, tuple(later))


def hold_out_agents(items: Sequence[Item], y: Codes, groups: Codes, *, seeds: Sequence[int] = SEEDS) -> list[Fold]:
    """Folds in which one AI agent is judged by what was learned from the others.

    Neither its answers, nor the stimuli judged, nor the people who answered them (where known) are learned from. Where
    the same people answered everything, each fold judges a tenth of them and learns from the others.
    """
    agents = np.array([item.agent for item in items], dtype=object)
    authors = np.array([item.author for item in items], dtype=object)
    machines = sorted({item.agent for item in items if not item.is_human})
    if len(machines) < 2:
        raise CannotJudge(say_later("There is one AI agent only; two are needed to hold one out."))
    folds: list[Fold] = []
    for fold in split_by_stimulus(y, groups, seeds=seeds):
        for agent in machines:
            test = fold.test[(y[fold.test] == 1) | (agents[fold.test] == agent)]
            people = find_people(authors[test])
            if people.size and not np.setdiff1d(find_people(authors[fold.train]), people).size:
                people = draw_people(authors, fold)
                test = test[(y[test] == 0) | np.isin(authors[test], people)]
            free = (agents != agent) & ~np.isin(authors, people)
            train = fold.train[free[fold.train]]
            inner = tuple(part[free[part]] for part in fold.inner)
            if (y[train] == 1).any() and (agents[test] == agent).any():
                folds.append(Fold(fold.seed, fold.number, train, test, inner, held_out=agent))
    return folds


def find_people(authors: NDArray[np.object_]) -> NDArray[np.str_]:
    """The people among these authors who are known."""
    return np.array(sorted({str(author) for author in authors if author}), dtype=np.str_)


def draw_people(authors: NDArray[np.object_], fold: Fold) -> NDArray[np.str_]:
    """The people whom a fold judges: another tenth of all in each fold of a seed, or one of them where they are few."""
    people = np.random.default_rng(fold.seed).permutation(find_people(authors))
    drawn: NDArray[np.str_] = people[np.arange(len(people)) % FOLDS == fold.number % min(FOLDS, len(people))]
    return drawn


def split_as_the_original(y: Codes, *, seeds: Sequence[int] = SEEDS) -> list[Fold]:
    """The original study's folds: ten, neither stratified nor grouped. To compare with its numbers only."""
    from sklearn.model_selection import KFold

    folds: list[Fold] = []
    for seed in seeds:
        tests = [test for _, test in KFold(FOLDS, shuffle=True, random_state=seed).split(y)]
        every = np.arange(len(y))
        folds.extend(Fold(seed, number, np.setdiff1d(every, test), test) for number, test in enumerate(tests))
    return folds


def find_unseen_texts(items: Sequence[Item], fold: Fold) -> NDArray[np.bool_]:
    """Which test rows have a text that no training row has, form aside."""
    words = [" ".join(split_words(find_text(item))) for item in items]
    known = {words[row] for row in fold.train}
    return np.array([words[row] not in known for row in fold.test], dtype=bool)
