"""AI agents in rooms: asked by a worker, tried again, replaced by the one in reserve, and never stuck."""

import random
from collections.abc import Iterator, Sequence
from typing import ClassVar

import pytest

from agents.adding import find_agent
from agents.ai_agents import AI_AGENTS
from agents.ai_agents.answers import Failure, NoAnswer, Reply
from agents.ai_agents.base import AIAgent, Utterance
from agents.chatting.answering import answer_due_turns
from agents.chatting.leaving import be_ready, leave
from agents.chatting.sending import send_message
from agents.models import Agent, AskedTurn, Message, Room
from tests.agents.chatting.rooms import later, look_from, make_pair, open_pair
from turingapp.errors import TemporaryServiceError

pytestmark = pytest.mark.django_db


class Silent(AIAgent):
    """Says, or raises, what a test sets."""

    slug, title, version, rule = "silent", "Silent", "1", "Says what it is told."
    tasks: ClassVar[tuple[str, ...]] = ("conversation",)
    line: ClassVar[str | BaseException] = ""

    def reply(self, history: Sequence[Utterance], rng: random.Random, *, topic: str = "") -> Reply:
        """Its line."""
        if isinstance(self.line, BaseException):
            raise self.line
        return Reply(self.line)


class Sound(AIAgent):
    """Answers with how much it has heard."""

    slug, title, version, rule = "sound", "Sound", "1", "Counts."
    tasks: ClassVar[tuple[str, ...]] = ("conversation",)

    def reply(self, history: Sequence[Utterance], rng: random.Random, *, topic: str = "") -> Reply:
        """A sentence."""
        return Reply(f"Here I am ({len(history)} heard)")


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Agent]:
    """An AI agent whose lines a test sets."""
    monkeypatch.setattr(AI_AGENTS, "_listed", (Silent(), Sound()))
    AI_AGENTS.forget()
    yield find_agent("silent", at=later(0))
    monkeypatch.undo()
    AI_AGENTS.forget()


def work(seconds: float) -> int:
    """Let a worker look at this time."""
    return answer_due_turns(clock=lambda: later(seconds))


def test_an_ai_agent_answers_a_person_and_has_the_first_word_on_the_first_seat() -> None:
    scripted = find_agent("scripted-chat", at=later(0))
    machine, person = open_pair(first=scripted, turns=4)
    assert work(10) == 1
    assert work(10) == 0
    send_message(person, "I like jazz", client_id="1", at=later(20))
    assert work(21) == 1
    assert [line.is_mine for line in look_from(person, 22).lines] == [False, True, False]
    assert set(AskedTurn.objects.values_list("state", "answered_by")) == {("done", scripted.pk)}
    assert list(Message.objects.filter(seat=machine).order_by("pk").values_list("client_id", flat=True)) == [
        "turn-0",
        "turn-2",
    ]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("", Failure.EMPTY),
        ("As an AI language model I like jazz", Failure.NAMED_ITSELF),
        ("x" * 700, Failure.RULE_BROKEN),
        (TemporaryServiceError("It is busy."), Failure.SERVICE_BUSY),
        (NoAnswer(Failure.REFUSAL, "It will not."), Failure.REFUSAL),
    ],
)
def test_no_answer_three_times_ends_the_conversation_fairly_and_every_try_is_kept(
    silent: Agent, monkeypatch: pytest.MonkeyPatch, line: str | Exception, kind: Failure
) -> None:
    monkeypatch.setattr(Silent, "line", line)
    person, _ = open_pair(second=silent)
    send_message(person, "Hello", client_id="1", at=later(20))
    for seconds in (21, 30, 40, 50):
        work(seconds)
    turn, room = AskedTurn.objects.get(), Room.objects.get()
    assert (turn.state, [entry["kind"] for entry in turn.failures]) == ("failed", [kind] * 3)
    assert (room.ending, room.ended_by, Message.objects.count()) == ("failed", "B", 1)


def test_the_agent_in_reserve_answers_where_the_first_cannot(silent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Silent, "line", "")
    reserve = find_agent("sound", at=later(0))
    person, _ = open_pair(second=silent, reserve=reserve)
    send_message(person, "Hello", client_id="1", at=later(20))
    for seconds in (21, 30, 40, 50):
        work(seconds)
    assert AskedTurn.objects.get().answered_by == reserve
    assert Message.objects.latest("seq").text == "Here I am (1 heard)"


def test_a_service_that_asks_to_wait_is_asked_then(silent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Silent, "line", TemporaryServiceError("It is busy.", wait_seconds=20))
    person, _ = open_pair(second=silent)
    send_message(person, "Hello", client_id="1", at=later(20))
    assert [work(21), work(39), work(41)] == [1, 0, 1]


def test_a_turn_that_a_killed_worker_had_taken_is_taken_up_and_answered_once(
    silent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Silent, "line", KeyboardInterrupt())
    person, _ = open_pair(second=silent)
    send_message(person, "Hello", client_id="1", at=later(20))
    with pytest.raises(KeyboardInterrupt):
        work(21)
    monkeypatch.setattr(Silent, "line", "Hi")
    assert [work(60), work(97), work(98)] == [0, 1, 0]
    assert Message.objects.count() == 2


def test_an_answer_after_the_end_is_not_said(silent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Silent, "line", "Hi")
    person, _ = open_pair(second=silent)
    send_message(person, "Hello", client_id="1", at=later(20))
    leave(person, at=later(21))
    work(22)
    assert (AskedTurn.objects.get().state, Message.objects.count()) == ("moot", 1)


def test_the_first_word_waits_for_a_person_who_takes_time_to_be_ready() -> None:
    _, person = make_pair(first=find_agent("scripted-chat", at=later(0)))
    assert work(9) == 0
    be_ready(person, at=later(10))
    assert work(11) == 1
    assert [line.is_mine for line in look_from(person, 12).lines] == [False]


def test_a_turn_whose_time_has_not_come_by_the_worker_s_clock_is_asked_again(
    silent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Silent, "line", "Hi")
    person, _ = open_pair(second=silent, pace=1)
    send_message(person, "Hello to you, whoever you are", client_id="1", at=later(11))
    AskedTurn.objects.update(due_at=later(11))
    assert [work(11.5), Message.objects.count()] == [1, 1]
    work(80)
    assert Message.objects.count() == 2


def test_what_is_said_in_free_flow_while_it_thinks_is_answered_too(
    monkeypatch: pytest.MonkeyPatch, silent: Agent
) -> None:
    person, _ = open_pair(second=find_agent("sound", at=later(0)), flow="free")
    reply = Sound.reply

    def interrupted(self: Sound, history: Sequence[Utterance], rng: random.Random, *, topic: str = "") -> Reply:
        if len(history) == 1:
            send_message(person, "And another thing", client_id="2", at=later(21))
        return reply(self, history, rng, topic=topic)

    monkeypatch.setattr(Sound, "reply", interrupted)
    send_message(person, "Hello", client_id="1", at=later(20))
    assert [work(22), work(23)] == [2, 0]
    assert Message.objects.latest("seq").text == "Here I am (3 heard)"


def test_in_free_flow_it_is_asked_once_for_many_messages_and_hears_them_all(
    silent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, _ = open_pair(second=find_agent("sound", at=later(0)), flow="free")
    for number in range(3):
        send_message(person, f"m{number}", client_id=f"{number}", at=later(20))
    assert [work(21), work(22)] == [1, 0]
    assert Message.objects.latest("seq").text == "Here I am (3 heard)"
