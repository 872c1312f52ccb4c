"""Two voices taking turns: AI agents, or lines that are there already; plain Python."""

import random
from collections.abc import Callable, Iterable, Sequence

from agents.ai_agents.base import AIAgent, Data, Utterance

Voice = Callable[[Sequence[Utterance]], str]
ROLES = ("A", "B")


def give_voice(agent: AIAgent, *, topic: str, rng: random.Random) -> Voice:
    """An AI agent as a voice."""
    return lambda history: agent.reply(history, rng, topic=topic)


def read_out(lines: Iterable[str]) -> Voice:
    """Lines that are said one after the other, whatever is heard."""
    rest = iter(lines)
    return lambda history: next(rest)


def hold_dialogue(first: Voice, second: Voice, *, turns: int) -> Data:
    """The first `turns` turns of the two, as a response payload of the conversation task."""
    history: list[Utterance] = []
    for number in range(turns):
        voice = (first, second)[number % 2]
        history.append(Utterance(ROLES[number % 2], voice(history)))
    return {"turns": [{"speaker": turn.speaker, "text": turn.text} for turn in history]}
