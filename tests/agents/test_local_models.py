"""Systems that run models on this machine: small random ones of each architecture, and SmolLM2 where it is here."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agents.ai_agents import AI_AGENTS
from agents.ai_agents.answers import NoAnswer
from agents.ai_agents.base import Utterance
from agents.ai_agents.dialogues import give_voice, hold_dialogue
from agents.services.generating import answer, choose, finish
from agents.services.gguf import lack_gguf
from agents.services.transformers_local import has_chat_template, load_tokenizer
from tests.agents.local_models import make_blenderbot, make_blip, make_git, make_gpt2, make_two_part_captioner
from tests.agents.pictures import store
from turingapp.errors import ModelNotHere, PermanentServiceError

pytestmark = pytest.mark.long
DIALOGUE = [Utterance("A", "hello, how are you?"), Utterance("B", "a dog runs over the sea")]


def try_to(deed: Callable[[], Any]) -> Any:
    """What comes of it, or why nothing does: random weights often say nothing that counts."""
    try:
        return deed()
    except NoAnswer as error:
        return str(error)


@pytest.mark.parametrize("make", [make_git, make_blip, make_two_part_captioner])
def test_a_captioner_of_each_architecture_says_the_same_twice(make: Callable[[Path], str], tmp_path: Path) -> None:
    pytest.importorskip("torch")
    agent = AI_AGENTS["image-to-text"].with_settings({"model": make(tmp_path), "most_tokens": 8, "beams": 2})
    assert agent.find_lacks() == ()
    stimulus = store(Image.new("RGB", (60, 40), (200, 40, 30)))
    first = try_to(lambda: agent.respond("captioning", stimulus, random.Random(0)).payload)
    assert first
    assert first == try_to(lambda: agent.respond("captioning", stimulus, random.Random(1)).payload)


def test_a_captioner_that_is_not_here_is_named() -> None:
    pytest.importorskip("torch")
    agent = AI_AGENTS["image-to-text"]
    assert "hf download microsoft/git-base-coco" in agent.find_lacks()[0]
    with pytest.raises(ModelNotHere, match="is not on this machine"):
        agent.respond("captioning", store(Image.new("RGB", (60, 40))), random.Random(0))


def test_a_folder_that_lacks_weights_is_refused_and_not_filled_in_by_chance(tmp_path: Path) -> None:
    torch, files = pytest.importorskip("torch"), pytest.importorskip("safetensors.torch")
    name = make_gpt2(tmp_path)
    kept = Path(name) / "model.safetensors"
    weights = files.load_file(kept)
    lost = next(key for key in sorted(weights) if key.endswith("attn.c_attn.weight"))
    files.save_file({key: value for key, value in weights.items() if key != lost}, kept, metadata={"format": "pt"})
    agent = AI_AGENTS["causal-model"].with_settings({"model": name, "most_tokens": 10})
    with (
        torch.random.fork_rng(),
        pytest.raises(ModelNotHere, match=f"no whole AutoModelForCausalLM: it has no .*{lost}"),
    ):
        agent.reply(DIALOGUE, random.Random(3), topic="music")


def test_a_causal_model_goes_on_with_pairs_and_dialogues(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    agent = AI_AGENTS["causal-model"].with_settings({"model": make_gpt2(tmp_path), "most_tokens": 10})
    assert agent.find_lacks() == ()
    for ask in (
        lambda: agent.respond("association", {"cue": "sea"}, random.Random(3)).payload,
        lambda: agent.reply(DIALOGUE, random.Random(3), topic="music").text,
    ):
        assert try_to(ask) == try_to(ask)
    assert agent.details["prompts"].keys() == {"association.completion", "conversation.completion"}


def test_a_model_that_was_made_to_chat_chats(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    model = make_gpt2(tmp_path, chats=True)
    assert has_chat_template(model)
    agent = AI_AGENTS["causal-model"].with_settings({"model": model, "most_tokens": 5})
    assert agent.details["prompts"].keys() == {"association.completion", "conversation"}
    with pytest.raises(PermanentServiceError, match="has room for 256 tokens"):
        agent.reply(DIALOGUE, random.Random(0), topic="music")  # the rules alone fill the small model


def test_what_is_made_ends_at_a_stop_or_is_cut(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    tokenizer = load_tokenizer(make_gpt2(tmp_path))
    made = tokenizer("sea\nship", return_tensors="pt")["input_ids"][0]
    whole = len(made)
    stopped = finish(tokenizer, made, given=4, most=whole, stops=["\n"])
    assert (stopped.text, stopped.cut, stopped.tokens_in, stopped.tokens_out) == ("sea", False, 4, whole)
    assert finish(tokenizer, made, given=4, most=whole, stops=[]).cut
    assert not finish(tokenizer, made, given=4, most=whole + 1, stops=[]).cut


def test_a_dialogue_model_hears_as_much_as_it_has_room_for(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    model = make_blenderbot(tmp_path, room=64)
    agent = AI_AGENTS["seq2seq-chat"].with_settings({"model": model, "most_tokens": 8})
    assert try_to(lambda: agent.reply([], random.Random(0), topic="music").text)
    choices = choose(most_tokens=8, temperature=0)
    said = answer(model, ["word " * 30] * 9, before="your persona: me  ", between="  ", choices=choices, seed=0)
    assert said.tokens_in == 64


@pytest.mark.skipif(bool(lack_gguf("")), reason="xllamacpp or the weights of SmolLM2 are not installed")
def test_smollm2_gives_words_and_talks() -> None:
    agent = AI_AGENTS["gguf"].with_settings({"temperature": 0.7, "most_tokens": 30})
    words = [
        try_to(lambda cue=cue: agent.respond("association", {"cue": cue}, random.Random(1)).payload["word"])
        for cue in ("dog", "run")
    ]
    assert words == ["cat", "fast"]
    voice = give_voice(agent, topic="music", rng=random.Random(1))
    assert try_to(lambda: hold_dialogue(voice, voice, turns=2).payload)


def test_a_file_that_is_no_gguf_or_not_there_is_named(tmp_path: Path) -> None:
    assert "no GGUF file at nowhere.gguf" in AI_AGENTS["gguf"].with_settings({"file": "nowhere.gguf"}).find_lacks()[-1]
    pytest.importorskip("xllamacpp")
    path = tmp_path / "a.gguf"
    path.write_bytes(b"nothing")
    with pytest.raises(ModelNotHere, match="no model that llama.cpp reads"):
        AI_AGENTS["gguf"].with_settings({"file": str(path)}).respond("association", {"cue": "sea"}, random.Random(0))
