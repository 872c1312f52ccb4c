"""Answers computed on the fly: a folder of files may hold people's answers and the pictures, but no agent's answers."""

import random
from pathlib import Path

from PIL import Image

from agents.ai_agents import BASELINES
from agents.ai_agents.base import AIAgent
from agents.models import Origin
from agents.tasks import TASKS
from agents.tasks.base import Data
from analysis.evaluations.items import ItemSet, Maker, make_items
from analysis.features.items import Item
from turingapp.errors import TuringError

PICTURES = "stimuli"  # the folder beside the files of a set
WALKS = 5  # answers of each agent to each picture: they answer at random
SEED = 3


def add_computed(items: ItemSet, folder: Path) -> ItemSet:
    """The items with answers of this machine's agents to the pictures of `folder`, where no AI agent has answered.

    Human answers to stimuli whose picture is not there are left out, so that both origins have the same stimuli.
    """
    pictures = {path.name: path for path in sorted((folder / PICTURES).glob("*.jpg"))}
    if not pictures or any(not item.is_human for item in items.items):
        return items
    humans = tuple(item for item in items.items if item.group in pictures)
    wanted = {name: pictures[name] for name in dict.fromkeys(item.group for item in humans)}
    computed: list[Item] = []
    notes = [f"only the {len(wanted):,} stimuli whose pictures are here are judged"]
    for agent in (one for one in BASELINES if items.task in one.tasks):
        try:
            computed.extend(item for name, path in wanted.items() for item in ask(agent, items.task, name, path))
        except TuringError as error:
            notes.append(f"{agent.title} could not answer: {error}")
        else:
            notes.append(f"{agent.slug}: {WALKS} answers to each stimulus computed on this machine, not published ones")
    return ItemSet(items.name, items.task, (*humans, *computed), items.unit, (*items.notes, *notes))


def ask(agent: AIAgent, slug: str, name: str, path: Path) -> list[Item]:
    """The agent's answers to one picture, each from a generator of its own."""
    task, found = TASKS[slug], []
    stimulus = show_picture(path)
    for walk in range(WALKS):
        answer = agent.respond(slug, stimulus, random.Random(f"{SEED}/{agent.slug}/{name}/{walk}"))
        response = task.check_response(answer.payload)
        makers = {role: Maker(Origin.AI, agent.slug, "") for role in task.roles}
        found += make_items(
            task,
            task.check_stimulus(stimulus),
            response,
            key=f"{name}/{agent.slug}/{walk}",
            group=name,
            makers=makers,
        )
    return found


def show_picture(path: Path) -> Data:
    """A stimulus with a picture outside the media store, which takes an absolute path for its place.

    A picture that cannot be opened has no size; an agent that looks at it says so.
    """
    try:
        with Image.open(path) as picture:
            width, height = picture.size
    except OSError:
        width = height = 1
    return {"mode": "free", "image": {"media": str(path.resolve().with_suffix("")), "width": width, "height": height}}
