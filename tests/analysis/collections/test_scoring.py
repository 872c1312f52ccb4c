"""Scores, verdicts and ranks of agents from judgements whose truth is known."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.collections.scoring import Scores, score_rows
from analysis.stats.verdicts import Verdict

HUMANS = "human"


def draw_rows(shares: dict[str, float], *, judges: int = 100, each: int = 40, seed: int = 1) -> pd.DataFrame:
    """Every judge judges each author `each` times, on stimuli that come in turn; a share is called human by chance."""
    rng = np.random.default_rng(seed)
    parts = []
    for place, (author, share) in enumerate(shares.items()):
        judge = np.repeat(np.arange(judges), each)
        parts.append(
            pd.DataFrame(
                {
                    "y": (rng.random(len(judge)) < share).astype(int),
                    "judge": judge,
                    "stimulus": place * 1000 + (judge * 7 + np.tile(np.arange(each), judges)) % 50,
                    "origin": "human" if author == HUMANS else "ai",
                    "agent": author,
                    "agent_title": author.capitalize(),
                    "study": "one",
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def name(scores: Scores) -> dict[str, Verdict]:
    return {agent.slug: agent.verdict.verdict for agent in scores.agents}


def test_agents_whose_truth_is_known_get_their_verdict_and_their_rank() -> None:
    rows = draw_rows({HUMANS: 0.6, "better": 0.75, "alike": 0.6, "below": 0.35, "weak": 0.1})
    scores = score_rows(rows, baselines=frozenset({"weak"}))
    assert name(scores) == {
        "better": Verdict.SUPERIOR,
        "alike": Verdict.EQUIVALENT,
        "below": Verdict.FAILS,
        "weak": Verdict.FAILS,
    }
    assert [(agent.slug, agent.rank, agent.rank_ends) for agent in scores.agents] == [
        ("better", 1, (1, 1)),
        ("alike", 2, (2, 2)),
        ("below", 3, (3, 3)),
        ("weak", 4, (4, 4)),
    ]
    assert scores.ceiling.n == 4000
    assert [agent.is_baseline for agent in scores.agents] == [False, False, False, True]


def test_agents_that_are_alike_share_their_ranks() -> None:
    scores = score_rows(draw_rows({HUMANS: 0.6, "one": 0.5, "two": 0.5}, each=10), baselines=frozenset())
    assert [agent.rank for agent in scores.agents] == [1, 2]
    assert {agent.rank_ends for agent in scores.agents} == {(1, 2)}


@pytest.mark.parametrize(
    "baselines", [frozenset[str](), frozenset({"absent"}), frozenset({"weak", "alike"})], ids=["none", "absent", "two"]
)
def test_without_one_weak_baseline_there_is_no_verdict(baselines: frozenset[str]) -> None:
    scores = score_rows(draw_rows({HUMANS: 0.6, "alike": 0.6, "weak": 0.1}), baselines=baselines)
    assert set(name(scores).values()) == {Verdict.GREY}
    assert scores.agents[0].gates == "no weak baseline agent was judged"


def test_a_margin_of_a_study_decides_what_is_equivalent() -> None:
    rows = draw_rows({HUMANS: 0.6, "near": 0.56, "weak": 0.1})
    found = {margin: score_rows(rows, baselines=frozenset({"weak"}), margin=margin) for margin in (0.05, 0.15)}
    assert {margin: name(scores)["near"] for margin, scores in found.items()} == {
        0.05: Verdict.DETECTABLY_BELOW,
        0.15: Verdict.EQUIVALENT,
    }


def test_no_interval_of_ranks_is_given_from_one_judge() -> None:
    scores = score_rows(draw_rows({HUMANS: 0.6, "one": 0.5, "two": 0.5}, judges=1), baselines=frozenset())
    assert [(agent.rank, agent.rank_ends) for agent in scores.agents] == [(None, None), (None, None)]


def test_detectability_is_the_balanced_accuracy_that_the_original_study_printed(shared_data: Path) -> None:
    """Counts and rates of the color task as the authors' notebook printed them, to its two decimals."""
    published: dict[str, Any] = json.loads((shared_data / "published" / "published_numbers.json").read_text("utf-8"))
    color = published["repo_recomputed_by_authors"]["color"]
    shares = {"human": 0.55, **{agent: color["derived_AA_if_HH_0.55"][agent] for agent in color["n_agent"]}}
    counts = {"human": color["n_human"], **color["n_agent"]}
    rows = pd.concat([count_out(author, counts[author], shares[author]) for author in counts], ignore_index=True)
    scores = score_rows(rows, baselines=frozenset())
    assert len(rows) == color["n"]
    assert (scores.ceiling.n, round(scores.ceiling.estimate or 0, 2)) == (691, 0.55)
    for agent in scores.agents:
        printed = color["balanced"][agent.slug]
        assert agent.score.detectability.estimate == pytest.approx(printed, abs=0.005), agent.slug


def count_out(author: str, n: int, share: float) -> pd.DataFrame:
    """So many judgements, of which a share is right, in rounded counts."""
    right = np.arange(n) < round(share * n)
    is_human = author == "human"
    return pd.DataFrame(
        {
            "y": (right if is_human else ~right).astype(int),
            "judge": np.arange(n) % 20,
            "stimulus": np.arange(n) % 60,
            "origin": "human" if is_human else "ai",
            "agent": author,
            "agent_title": author,
            "study": "color",
        }
    )
