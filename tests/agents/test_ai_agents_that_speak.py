"""The AI agents that know words: associations by form, and two chat programs."""

import random

import pytest

from agents.ai_agents.answers import NoAnswer
from agents.ai_agents.base import AIAgent, Utterance
from agents.ai_agents.dialogues import give_voice, hold_dialogue, read_out
from agents.ai_agents.scripted_chat import ScriptedChat, read_script, turn_around
from agents.ai_agents.topic_talk import TopicTalk, read_lines
from agents.ai_agents.word_forms import CompoundWords, LetterNeighbors, list_compound_parts, list_lookalikes
from agents.tasks.conversation import TOPICS


def ask_chat(*texts: str, seed: int = 0) -> str:
    history = [Utterance("AB"[number % 2], text) for number, text in enumerate(texts)]
    return ScriptedChat().reply(history, random.Random(seed), topic="music").text


def test_compounds_are_split_and_forms_of_the_cue_are_none() -> None:
    assert {"shine", "day"} <= set(list_compound_parts("sun"))
    assert not {"ing", "est", "ness"} & {
        part for cue in ("break", "cold", "sharp") for part in list_compound_parts(cue)
    }


def test_a_cue_without_compounds_gets_a_word_that_is_spelled_alike() -> None:
    assert list_compound_parts("quiet") == []
    word = CompoundWords().respond("association", {"cue": "quiet"}, random.Random(0)).payload["word"]
    assert word in list_lookalikes("quiet")[:2]


@pytest.mark.parametrize("cue", ["night", "break", "heavy", "ice cream", "Ωmega"])
def test_a_neighbor_is_another_word(cue: str) -> None:
    word = LetterNeighbors().respond("association", {"cue": cue}, random.Random(0)).payload["word"]
    assert word.isalpha()
    assert cue not in word


@pytest.mark.parametrize("agent", [LetterNeighbors(), CompoundWords()])
def test_a_cue_that_is_like_no_word_is_refused(agent: AIAgent) -> None:
    with pytest.raises(NoAnswer, match="cue is 'ж': no common English word is spelled like it"):
        agent.respond("association", {"cue": "ж"}, random.Random(0))


def test_the_chat_turns_the_others_words_around() -> None:
    assert turn_around("my dog and me") == "your dog and you"
    replies = {ask_chat("i really like my old piano", seed=seed) for seed in range(20)}
    assert any("your old piano" in reply for reply in replies)


def test_the_chat_answers_the_first_keyword_it_knows() -> None:
    allowed = next(rule.say for rule in read_script().rules if rule.when.search("are you a robot"))
    assert ask_chat("are you a robot?") in allowed


def test_the_chat_comes_back_to_something_the_other_called_mine() -> None:
    told = ["my sister sings", "ok", "loud", "ok", "in a choir", "ok", "on sundays", "ok", "in town", "ok", "hm", "ok"]
    replies = {ask_chat(*told, "well", seed=seed) for seed in range(40)}
    assert any("your sister" in reply for reply in replies)


@pytest.mark.parametrize("topic", TOPICS)
def test_the_chat_says_nothing_twice_in_a_dialogue_of_24_turns(topic: str) -> None:
    rng = random.Random(topic)
    dialogue = hold_dialogue(
        give_voice(ScriptedChat(), topic=topic, rng=rng), give_voice(TopicTalk(), topic=topic, rng=rng), turns=24
    ).payload
    said = [turn["text"] for turn in dialogue["turns"] if turn["speaker"] == "A"]
    assert len(set(said)) == len(said) == 12


def test_the_topic_talker_has_lines_for_every_topic_and_begins_with_a_greeting() -> None:
    lines = read_lines()
    assert set(lines.topics) == set(TOPICS)
    first = TopicTalk().reply([], random.Random(0), topic="food").text
    assert first.startswith(lines.greetings)
    assert any(line in first for line in lines.topics["food"])


def test_both_talk_where_no_topic_is_given() -> None:
    for agent in (ScriptedChat(), TopicTalk()):
        reply = agent.reply([Utterance("A", "hello")], random.Random(1)).text
        assert reply
        assert "{" not in reply


def test_a_dialogue_alternates_and_lines_that_are_there_are_said_in_order() -> None:
    dialogue = hold_dialogue(read_out(["one", "three"]), read_out(["two"]), turns=3).payload
    assert [(turn["speaker"], turn["text"]) for turn in dialogue["turns"]] == [
        ("A", "one"),
        ("B", "two"),
        ("A", "three"),
    ]
