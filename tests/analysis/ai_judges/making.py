"""Small sets of items made up for tests, with a known difference between humans and machines."""

from collections.abc import Sequence

import numpy as np

from agents.models import Origin
from agents.tasks.evidence import Text
from analysis.evaluations.items import ItemSet
from analysis.features.items import Item

HUMAN_WORDS = ("dog", "tree", "lunch", "street", "friend", "bike")
MACHINE_WORDS = ("animal", "plant", "food", "road", "person", "vehicle")
COMMON = ("sky", "house", "grass", "table", "water", "light")


def make_item(text: str, *, group: str, agent: str = "", author: str = "", number: int = 0) -> Item:
    """An item with one text: by a human where no AI agent is named."""
    origin = Origin.AI if agent else Origin.HUMAN
    key = f"{group}/{agent or author or 'human'}/{number}"
    return Item(key, group, origin, agent or "human", (Text(text),), author)


def make_set(items: Sequence[Item], *, task: str = "objects") -> ItemSet:
    """The items as a set."""
    return ItemSet("made up", task, tuple(items))


def make_paired_items(*, stimuli: int = 40, agents: int = 2, tell: float = 0.7, seed: int = 0) -> list[Item]:
    """One human and some AI answers to each stimulus; with probability `tell` a word is its origin's own."""
    rng = np.random.default_rng(seed)

    def write(own: Sequence[str]) -> str:
        return " ".join(str(rng.choice(own if rng.random() < tell else COMMON)) for _ in range(3))

    items = []
    for stimulus in range(stimuli):
        group = f"image-{stimulus}"
        items.append(make_item(write(HUMAN_WORDS), group=group))
        items += [make_item(write(MACHINE_WORDS), group=group, agent=f"agent-{one}") for one in range(agents)]
    return items
