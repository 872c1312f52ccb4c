"""ELIZA: the form of its scripts, and what it does with them, held to the conversation and the rules of the paper."""

import random
from pathlib import Path

import pytest

from agents.ai_agents import AI_AGENTS
from agents.ai_agents.base import Utterance
from agents.ai_agents.dialogues import give_voice, hold_dialogue
from agents.ai_agents.eliza.machine import Machine
from agents.ai_agents.eliza.script import read_script
from agents.ai_agents.eliza_chat import OWN_SCRIPT
from turingapp.errors import InvalidPayload

# Rules as in the appendix of Weizenbaum (1966), as far as the exchanges below need them.
PAPER = """
(HOW DO YOU DO . PLEASE TELL ME YOUR PROBLEM)
START
(ME = YOU) (MYSELF = YOURSELF)
(MOTHER DLIST(/NOUN FAMILY)) (FATHER DLIST(/NOUN FAMILY))
(AM = ARE ((0 ARE YOU 0) (DO YOU BELIEVE YOU ARE 4)))
(ALIKE 10 (=DIT))
(DIT ((0) (IN WHAT WAY) (WHAT RESEMBLANCE DO YOU SEE)))
(ALWAYS 1 ((0) (CAN YOU THINK OF A SPECIFIC EXAMPLE) (WHEN)))
(MY = YOUR 2
    ((0 YOUR 0 (/FAMILY) 0) (TELL ME MORE ABOUT YOUR FAMILY) (WHO ELSE IN YOUR FAMILY 5))
    ((0 YOUR 0) (YOUR 3) (WHY DO YOU SAY YOUR 3)))
(MEMORY MY
    (0 YOUR 0 = DOES THAT HAVE ANYTHING TO DO WITH THE FACT THAT YOUR 3))
(YOU = I ((0 I ARE 0) (WHAT MAKES YOU THINK I AM 4)) ((0 I 0 YOU) (WHY DO YOU THINK I 3 YOU)))
(I = YOU
    ((0 YOU ARE 0 (*SAD UNHAPPY DEPRESSED SICK) 0) (I AM SORRY TO HEAR YOU ARE 5))
    ((0 YOU 0) (YOU SAY 3)))
(I'M = YOU'RE ((0 YOU'RE 0) (PRE (YOU ARE 3) (=I))))
(YOU'RE = I'M ((0 I'M 0) (PRE (I ARE 3) (=YOU))))
(REMEMBER 5 ((0 YOU REMEMBER 0) (DO YOU OFTEN THINK OF 4)) ((0) (NEWKEY)))
(NONE ((0) (I SEE) (PLEASE GO ON)))
"""


def talk(*heard: str, script: str = PAPER) -> list[str]:
    machine = Machine(read_script(script), topic="music")
    return [machine.answer(text).upper() for text in heard]


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("Men are all alike.", "IN WHAT WAY"),
        ("They're always bugging us about something or other.", "CAN YOU THINK OF A SPECIFIC EXAMPLE"),
        ("Well, my boyfriend made me come here.", "YOUR BOYFRIEND MADE YOU COME HERE"),
        ("It's true. I am unhappy.", "I AM SORRY TO HEAR YOU ARE UNHAPPY"),
        ("My mother takes care of me.", "TELL ME MORE ABOUT YOUR FAMILY"),
        ("You are not very aggressive", "WHAT MAKES YOU THINK I AM NOT VERY AGGRESSIVE"),
        ("You don't argue with me.", "WHY DO YOU THINK I DON'T ARGUE WITH YOU"),
        ("I'm depressed much of the time.", "I AM SORRY TO HEAR YOU ARE DEPRESSED"),
        ("Do you remember the sea?", "I SEE"),
        ("I remember the sea", "DO YOU OFTEN THINK OF THE SEA"),
    ],
)
def test_the_machine_answers_as_the_paper_prints_it(heard: str, said: str) -> None:
    assert talk(heard) == [said]


