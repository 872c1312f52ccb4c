"""Small models with random weights, of the architectures that agents run: saved in a folder as real ones are."""

from pathlib import Path
from typing import Any

TEXTS = ["the sea and a ship", "hello, how are you?", "a dog runs over the green grass", "ice cream and bread\n"]


def make_tokenizer(folder: Path, **special: Any) -> Any:
    """A tokenizer of bytes that has learned a few pairs."""
    from tokenizers import ByteLevelBPETokenizer
    from transformers import PreTrainedTokenizerFast

    learned = ByteLevelBPETokenizer()
    learned.train_from_iterator(TEXTS, vocab_size=320, special_tokens=["<s>", "</s>", "<pad>"], show_progress=False)
    learned.save(str(folder / "bytes.json"))
    named = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>", **special}
    tokenizer: Any = PreTrainedTokenizerFast(tokenizer_file=str(folder / "bytes.json"), **named)
    tokenizer.save_pretrained(folder)
    return tokenizer


def save(model: Any, folder: Path) -> str:
    """The folder, as a setting names it."""
    model.save_pretrained(folder)
    return str(folder)


def make_gpt2(folder: Path, *, chats: bool = False) -> str:
    """A causal model; with a chat template where it is to chat."""
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    tokenizer = make_tokenizer(folder)
    if chats:
        tokenizer.chat_template = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant:"
        tokenizer.save_pretrained(folder)
    torch.manual_seed(0)
    config = GPT2Config(
        vocab_size=len(tokenizer), n_positions=256, n_embd=16, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=1
    )
    return save(GPT2LMHeadModel(config), folder)


def save_looking(folder: Path) -> None:
    """What brings a picture into the form that the small captioners take: 32 pixels a side."""
    from transformers import ViTImageProcessor

    ViTImageProcessor(size={"height": 32, "width": 32}).save_pretrained(folder)


VISION = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
SHAPE = {"image_size": 32, "patch_size": 16}


def make_git(folder: Path) -> str:
    """A small GIT."""
    import torch
    from transformers import GitConfig, GitForCausalLM

    tokenizer = make_tokenizer(folder)
    save_looking(folder)
    torch.manual_seed(0)
    config = GitConfig(
        vision_config={**VISION, **SHAPE},
        vocab_size=len(tokenizer),
        **VISION,
        max_position_embeddings=64,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=2,
    )
    return save(GitForCausalLM(config), folder)


def make_blip(folder: Path) -> str:
    """A small BLIP."""
    import torch
    from transformers import BlipConfig, BlipForConditionalGeneration

    tokenizer = make_tokenizer(folder)
    save_looking(folder)
    torch.manual_seed(0)
    text = {"vocab_size": len(tokenizer), **VISION, "encoder_hidden_size": 16, "max_position_embeddings": 64}
    special = {"bos_token_id": 0, "eos_token_id": 1, "sep_token_id": 1, "pad_token_id": 2}
    config = BlipConfig(text_config={**text, **special}, vision_config={**VISION, **SHAPE}, projection_dim=16)
    return save(BlipForConditionalGeneration(config), folder)


def make_two_part_captioner(folder: Path) -> str:
    """A small ViT that GPT-2 reads from."""
    import torch
    from transformers import GPT2Config, VisionEncoderDecoderConfig, VisionEncoderDecoderModel, ViTConfig

    tokenizer = make_tokenizer(folder)
    save_looking(folder)
    torch.manual_seed(0)
    decoder = GPT2Config(
        vocab_size=len(tokenizer), n_positions=64, n_embd=16, n_layer=1, n_head=2, bos_token_id=0, eos_token_id=1
    )
    config = VisionEncoderDecoderConfig.from_encoder_decoder_configs(ViTConfig(**VISION, **SHAPE), decoder)
    config.decoder_start_token_id, config.pad_token_id = 0, 2
    return save(VisionEncoderDecoderModel(config=config), folder)


def make_blenderbot(folder: Path, *, room: int = 64) -> str:
    """A small BlenderBot."""
    import torch
    from transformers import BlenderbotConfig, BlenderbotForConditionalGeneration

    tokenizer = make_tokenizer(folder)
    torch.manual_seed(0)
    parts = {
        f"{part}_{name}": number
        for part in ("encoder", "decoder")
        for name, number in (("layers", 1), ("attention_heads", 2), ("ffn_dim", 16))
    }
    config = BlenderbotConfig(
        vocab_size=len(tokenizer),
        d_model=16,
        max_position_embeddings=room,
        **parts,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=2,
        decoder_start_token_id=0,
        forced_eos_token_id=1,
    )
    return save(BlenderbotForConditionalGeneration(config), folder)
