"""Agents that give a word's nearest neighbor, by word vectors, a model's own embeddings, and an endpoint's."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.ai_agents import AI_AGENTS
from agents.ai_agents.answers import NoAnswer, Usage
from agents.ai_agents.embedding_neighbors import list_asked
from agents.ai_agents.neighbors import find_nearest, is_form, list_candidates
from agents.services.word_vectors import has_package
from tests.agents.local_models import make_gpt2
from tests.agents.services.wire.openai import serve_model
from tests.agents.services.wire.serving import Reply
from turingapp.errors import ModelNotHere, PermanentServiceError

VECTORS = """sea 1 0 0
seas 0.99 0.05 0
ship 0.9 0.3 0
wave 0.8 0.5 0
mountain -1 0.2 0
qqqq 1 0.01 0
empty 0 0 0
"""


def name_neighbor(slug: str, cue: str, seed: int = 0, **given: Any) -> str:
    agent = AI_AGENTS[slug].with_settings(given)
    return str(agent.respond("association", {"cue": cue}, random.Random(seed)).payload["word"])


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "vectors.txt"
    path.write_text(VECTORS, encoding="utf-8")
    return str(path)


def test_the_nearest_common_word_that_is_no_form_of_the_cue_is_given(file: str) -> None:
    assert name_neighbor("word-vector-neighbor", "sea", file=file) == "ship"
    assert name_neighbor("word-vector-neighbor", "mountain", file=file) == "wave"
    assert name_neighbor("word-vector-neighbor", "ship wave", file=file) == "seas"
    drawn = {name_neighbor("word-vector-neighbor", "sea", seed, file=file, nearest=2) for seed in range(20)}
    assert drawn == {"ship", "wave"}


def test_a_cue_without_a_vector_is_listed_and_a_file_that_is_not_there_is_named(file: str) -> None:
    for cue in ("zebra", "empty"):
        with pytest.raises(NoAnswer, match=f"cue is '{cue}': there is no vector"):
            name_neighbor("word-vector-neighbor", cue, file=file)
    agent = AI_AGENTS["word-vector-neighbor"].with_settings({"file": "nowhere.txt"})
    assert "There is no file of word vectors at nowhere.txt" in agent.find_lacks()[0]
    with pytest.raises(ModelNotHere, match=r"nowhere\.txt"):
        agent.respond("association", {"cue": "sea"}, random.Random(0))


def test_the_neighbor_is_that_of_the_largest_cosine() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(50, 8)).astype(np.float32)
    words = [f"w{letter}{other}x" for letter in "abcde" for other in "fghijklmno"]
    candidates = list_candidates(words, rows)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    for place, word in enumerate(words):
        order = [words[other] for other in np.argsort(-(unit @ rows[place])) if other != place]
        assert find_nearest(candidates, rows[place], word, count=50) == order


@pytest.mark.parametrize(
    ("word", "cue"),
    [("seas", "sea"), ("running", "run"), ("cities", "city"), ("hardest", "hard"), ("makes", "making"), ("sea", "sea")],
)
def test_forms_of_a_word_are_known(word: str, cue: str) -> None:
    assert is_form(word, cue)
    assert is_form(cue, word)


@pytest.mark.parametrize(("word", "cue"), [("seat", "sea"), ("carpet", "car"), ("is", "in"), ("ship", "sea")])
def test_other_words_are_no_forms(word: str, cue: str) -> None:
    assert not is_form(word, cue)


@pytest.mark.skipif(not has_package(), reason="GloVe's package is not installed")
def test_glove_knows_what_goes_together() -> None:
    assert [name_neighbor("word-vector-neighbor", cue) for cue in ("king", "doctor")] == ["prince", "nurse"]


@pytest.mark.long
@pytest.mark.parametrize("layer", ["input", "last"])
def test_a_language_models_embeddings_give_neighbors(layer: str, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    model = make_gpt2(tmp_path)
    word = name_neighbor("embedding-neighbor", "ice cream", model=model, layer=layer, most_words=300)
    assert word.isalpha()
    assert word == name_neighbor("embedding-neighbor", "ice cream", model=model, layer=layer, most_words=300)
    assert len(AI_AGENTS["embedding-neighbor"].with_settings({"model": model}).details["revision"]) == 16


def test_a_model_that_is_not_here_is_named() -> None:
    pytest.importorskip("torch")
    agent = AI_AGENTS["embedding-neighbor"].with_settings({"model": "nobody/nothing"})
    assert "nobody/nothing is not on this machine" in agent.find_lacks()[0]
    with pytest.raises(ModelNotHere, match="hf download nobody/nothing"):
        agent.respond("association", {"cue": "sea"}, random.Random(0))


def test_an_endpoints_vocabulary_is_asked_for_once(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    with serve_model() as server:
        given = {"url": server.url, "model": "m", "most_words": 200}
        first = name_neighbor("endpoint-neighbor", "wonderful", **given)
        assert [len(asked.content["input"]) for asked in server.asked] == [128, 72, 1]
        list_asked.cache_clear()
        assert name_neighbor("endpoint-neighbor", "wonderful", **given) == first
        assert len(server.asked) == 4


def test_a_cue_of_another_length_than_the_vocabulary_is_no_answer(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    with serve_model() as server:
        agent = AI_AGENTS["endpoint-neighbor"].with_settings({"url": server.url, "model": "m2", "most_words": 200})
        assert agent.respond("association", {"cue": "wonderful"}, random.Random(0)).usage == Usage(1, 2)
        server.queue = [Reply({"data": [{"index": 0, "embedding": [1.0, 2.0, 3.0]}]})]
        with pytest.raises(PermanentServiceError, match="gave 3 numbers for the cue and 2 for other words"):
            agent.respond("association", {"cue": "sea"}, random.Random(0))
