"""Two voices taking turns: AI agents, or lines that are there already; plain Python."""

import random
from collections.abc import Callable, Iterable, Sequence

from agents.ai_agents.answers import Answer, NoAnswer, Reply, Usage, blame_service
from agents.ai_agents.base import AIAgent, Utterance
from turingapp.errors import ServiceError

Voice = Callable[[Sequence[Utterance]], Reply]
ROLES = ("A", "B")


def give_voice(agent: AIAgent, *, topic: str, rng: random.Random) -> Voice:
    """An AI agent as a voice."""
    return lambda history: agent.reply(history, rng, topic=topic)


def read_out(lines: Iterable[str]) -> Voice:
    """Lines that are said one after the other, whatever is heard."""
    rest = iter(lines)
    return lambda history: Reply(next(rest))


def hold_dialogue(first: Voice, second: Voice, *, turns: int) -> Answer:
    """The first `turns` turns of the two, as an answer of the conversation task.

    Raises NoAnswer where one of them falls silent, with what was used until then.
    """
    history: list[Utterance] = []
    replies: list[Reply] = []
    for number in range(turns):
        try:
            reply = (first, second)[number % 2](history)
        except NoAnswer as error:
            raise error.after(replies) from error
        except ServiceError as error:
            raise blame_service(error).after(replies) from error
        replies.append(reply)
        history.append(Utterance(ROLES[number % 2], reply.text))
    said = [{"speaker": turn.speaker, "text": turn.text} for turn in history]
    raw = [reply.raw for reply in replies] if any(reply.raw is not None for reply in replies) else None
    return Answer({"turns": said}, raw, sum((reply.usage for reply in replies), Usage()))
