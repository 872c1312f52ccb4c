"""Evaluations of AI judges: which folds, fold after fold, and predictions that a killed run need not make again."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.tasks import TASKS
from analysis.ai_judges import AI_JUDGES, DEFAULT_JUDGE, YARDSTICK
from analysis.ai_judges.base import AiJudge, CannotJudge, Floats, Fold
from analysis.embedders import EMBEDDERS, find_best_embedder
from analysis.embedders.base import Embedder
from analysis.embedders.cache import Progress
from analysis.evaluations.items import ItemSet
from analysis.evaluations.places import FITTED, SETTINGS, TITLES, Memory, Place, Setting, Store
from analysis.evaluations.scores import Predictions
from analysis.evaluations.splits import (
    SEEDS,
    find_unseen_texts,
    group_items,
    hold_out_agents,
    split_as_the_original,
    split_by_stimulus,
)
from analysis.features.items import normalize_items
from analysis.features.material import Material
from turingapp.words import say_later

BASELINES = tuple(judge.slug for judge in AI_JUDGES if judge.is_baseline)
USUAL_JUDGES = (DEFAULT_JUDGE, YARDSTICK, *BASELINES)


@dataclass
class Evaluation:
    """One set of items before several judges; everything derived is made once."""

    items: ItemSet
    cache: Path
    judges: tuple[AiJudge, ...]
    settings: tuple[Setting, ...] = SETTINGS
    seeds: tuple[int, ...] = SEEDS
    store: Store = field(default_factory=Memory)
    embedder: Embedder | None = field(default_factory=find_best_embedder)
    progress: Progress | None = None
    labeled: frozenset[str] = frozenset()  # stimuli whose human answers set the threshold anew
    notes: list[str] = field(default_factory=list)

    @cached_property
    def material(self) -> Material:
        """The items as numbers."""
        return self._make_material(normalized=False)

    @cached_property
    def normalized(self) -> Material:
        """The items as numbers once their form is taken away."""
        return self._make_material(normalized=True)

    def _make_material(self, *, normalized: bool) -> Material:
        items = normalize_items(self.items.items) if normalized else self.items.items
        return Material(items, cache=self.cache, embedder=self.embedder, vectors=find_vectors(), progress=self.progress)

    @cached_property
    def folds(self) -> dict[Setting, list[Fold]]:
        """The folds of every setting that can be had; what cannot is noted."""
        task, y = TASKS[self.items.task], self.material.y
        groups = group_items(self.items.items, join_near_copies=task.near_copies_share_fold)
        makers: dict[Setting, Callable[[], list[Fold]]] = {
            Setting.ORDINARY: lambda: split_by_stimulus(y, groups, seeds=self.seeds),
            Setting.HELD_OUT: lambda: hold_out_agents(self.items.items, y, groups, seeds=self.seeds),
            Setting.NORMALIZED: lambda: split_by_stimulus(y, groups, seeds=self.seeds),
            Setting.ORIGINAL: lambda: split_as_the_original(y, seeds=self.seeds),
        }
        found = {}
        for setting in (one for one in FITTED if one in self.settings):
            try:
                found[setting] = makers[setting]()
            except CannotJudge as error:
                if setting == Setting.ORDINARY:
                    raise
                self.notes.append(say_later("%(what)s: %(why)s", what=say_later(TITLES[setting]), why=str(error)))
        return found

    @cached_property
    def groups(self) -> NDArray[np.int64]:
        """The stimulus of every row, for intervals."""
        return np.unique([item.group for item in self.items.items], return_inverse=True)[1].astype(np.int64)

    @property
    def size(self) -> int:
        """How many folds there are for all judges."""
        return len(self.judges) * sum(map(len, self.folds.values()))

    def run(self) -> Iterator[Place]:
        """Judge fold after fold; those that the store knows cost nothing."""
        for judge in self.judges:
            try:
                judge.check(self.items.items)
            except CannotJudge as error:
                self.notes.append(say_later("%(what)s: %(why)s", what=say_later(judge.title), why=str(error)))
                continue
            for setting, folds in self.folds.items():
                yield from self._run_folds(judge, setting, folds)

    def _run_folds(self, judge: AiJudge, setting: Setting, folds: Sequence[Fold]) -> Iterator[Place]:
        places = {id(fold): Place(judge.slug, setting, fold.seed, fold.number, fold.held_out) for fold in folds}
        missing = []
        for fold in folds:
            if self.store.find(places[id(fold)]) is None:
                missing.append(fold)
            else:
                yield places[id(fold)]
        material = self.normalized if setting == Setting.NORMALIZED else self.material
        for fold, p in judge.judge(material, missing) if missing else ():
            self.store.keep(places[id(fold)], fold, check_scores(judge, p, count=len(fold.test)))
            yield places[id(fold)]

    def gather(self, judge: AiJudge, setting: Setting) -> Predictions | None:
        """All out-of-fold predictions of a judge in a setting; None where there are none."""
        found = self.gather_rows(judge, setting)
        return found[0] if found else None

    def gather_agent(self, judge: AiJudge, setting: Setting, agent: str) -> Predictions | None:
        """The predictions on an agent and on humans, of models that knew it or, where agents are held out, did not."""
        found = self.gather_rows(judge, setting, held_out=agent)
        return found[0].take((found[0].y == 1) | (found[0].agent == agent)) if found else None

    def gather_rows(
        self, judge: AiJudge, setting: Setting, *, held_out: str = ""
    ) -> tuple[Predictions, NDArray[np.int64]] | None:
        """The same as `gather` with the item of each prediction; of folds that hold agents out, all or this agent's."""
        fitted = Setting.ORDINARY if setting == Setting.UNSEEN else setting
        parts = []
        folds = [fold for fold in self.folds.get(fitted, []) if not held_out or fold.held_out in ("", held_out)]
        rounds = sorted({(fold.seed, fold.held_out) for fold in folds})
        for fold in folds:
            p = self.store.find(Place(judge.slug, fitted, fold.seed, fold.number, fold.held_out))
            if p is None:
                return None
            chosen = np.ones(len(p), dtype=bool)
            if setting == Setting.UNSEEN:
                chosen = self.unseen[fold.seed, fold.number]
            number = rounds.index((fold.seed, fold.held_out))
            parts.append((p[chosen], fold.test[chosen], np.full(int(chosen.sum()), number)))
        if not parts:
            return None
        p, rows, round_of = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        scored = np.array([not judge.skips(self.items.items[row]) for row in rows], dtype=bool)
        p, rows, round_of = p[scored], rows[scored], round_of[scored]
        agents = np.array([item.agent for item in self.items.items], dtype=object)
        return Predictions(p, self.material.y[rows], agents[rows], self.groups[rows], round_of), rows

    def list_known(self) -> Iterator[tuple[Place, Fold, Floats]]:
        """Every fold that is judged, with its predictions."""
        for judge in self.judges:
            for setting, folds in self.folds.items():
                for fold in folds:
                    place = Place(judge.slug, setting, fold.seed, fold.number, fold.held_out)
                    p = self.store.find(place)
                    if p is not None:
                        yield place, fold, p

    @cached_property
    def unseen(self) -> dict[tuple[int, int], NDArray[np.bool_]]:
        """Which test rows of each ordinary fold have a text that its training rows lack."""
        folds = self.folds.get(Setting.ORDINARY, [])
        return {(fold.seed, fold.number): find_unseen_texts(self.items.items, fold) for fold in folds}


