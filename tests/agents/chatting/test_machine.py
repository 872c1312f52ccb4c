"""The machine of a conversation: whatever happens in whatever order, it stays in order and comes to an end."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.chatting import machine
from agents.chatting.machine import ConversationOver, Ending, NotYourTurn, Phase, Side, State
from agents.chatting.rules import Rules
from tests.builders import AT

RULES = Rules(turns=6, pace=0)


def begin(*, second_is_machine: bool = False) -> State:
    """A room that was just made."""
    ready_at = AT + timedelta(seconds=3) if second_is_machine else None
    return State(Phase.READYING, (Side("A", False, AT), Side("B", second_is_machine, AT, ready_at)), AT, AT)


def open_up(rules: Rules = RULES) -> State:
    """A room of two people who are ready at once."""
    state = machine.be_ready(begin(), "A", rules, at=AT)
    return machine.be_ready(state, "B", rules, at=AT)


def speak(state: State, role: str, seconds: float, rules: Rules = RULES) -> State:
    """Somebody says something that is shown at once."""
    at = AT + timedelta(seconds=seconds)
    return machine.say(state, role, rules, at=at, release_at=at)


STEPS = st.tuples(st.sampled_from(["ready", "see", "say", "leave", "tick"]), st.sampled_from("AB"), st.integers(0, 40))


@given(st.lists(STEPS, max_size=60), st.booleans(), st.sampled_from(["turns", "free"]))
def test_whatever_happens_turns_only_grow_an_end_is_final_and_nobody_speaks_out_of_turn(
    steps: list[tuple[str, str, int]], second_is_machine: bool, flow: str
) -> None:
    rules = RULES.model_copy(update={"flow": flow})
    state, at = begin(second_is_machine=second_is_machine), AT
    for deed, role, seconds in steps:
        at += timedelta(seconds=seconds)
        before = state
        try:
            state = {
                "ready": lambda: machine.be_ready(before, role, rules, at=at),  # noqa: B023 - called at once
                "see": lambda: machine.see(before, role, rules, at=at),  # noqa: B023
                "say": lambda: machine.say(before, role, rules, at=at, release_at=at),  # noqa: B023
                "leave": lambda: machine.leave(before, role, rules, at=at),  # noqa: B023
                "tick": lambda: machine.settle(before, rules, at=at),  # noqa: B023
            }[deed]()
        except (NotYourTurn, ConversationOver):
            assert deed == "say"
        assert before.turns <= state.turns <= rules.turns
        assert state.turns == before.turns or deed == "say"
        if flow == "turns" and state.turns:
            assert state.last_speaker == "AB"[(state.turns - 1) % 2]
        assert (state.over_at is None) == (state.ending is None) == (state.phase != Phase.OVER)
        if before.phase == Phase.OVER:
            assert (state.phase, state.ending, state.over_at) == (before.phase, before.ending, before.over_at)
    assert machine.settle(state, rules, at=at + timedelta(days=1)).phase == Phase.OVER


@given(st.integers(0, 5000), st.integers(0, 5000))
def test_when_somebody_looks_does_not_change_when_it_ended(first: int, second: int) -> None:
    state = open_up()
    once = machine.settle(state, RULES, at=AT + timedelta(seconds=first + second))
    twice = machine.settle(
        machine.settle(state, RULES, at=AT + timedelta(seconds=first)), RULES, at=AT + timedelta(seconds=first + second)
    )
    assert (once.ending, once.over_at) == (twice.ending, twice.over_at)


def test_it_opens_when_the_second_is_ready_and_a_machine_is_so_by_itself() -> None:
    state = machine.be_ready(begin(second_is_machine=True), "A", RULES, at=AT + timedelta(seconds=1))
    assert state.phase == Phase.READYING
    assert machine.settle(state, RULES, at=AT + timedelta(seconds=3)).opened_at == AT + timedelta(seconds=3)


def test_who_does_not_answer_the_ready_check_ends_it_before_it_begins() -> None:
    state = machine.be_ready(begin(), "A", RULES, at=AT)
    over = machine.settle(state, RULES, at=AT + timedelta(seconds=16))
    assert (over.ending, over.ended_by, over.opened_at) == (Ending.NOT_READY, "B", None)


def test_all_turns_end_it_when_the_last_message_is_shown() -> None:
    state = open_up()
    for number in range(5):
        state = speak(state, "AB"[number % 2], 1 + number)
    shown_at = AT + timedelta(seconds=20)
    state = machine.say(state, "B", RULES, at=AT + timedelta(seconds=7), release_at=shown_at)
    assert machine.settle(state, RULES, at=AT + timedelta(seconds=19)).phase == Phase.OPEN
    assert machine.settle(state, RULES, at=shown_at).ending == Ending.COMPLETE


def test_nobody_answers_a_message_that_is_held_back() -> None:
    state = machine.say(open_up(), "A", RULES, at=AT, release_at=AT + timedelta(seconds=9))
    with pytest.raises(NotYourTurn, match="your partner's turn"):
        speak(state, "B", 8)
    assert speak(state, "B", 9).turns == 2


def test_a_message_is_never_shown_before_the_one_before_it() -> None:
    free = RULES.model_copy(update={"flow": "free"})
    state = machine.say(open_up(free), "A", free, at=AT, release_at=AT + timedelta(seconds=9))
    assert speak(state, "B", 2, free).last_release_at == AT + timedelta(seconds=9)


def test_silence_ends_it_by_whose_turn_it_is_and_a_silent_machine_is_a_failure() -> None:
    state = speak(open_up(), "A", 1)
    over = keep_both_seen(state, 5, 160)
    assert (over.ending, over.ended_by, over.over_at) == (Ending.SILENCE, "B", AT + timedelta(seconds=151))
    with_machine = replace(state, sides=(state.sides[0], Side("B", True, AT, AT)))
    assert machine.settle(with_machine, RULES, at=AT + timedelta(seconds=400)).ending == Ending.FAILED


def keep_seen(state: State, role: str, start: int, end: int) -> State:
    """One of the two polls every five seconds."""
    for seconds in range(start, end, 5):
        state = machine.see(state, role, RULES, at=AT + timedelta(seconds=seconds))
    return state


def keep_both_seen(state: State, start: int, end: int) -> State:
    """Both poll every five seconds."""
    for seconds in range(start, end, 5):
        state = keep_seen(keep_seen(state, "A", seconds, seconds + 1), "B", seconds, seconds + 1)
    return state


def test_forty_seconds_without_a_network_lose_nothing_and_two_minutes_end_it() -> None:
    state = machine.see(speak(open_up(), "A", 1), "B", RULES, at=AT + timedelta(seconds=5))
    state = keep_seen(state, "A", 5, 46)
    assert machine.see(state, "B", RULES, at=AT + timedelta(seconds=46)).phase == Phase.OPEN
    gone = keep_seen(state, "A", 50, 140)
    assert (gone.ending, gone.ended_by, gone.over_at) == (Ending.AWAY, "B", AT + timedelta(seconds=80))


def test_a_server_that_stood_still_for_three_minutes_blames_nobody() -> None:
    patient = RULES.model_copy(update={"silence_seconds": 1000})
    state = machine.see(open_up(patient), "A", patient, at=AT + timedelta(seconds=5))
    back = machine.see(state, "A", patient, at=AT + timedelta(seconds=185))
    assert back.phase == Phase.OPEN
    assert machine.see(back, "B", patient, at=AT + timedelta(seconds=187)).phase == Phase.OPEN


def test_a_server_that_stood_still_takes_the_message_that_waited_meanwhile() -> None:
    state = keep_both_seen(speak(open_up(), "A", 1), 5, 20)
    swept = machine.settle(state, RULES, at=AT + timedelta(seconds=185))
    back = machine.see(swept, "A", RULES, at=AT + timedelta(seconds=186))
    assert speak(back, "B", 190).turns == 2
    silent = keep_both_seen(back, 187, 210)
    assert (silent.ending, silent.ended_by) == (Ending.SILENCE, "B")


def test_a_room_that_both_have_left_without_a_word_ends_by_itself() -> None:
    over = machine.settle(
        open_up(RULES.model_copy(update={"silence_seconds": 1000})), RULES, at=AT + timedelta(hours=1)
    )
    assert over.phase == Phase.OVER


def test_the_limit_of_time_fires_whenever_somebody_looks() -> None:
    rules = RULES.model_copy(update={"talk_seconds": 60, "silence_seconds": 1000})
    over = machine.settle(open_up(rules), rules, at=AT + timedelta(seconds=61))
    assert (over.ending, over.over_at) == (Ending.TIME, AT + timedelta(seconds=60))
