"""Settings of AI agents: checked in sentences, and no place for a key."""

import random
from collections.abc import Sequence

import pytest
from pydantic import Field

from agents.ai_agents.agent_settings import AgentSettings, KeyName, Url, lack_key
from agents.ai_agents.answers import Failure, NoAnswer, Reply, Usage
from agents.ai_agents.base import AIAgent, Utterance
from agents.ai_agents.dialogues import give_voice, hold_dialogue
from turingapp.errors import InvalidPayload, TemporaryServiceError


class Talker(AIAgent):
    """Says how many turns there were, until it fails."""

    slug, title, version, rule, tasks = "talker", "Talker", "1", "Counts.", ("conversation",)

    class Settings(AgentSettings):
        """Some of each kind."""

        url: Url = "http://localhost:1/v1"
        key_env: KeyName = ""
        falls_silent_at: int = Field(100, ge=0)

    settings: Settings

    def reply(self, history: Sequence[Utterance], rng: random.Random, *, topic: str = "") -> Reply:
        if len(history) == self.settings.falls_silent_at:
            raise TemporaryServiceError("It is busy.", raw="busy", wait_seconds=7)
        return Reply(f"turn {len(history)}", {"id": len(history)}, Usage(1, 10, 2))


def test_settings_are_read_from_words_and_kept_with_the_answers() -> None:
    agent = Talker().with_settings({"falls_silent_at": "4", "url": "https://example.org/v1/"})
    assert agent.settings.falls_silent_at == 4
    assert agent.details["settings"] == {"url": "https://example.org/v1", "key_env": "", "falls_silent_at": 4}
    assert agent.with_settings({"key_env": "SOME_API_KEY"}).settings.falls_silent_at == 4


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"falls_silent_at": -1}, "falls_silent_at is -1: input should be greater than or equal to 0"),
        ({"model": "x"}, "model is given: there is no such setting; there are url, key_env, falls_silent_at"),
        ({"url": "example.org"}, "url is 'example.org': it should be an address such as"),
        ({"url": "https://me:secret@example.org/v1"}, "url is something else: it should be an address such as"),
        ({"key_env": "sk-1234"}, "key_env is something else: it should be the name of an environment variable"),
        ({"key_env": "SECRET_KEY"}, "ends in _API_KEY"),
        ({"url": "http://a\x00b/v1"}, r"url is '.*': it should be plain text, without NUL"),
        ({"url": "http://a\udcffb/v1"}, r"url is '.*': it should be plain text, without NUL"),
    ],
)
def test_a_wrong_setting_is_named_in_a_sentence(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidPayload, match=sentence) as refusal:
        Talker().with_settings(given)
    assert "sk-1234" not in str(refusal.value)


def test_a_key_that_is_not_there_is_named_with_where_to_put_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERE_API_KEY", "opens")
    monkeypatch.delenv("GONE_API_KEY", raising=False)
    assert lack_key("") == lack_key("HERE_API_KEY") == ()
    assert "GONE_API_KEY is not set; put it into the environment or into .env" in lack_key("GONE_API_KEY")[0]


def test_a_dialogue_sums_what_it_used_and_keeps_each_raw_reply() -> None:
    voice = give_voice(Talker(), topic="", rng=random.Random(0))
    answer = hold_dialogue(voice, voice, turns=3)
    assert (answer.usage, answer.raw) == (Usage(3, 30, 6), [{"id": 0}, {"id": 1}, {"id": 2}])


def test_a_dialogue_that_breaks_off_is_no_answer_and_says_what_was_used() -> None:
    voice = give_voice(Talker().with_settings({"falls_silent_at": 2}), topic="", rng=random.Random(0))
    with pytest.raises(NoAnswer, match="It is busy") as broken:
        hold_dialogue(voice, voice, turns=3)
    assert (broken.value.kind, broken.value.wait_seconds) == (Failure.SERVICE_BUSY, 7)
    assert (broken.value.usage, broken.value.raw) == (Usage(3, 20, 4), [{"id": 0}, {"id": 1}, "busy"])