def check_scores(judge: AiJudge, p: Floats, *, count: int) -> Floats:
    """The probabilities; raises ValueError for another number of them, or values outside 0 to 1. NaN is no answer."""
    if len(p) != count:
        raise ValueError(f"{judge.slug} gave {len(p)} answers for {count} items.")
    known = p[~np.isnan(p)]
    if len(known) and (known.min() < 0 or known.max() > 1):
        worst = known[np.argmax(np.abs(known - 0.5))]
        raise ValueError(f"{judge.slug} gave {worst:g}; P(human) is from 0 to 1, higher for human.")
    return p


def find_vectors() -> Embedder | None:
    """The word vectors for distances between cue and word, where they are on this machine."""
    return next((one for one in EMBEDDERS if one.slug == "glove" and one.is_at_hand), None)


def hash_items(items: ItemSet) -> str:
    """What tells one set of items from another: a run goes on only with the very same items."""
    text = "\n".join(sorted(f"{item.key}\t{item.group}\t{item.origin}\t{item.evidence}" for item in items.items))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def choose_judges(names: Sequence[str]) -> tuple[AiJudge, ...]:
    """The judges of these names, or the usual ones; the baselines always stand beside them. Raises UnknownPlugin."""
    wanted = [*(names or USUAL_JUDGES), YARDSTICK, *BASELINES]
    return tuple(AI_JUDGES[name] for name in dict.fromkeys(wanted))
