"""What every AI agent of the list promises: checked answers, the same ones for the same seed, and a refusal else."""

import json
import random
from itertools import product
from typing import Any

import pytest
from PIL import Image

from agents.ai_agents import AI_AGENTS
from agents.ai_agents.answers import NoAnswer
from agents.ai_agents.base import AIAgent
from agents.ai_agents.dialogues import give_voice, hold_dialogue
from agents.tasks import TASKS
from tests.agents.pictures import find_media_path
from turingapp.errors import InvalidPayload

# Those that need nothing; the others have tests of their own, with what they need made up.
PAIRS = [(agent.slug, task) for agent in AI_AGENTS if not agent.needs for task in agent.tasks]
OTHERS = [pair for pair in product(AI_AGENTS.slugs, TASKS.slugs) if pair[1] not in AI_AGENTS[pair[0]].tasks]


@pytest.fixture
def picture() -> dict[str, Any]:
    """A stored picture: an orange disc's square on blue, with some noise."""
    rng = random.Random(7)
    image = Image.new("RGB", (200, 150), (40, 60, 160))
    image.paste((240, 140, 30), (60, 40, 120, 100))
    for _ in range(500):
        image.putpixel((rng.randrange(200), rng.randrange(150)), (rng.randrange(256), 90, 90))
    path = find_media_path("a-picture")
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path)
    return {"media": "a-picture", "width": 200, "height": 150}


def make_stimulus(task: str, picture: dict[str, Any]) -> dict[str, Any]:
    stimulus = TASKS[task].sample(random.Random(1)).stimulus
    return {**stimulus, "image": picture} if "image" in stimulus else stimulus


def answer(agent: AIAgent, task: str, stimulus: dict[str, Any], seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    if len(TASKS[task].roles) == 1:
        return agent.respond(task, stimulus, rng).payload
    voice = give_voice(agent, topic=stimulus["topic"], rng=rng)
    return hold_dialogue(voice, voice, turns=24).payload


@pytest.mark.parametrize(("slug", "task"), PAIRS)
def test_an_answer_passes_the_tasks_check_without_bending_a_rule(slug: str, task: str, picture: dict[str, Any]) -> None:
    for seed in range(5):
        payload = TASKS[task].check_response(answer(AI_AGENTS[slug], task, make_stimulus(task, picture), seed))
        assert TASKS[task].remarks(payload) == ()


@pytest.mark.parametrize(("slug", "task"), PAIRS)
def test_the_same_seed_gives_the_same_answer(slug: str, task: str, picture: dict[str, Any]) -> None:
    stimulus = make_stimulus(task, picture)
    assert answer(AI_AGENTS[slug], task, stimulus, 3) == answer(AI_AGENTS[slug], task, stimulus, 3)


@pytest.mark.parametrize("slug", AI_AGENTS.slugs)
def test_the_details_name_the_agent_its_version_and_its_rule(slug: str) -> None:
    details = AI_AGENTS[slug].details
    assert set(details) - {"settings", "prompts", "revision"} == {"name", "version", "rule"}
    assert details["rule"].endswith(".")


@pytest.mark.parametrize("slug", AI_AGENTS.slugs)
def test_what_an_agent_needs_and_lacks_is_said_in_sentences(slug: str) -> None:
    agent = AI_AGENTS[slug]
    assert not agent.needs or agent.needs.endswith(".")
    assert all(lack.endswith(".") for lack in agent.find_lacks())
    assert agent.needs or not agent.find_lacks()


@pytest.mark.parametrize("slug", AI_AGENTS.slugs)
def test_settings_are_the_same_after_they_went_through_a_file(slug: str) -> None:
    agent = AI_AGENTS[slug]
    assert agent.with_settings(json.loads(agent.settings.model_dump_json())).settings == agent.settings
    with pytest.raises(InvalidPayload, match="colour is given: "):
        agent.with_settings({"colour": "mauve"})


@pytest.mark.parametrize(("slug", "task"), OTHERS)
def test_another_task_is_refused(slug: str, task: str, picture: dict[str, Any]) -> None:
    with pytest.raises(InvalidPayload, match=r"does \w+"):
        answer(AI_AGENTS[slug], task, make_stimulus(task, picture), 0)


@pytest.mark.parametrize("task", TASKS.slugs)
def test_every_task_has_at_least_two_agents(task: str) -> None:
    assert sum(task in agent.tasks for agent in AI_AGENTS) >= 2


@pytest.mark.parametrize(("slug", "task"), [pair for pair in PAIRS if TASKS[pair[1]].needs_picture])
def test_an_agent_that_looks_says_when_there_is_no_picture(slug: str, task: str) -> None:
    stimulus = {**TASKS[task].sample(random.Random(1)).stimulus, "image": None}
    if slug == "center-walk":
        assert AI_AGENTS[slug].respond(task, stimulus, random.Random(0)).payload["fixations"]
        return
    with pytest.raises(NoAnswer, match="image is missing"):
        AI_AGENTS[slug].respond(task, stimulus, random.Random(0))
    with pytest.raises(NoAnswer, match="cannot be read"):
        AI_AGENTS[slug].respond(task, {**stimulus, "image": {"media": "gone"}}, random.Random(0))
