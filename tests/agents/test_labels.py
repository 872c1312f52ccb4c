"""From a system's labels to three words."""

import pytest

from agents.ai_agents.answers import Failure, NoAnswer
from agents.ai_agents.labels import choose_words, make_singular


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (("Person", "Human", "Face", "Clothing"), "person face clothing"),
        (("dining table", "tables", "cup", "wine glass"), "table cup glass"),
        (("hot dog", "dog", "dogs", "fire_hydrant"), "hotdog dog hydrant"),
        (("T-shirt", "3D", "1", "é", "Sky", "Tree"), "t-shirt sky tree"),
        (("bus", "grass", "glasses", "glass", "iris"), "bus grass glasses"),
        (("man", "woman", "men", "boat"), "man woman boat"),
    ],
)
def test_three_distinct_single_words(labels: tuple[str, ...], words: str) -> None:
    assert choose_words(labels) == words.split()


@pytest.mark.parametrize(
    ("labels", "kind"),
    [((), Failure.EMPTY), (("123", " "), Failure.EMPTY), (("cat", "cats", "kitty cat"), Failure.RULE_BROKEN)],
)
def test_fewer_are_no_answer(labels: tuple[str, ...], kind: Failure) -> None:
    with pytest.raises(NoAnswer) as caught:
        choose_words(labels)
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("word", "singular"),
    [
        ("berries", "berry"),
        ("boxes", "box"),
        ("benches", "bench"),
        ("children", "child"),
        ("bus", "bus"),
        ("tie", "tie"),
    ],
)
def test_singulars(word: str, singular: str) -> None:
    assert make_singular(word) == singular