def test_rules_come_in_turn_and_the_keyword_of_highest_rank_is_taken() -> None:
    assert talk("all alike", "alike", "alike") == ["IN WHAT WAY", "WHAT RESEMBLANCE DO YOU SEE", "IN WHAT WAY"]
    assert talk("my dog is always alike") == ["IN WHAT WAY"]
    assert talk("always my dog") == ["YOUR DOG"]


def test_only_the_first_part_with_a_keyword_is_heard() -> None:
    assert talk("well, my dog barks, but I am sad") == ["YOUR DOG BARKS"]


def test_what_was_said_of_mine_comes_back_when_nothing_is_heard() -> None:
    answers = talk("my dog barks", "hm", "hm", "hm", "hm")
    assert answers[0] == "YOUR DOG BARKS"
    assert answers[1:].count("DOES THAT HAVE ANYTHING TO DO WITH THE FACT THAT YOUR DOG BARKS") == 1
    assert answers[2] == "DOES THAT HAVE ANYTHING TO DO WITH THE FACT THAT YOUR DOG BARKS"  # the counter's fourth step


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("(HELLO) START (NONE ((0) (GO ON))", "the bracket before .* is not closed"),
        ("(HELLO) START (NONE ((0) (GO ON))))", "a closing bracket too many"),
        ("START (NONE ((0) (GO ON)))", "begins with a greeting"),
        ("(HELLO) START (MY ((0) (WELL)))", "has a list"),
        ("(HELLO) START (HOW (=WHAT)) (NONE ((0) (GO ON)))", "goes on to WHAT"),
        ("(HELLO) START (MY ((0 MY 0) (YOUR 4))) (NONE ((0) (GO ON)))", r"4 in \(YOUR 4\) is no part"),
        ("(HELLO) START (MY ((0 (DOG) 0) (YOUR 1))) (NONE ((0) (GO ON)))", "one of these words, or"),
        ("(HELLO) START (MY ((0))) (NONE ((0) (GO ON)))", "should be a rule"),
    ],
)
def test_a_script_that_breaks_the_form_says_where(script: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_script(script)


def test_a_script_that_goes_in_a_circle_ends() -> None:
    script = "(HELLO) START (A ((0) (=B))) (B ((0) (=A))) (NONE ((0) (GO ON)))"
    assert talk("a", script=script) == ["GO ON"]


def test_the_agent_begins_with_the_topic_and_never_stays_silent() -> None:
    agent = AI_AGENTS["eliza"]
    assert "music" in agent.reply([], random.Random(0), topic="music").text
    for heard in ("", "???", "my mother", "I'm tired of you", "what if I had a dog?", "Ωμέγα", "no"):
        said = agent.reply([Utterance("A", heard)], random.Random(0), topic="music").text
        assert said
        assert said[0].isupper() or not said[0].isalpha()
        assert "TOPIC" not in said


def test_two_of_them_talk_for_24_turns() -> None:
    voice = give_voice(AI_AGENTS["eliza"], topic="food", rng=random.Random(0))
    turns = hold_dialogue(voice, voice, turns=24).payload["turns"]
    assert len({turn["text"] for turn in turns}) > 8


def test_a_script_of_ones_own_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    agent = AI_AGENTS["eliza"].with_settings({"script": str(path)})
    assert f"no script at {path}" in agent.find_lacks()[0]
    path.write_text("(HELLO) START (NONE ((0) (so you say .)))", encoding="utf-8")
    assert agent.reply([Utterance("A", "hm")], random.Random(0)).text == "So you say."
    assert agent.details["script"].startswith("(HELLO)")
    path.write_text("(HELLO", encoding="utf-8")
    with pytest.raises(InvalidPayload, match="is not closed"):
        agent.reply([Utterance("A", "hm")], random.Random(0))


def test_every_sentence_of_our_script_can_be_reached_without_fault() -> None:
    script = read_script(OWN_SCRIPT.read_text(encoding="utf-8"))
    assert len(script.keywords) > 90
    machine = Machine(script, topic="books")
    for word in script.keywords:
        for text in (word, f"my {word} is here", f"{word} you are i", f"i {word} if you remember"):
            assert machine.answer(text.lower())
