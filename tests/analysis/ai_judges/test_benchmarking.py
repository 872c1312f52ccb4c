"""The benchmark of a new agent, on made-up pools small enough to see through."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from agents.models import Origin, Response
from tests.builders import make_agent, make_response, make_stimulus
from tests.commands import run

pytestmark = pytest.mark.django_db
STIMULI = 15


@pytest.fixture
def pool() -> None:
    """Fifteen images with one human and two AI answers each; one of the machines writes as humans do."""
    human = make_agent("human")
    good, bad = (make_agent(name, origin=Origin.AI) for name in ("good", "bad"))
    for number in range(STIMULI):
        stimulus = make_stimulus(task="objects", key=f"{number}.jpg")
        own = ("dog", "tree", "lunch")[number % 3], ("street", "friend")[number % 2]
        make_response(human, stimulus=stimulus, payload={"words": [*own, "bike"]})
        make_response(good, stimulus=stimulus, payload={"words": [own[0], "street", "bike"]})
        make_response(bad, stimulus=stimulus, payload={"words": ["animal", "plant", f"vehicle{number}"]})


def write(folder: Path, answers: dict[str, Any]) -> Path:
    path = folder / "answers.json"
    path.write_text(json.dumps(answers), encoding="utf-8")
    return path


def benchmark(path: Path, *options: str) -> str:
    return run("benchmark_agent", "objects", path, "--agent", "New One", *options)


@pytest.mark.usefixtures("pool")
def test_an_agent_that_writes_as_a_known_bad_one_ranks_beside_it(tmp_path: Path) -> None:
    path = write(tmp_path, {f"{number}.jpg": f"animal, plant, vehicle{number + 1}" for number in range(STIMULI)})
    found = json.loads(benchmark(path, "--json"))
    ranking = {row["agent"]: row for row in found["ranking"]}
    assert set(ranking) == {"good", "bad", "new-one"}
    assert ranking["good"]["rank"] == 1
    new = ranking["new-one"]
    assert new["imitation"] < 0.2 < 0.7 < new["ceiling"]
    assert new["detectability"] == pytest.approx(0.5 - new["gap"] / 2)
    assert new["gap_high"] < 0
    assert found["missing"] == found["unknown"] == found["malformed"] == []
    assert found["cues"]
    assert found["parity"]


@pytest.mark.usefixtures("pool")
def test_missing_unknown_and_malformed_answers_are_listed(tmp_path: Path) -> None:
    answers = {f"{number}.jpg": f"animal, plant, thing{number}" for number in range(STIMULI - 1)}
    answers |= {"3.jpg": "a, a, a", "99.jpg": "cup"}
    told = benchmark(write(tmp_path, answers))
    assert "Missing: 1 stimuli (14.jpg)." in told
    assert "Unknown: 1 stimuli (99.jpg)." in told
    assert "Malformed: 1 (3.jpg: words is" in told
    assert "new-one (new)" in told


@pytest.mark.usefixtures("pool")
def test_the_answers_can_be_loaded_for_human_judges(tmp_path: Path) -> None:
    path = write(tmp_path, {f"{number}.jpg": "animal, plant, road" for number in range(STIMULI)})
    assert "15 answers loaded into objects/tests" in benchmark(path, "--load")
    assert Response.objects.filter(authorships__agent__slug="new-one").count() == STIMULI
    with pytest.raises(CommandError, match="'new-one' has answered already"):
        benchmark(path)


@pytest.mark.usefixtures("pool")
@pytest.mark.parametrize(
    ("answers", "sentence"),
    [({}, "No answer of the file can be used"), ([], "it should be an object")],
)
def test_a_file_without_answers_is_refused(tmp_path: Path, answers: Any, sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        benchmark(write(tmp_path, answers))


def test_without_a_pool_it_says_which_there_are(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Name one pool of objects; those with responses are: none yet"):
        benchmark(write(tmp_path, {}))
