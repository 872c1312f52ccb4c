"""The sample's dialogues: real ones between people, and ones in which AI agents answer people's lines or each other."""

import json
import random
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from agents.ai_agents import AI_AGENTS
from agents.ai_agents.base import AIAgent
from agents.ai_agents.dialogues import ROLES, give_voice, hold_dialogue, read_out
from agents.formats.base import Author, ResponseRow, StimulusRow
from agents.models import Origin
from agents.sample.files import name_writer, read_list, read_table

CHATS, WITH_MACHINES, OF_MACHINES = "chats.csv", "dialogues.yaml", "machine_dialogues.csv"
KEY = "sample"


def list_real_chats() -> Iterator[ResponseRow]:
    """The beginnings of chats between two people, from the chitchat-dataset package (MIT)."""
    everything = json.loads(files("chitchat_dataset").joinpath("dataset.json").read_bytes())
    for where, row in read_table(CHATS):
        messages = everything[row["conversation"]]["messages"][: int(row["turns"])]
        # Several messages in a row by one person are one turn.
        texts = [" ".join(message["text"].strip() for message in turn) for turn in messages]
        people = [turn[0]["sender"] for turn in messages[:2]]
        authors = tuple(name_person(role, sender) for role, sender in zip(ROLES, people, strict=True))
        turns = [{"speaker": ROLES[number % 2], "text": text} for number, text in enumerate(texts)]
        yield make_row(
            where, f"chat-{row['conversation'][:8]}", row["topic"], authors=authors, payload={"turns": turns}
        )


def name_person(role: str, sender: str) -> Author:
    """Somebody who took part in a real chat, by the data set's own random id."""
    return Author(role, Origin.HUMAN, "", title="Participant of the chitchat data set", person=f"chitchat:{sender}")


def list_chats_with_machines() -> Iterator[ResponseRow]:
    """An AI agent's real replies to lines that were written for the sample; one file's replies are always the same."""
    for entry in read_list(WITH_MACHINES):
        agent, topic, lines = AI_AGENTS[entry["agent"]], entry["topic"], entry["lines"]
        machine = give_voice(agent, topic=topic, rng=random.Random(entry["id"]))
        human = read_out(lines)
        starts = entry["human"] == "A"
        # The human has the last word.
        turns = 2 * len(lines) - starts
        payload = hold_dialogue(*((human, machine) if starts else (machine, human)), turns=turns).payload
        human_role, machine_role = ROLES if starts else ROLES[::-1]
        authors = (name_writer("1", human_role), name_machine(agent, machine_role))
        yield make_row(WITH_MACHINES, entry["id"], topic, authors=authors, payload=payload)


def list_chats_of_machines() -> Iterator[ResponseRow]:
    """AI agents talking with each other or with themselves."""
    for where, row in read_table(OF_MACHINES):
        agents = [AI_AGENTS[row["agent_a"]], AI_AGENTS[row["agent_b"]]]
        rng = random.Random(row["id"])
        first, second = (give_voice(agent, topic=row["topic"], rng=rng) for agent in agents)
        payload = hold_dialogue(first, second, turns=int(row["turns"])).payload
        authors = tuple(name_machine(agent, role) for agent, role in zip(agents, ROLES, strict=True))
        yield make_row(where, row["id"], row["topic"], authors=authors, payload=payload)


def name_machine(agent: AIAgent, role: str) -> Author:
    """An AI agent as the author of its turns."""
    return Author(role, Origin.AI, agent.slug, title=agent.title, details=agent.details)


def make_row(where: str, key: str, topic: str, *, authors: tuple[Author, ...], payload: dict[str, Any]) -> ResponseRow:
    """A dialogue: its setting is the stimulus, its turns are the response."""
    stimulus = StimulusRow(where, key, {"topic": topic}, facets={"topic": topic})
    return ResponseRow(where, stimulus, authors, payload, key=KEY)
