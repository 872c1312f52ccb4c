"""ClipCap: a small random CLIP and GPT-2, and a file of weights with the names and shapes of its authors' files."""

import random
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agents.ai_agents import AI_AGENTS
from agents.ai_agents.answers import NoAnswer
from agents.services.clipcap import ClipCap, caption
from agents.services.generating import choose
from tests.agents.clipcap_files import PREFIX, make_all, make_weights
from tests.agents.local_models import make_blenderbot
from tests.agents.pictures import store
from turingapp.errors import ModelNotHere

pytestmark = pytest.mark.long
SENTENCE = "a dog runs over the green grass."
RED, BLUE = (Image.new("RGB", (60, 40), color) for color in ((200, 40, 30), (10, 20, 220)))


def go_on_by_hand(settings: dict[str, Any], held: dict[str, Any], picture: Image.Image, *, most: int) -> str:
    """As the authors' own loop: the likeliest token is put behind all before it, and everything read once more."""
    import torch
    from transformers import AutoImageProcessor, AutoTokenizer, CLIPModel, GPT2LMHeadModel

    clip = CLIPModel.from_pretrained(settings["model"]).eval()
    tokenizer = AutoTokenizer.from_pretrained(settings["language_model"])
    gpt = GPT2LMHeadModel.from_pretrained(settings["language_model"]).eval()
    gpt.load_state_dict({name: held[f"gpt.{name}"] for name in gpt.state_dict()})
    pixels = AutoImageProcessor.from_pretrained(settings["model"])(images=picture, return_tensors="pt")["pixel_values"]
    first, second = ((held[f"clip_project.model.{at}.weight"], held[f"clip_project.model.{at}.bias"]) for at in (0, 2))
    said: list[int] = []
    with torch.inference_mode():
        seen = clip.visual_projection(clip.vision_model(pixels).pooler_output)[0]
        read = (second[0] @ torch.tanh(first[0] @ seen + first[1]) + second[1]).reshape(PREFIX, -1)
        while len(said) < most and tokenizer.encode(".")[0] not in said and tokenizer.eos_token_id not in said:
            said.append(int(gpt(inputs_embeds=read[None]).logits[0, -1].argmax()))
            read = torch.cat([read, held["gpt.transformer.wte.weight"][said[-1:]]])
    return str(tokenizer.decode(said, skip_special_tokens=True)).strip()


def test_gpt2_goes_on_from_what_clip_sees_as_in_the_authors_loop(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    settings = make_all(tmp_path)
    held = make_weights(Path(settings["weights"]), settings["language_model"])
    parts = ClipCap(settings["model"], settings["language_model"], Path(settings["weights"]), PREFIX)
    choices = choose(most_tokens=12, temperature=0, beams=1)
    said = [caption(parts, picture, choices=choices).text for picture in (RED, BLUE)]
    assert said == [go_on_by_hand(settings, held, picture, most=12) for picture in (RED, BLUE)]
    assert said[0] != said[1]


def test_a_caption_ends_at_its_full_stop_and_is_none_without(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    agent = AI_AGENTS["clipcap"].with_settings(make_all(tmp_path, sentence=SENTENCE))
    assert agent.find_lacks() == ()
    for beams in (1, 3):
        chosen = agent.with_settings({"beams": beams})
        assert chosen.respond("captioning", store(RED), random.Random(0)).payload == {"caption": SENTENCE}
    with pytest.raises(NoAnswer, match="ran out of room"):
        agent.with_settings({"most_tokens": 5}).respond("captioning", store(RED), random.Random(0))


def test_other_weights_are_another_agent(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    settings = make_all(tmp_path)
    agent = AI_AGENTS["clipcap"].with_settings(settings)
    before = agent.details
    make_weights(Path(settings["weights"]), settings["language_model"], sentence=SENTENCE)
    assert {name for name, value in agent.details.items() if value != before[name]} == {"revision"}


def test_what_is_not_here_is_said_with_the_way_to_get_it() -> None:
    pytest.importorskip("torch")
    clip, language, weights = AI_AGENTS["clipcap"].find_lacks()
    assert "hf download openai/clip-vit-base-patch32" in clip
    assert "hf download openai-community/gpt2" in language
    assert weights.startswith("The weights of ClipCap are not here")
    assert "models/clipcap.pt" in weights


@pytest.mark.parametrize("fault", ["no weights at all", "another prefix"])
def test_a_wrong_file_is_refused_in_a_sentence(fault: str, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    settings = make_all(tmp_path)
    path = Path(settings["weights"])
    if fault == "another prefix":
        make_weights(path, settings["language_model"], prefix=PREFIX + 1)
    else:
        path.write_bytes(b"\x89PNG, not weights")
    with pytest.raises(ModelNotHere) as told:
        AI_AGENTS["clipcap"].with_settings(settings).respond("captioning", store(RED), random.Random(0))
    assert f"{path} holds no weights of a ClipCap that makes 4 tokens of 16 numbers from 12" in str(told.value)


@pytest.mark.parametrize("wrong", ["gpt2 as clip", "clip that projects nothing", "blenderbot as gpt2"])
def test_a_model_that_cannot_play_its_part_is_refused_in_a_sentence(wrong: str, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from transformers import CLIPVisionModel

    settings = make_all(tmp_path)
    if wrong == "gpt2 as clip":
        settings["model"], said = settings["language_model"], "is no whole CLIPVisionModelWithProjection"
    elif wrong == "clip that projects nothing":
        CLIPVisionModel.from_pretrained(settings["model"]).save_pretrained(settings["model"])
        said = "it has no visual_projection.weight"
    else:
        (tmp_path / "other").mkdir()
        settings["language_model"], said = make_blenderbot(tmp_path / "other"), "of the kind blenderbot"
    with pytest.raises(ModelNotHere, match=said):
        AI_AGENTS["clipcap"].with_settings(settings).respond("captioning", store(RED), random.Random(0))
