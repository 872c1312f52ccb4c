"""Folds keep what they promise."""

import numpy as np
import pytest

from analysis.ai_judges.base import CannotJudge
from analysis.evaluations.items import drop_repeated_agents
from analysis.evaluations.splits import (
    find_unseen_texts,
    group_items,
    hold_out_agents,
    split_as_the_original,
    split_by_stimulus,
)
from tests.analysis.ai_judges.making import make_item, make_paired_items, make_set

ITEMS = make_paired_items(stimuli=30)
Y = np.array([item.is_human for item in ITEMS], dtype=np.int64)
GROUPS = group_items(ITEMS, join_near_copies=False)


def test_every_item_is_judged_once_a_seed_and_never_beside_its_stimulus() -> None:
    folds = split_by_stimulus(Y, GROUPS)
    assert len(folds) == 30
    for seed in (0, 1, 2):
        tests = np.concatenate([fold.test for fold in folds if fold.seed == seed])
        assert sorted(tests) == list(range(len(ITEMS)))
    for fold in folds:
        assert not set(GROUPS[fold.test]) & set(GROUPS[fold.train])
        for part in fold.inner:
            assert set(part) <= set(fold.train)
            assert not set(GROUPS[part]) & set(GROUPS[np.setdiff1d(fold.train, part)])


def test_seeds_give_other_folds_and_the_same_seed_the_same() -> None:
    once, again = split_by_stimulus(Y, GROUPS, seeds=(0,)), split_by_stimulus(Y, GROUPS, seeds=(0,))
    other = split_by_stimulus(Y, GROUPS, seeds=(1,))
    assert all((one.test == two.test).all() for one, two in zip(once, again, strict=True))
    assert any(list(one.test) != list(two.test) for one, two in zip(once, other, strict=True))


def test_too_few_stimuli_are_refused_with_the_numbers() -> None:
    with pytest.raises(CannotJudge, match=r"^Only 9 stimuli have human responses; at least 10 are needed"):
        split_by_stimulus(Y[:27], GROUPS[:27])


def test_a_held_out_agent_is_judged_without_its_answers_its_stimuli_and_the_people_who_answered_them() -> None:
    people = [f"person-{place % 7}" if human else "" for place, human in enumerate(Y)]
    items = [
        make_item("a", group=i.group, agent="" if i.is_human else i.agent, author=who)
        for i, who in zip(ITEMS, people, strict=True)
    ]
    folds = hold_out_agents(items, Y, GROUPS, seeds=(0,))
    assert {fold.held_out for fold in folds} == {"agent-0", "agent-1"}
    for fold in folds:
        train, test = [items[row] for row in fold.train], [items[row] for row in fold.test]
        assert fold.held_out not in {item.agent for item in train}
        assert {item.agent for item in test} <= {fold.held_out, "human"}
        assert not {item.group for item in train} & {item.group for item in test}
        assert not {item.author for item in train if item.author} & {item.author for item in test if item.author}


def test_people_who_answered_every_stimulus_are_parted_too_when_an_agent_is_held_out() -> None:
    people = [
        make_item("a", group=f"image-{place}", author=f"person-{who}", number=who)
        for place in range(30)
        for who in range(5)
    ]
    machines = [make_item("b", group=f"image-{n}", agent=agent) for n in range(30) for agent in ("one", "two")]
    items = [*people, *machines]
    y = np.array([item.is_human for item in items], dtype=np.int64)
    folds = hold_out_agents(items, y, group_items(items, join_near_copies=False), seeds=(0,))
    assert len(folds) == 20
    judged = set()
    for fold in folds:
        train, test = ({items[row].author for row in rows} - {""} for rows in (fold.train, fold.test))
        assert train
        assert test
        assert not train & test
        judged |= test
    assert judged == {f"person-{who}" for who in range(5)}


def test_one_agent_cannot_be_held_out() -> None:
    one = make_paired_items(stimuli=20, agents=1)
    with pytest.raises(CannotJudge, match="one AI agent only"):
        hold_out_agents(one, np.array([i.is_human for i in one]), group_items(one, join_near_copies=False))


def test_the_original_folds_part_a_stimulus() -> None:
    fold = split_as_the_original(Y, seeds=(0,))[0]
    assert set(GROUPS[fold.test]) & set(GROUPS[fold.train])


def test_long_captions_that_recur_share_a_fold_and_short_ones_do_not() -> None:
    texts = ("a dog runs over the green grass", "the green grass a dog runs over", "a dog runs", "a dog runs")
    items = [make_item(text, group=str(place)) for place, text in enumerate(texts)]
    joined = group_items(items, join_near_copies=True)
    assert joined[0] == joined[1]
    assert len(set(joined)) == 3
    assert len(set(group_items(items, join_near_copies=False))) == 4


def test_a_text_that_occurs_in_training_is_known_whatever_its_form() -> None:
    items = [make_item(text, group=str(place)) for place, text in enumerate(("Red!", "red", "blue"))]
    fold = split_as_the_original(np.array([1, 0, 1] * 10), seeds=(0,))[0]
    chosen = type(fold)(0, 0, train=np.array([0]), test=np.array([1, 2]))
    assert find_unseen_texts(items, chosen).tolist() == [False, True]


def test_an_agent_that_repeats_another_is_left_out_and_named() -> None:
    twins = [make_item("same", group=str(n), agent=agent) for n in range(3) for agent in ("first", "second")]
    found = drop_repeated_agents(make_set([*twins, make_item("other", group="0")]))
    assert found.agents == ("first",)
    assert found.notes == ("second gives every answer that first gives and is left out",)
