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
