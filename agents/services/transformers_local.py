"""Models of the transformers library on this machine: by name or folder, loaded once a process, nothing fetched."""

import hashlib
import json
import os
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from turingapp.errors import ModelNotHere

MOST_THREADS = 2
END = 1 << 20  # bytes
EXTRA = gettext_noop("install it with `pip install 'turingapp[models]'`")


def count_threads() -> int:
    """How many threads a model may use."""
    return min(MOST_THREADS, int(os.environ.get("OMP_NUM_THREADS") or os.cpu_count() or 1))


def import_transformers(name: str) -> Any:
    """The library, quiet and with few threads; raises ModelNotHere."""
    try:
        import torch
        import transformers
    except ImportError as error:
        raise ModelNotHere(
            _("The model %(model)s needs torch and transformers; %(how)s.") % {"model": name, "how": _(EXTRA)}
        ) from error
    torch.set_num_threads(count_threads())
    library: Any = transformers
    library.utils.logging.set_verbosity_error()
    library.utils.logging.disable_progress_bar()
    return library


@lru_cache(maxsize=4)
def load(kind: str, name: str, **choices: Any) -> Any:
    """What the library's class `kind`, such as AutoTokenizer, makes of a name or folder; raises ModelNotHere."""
    if not name:
        raise ModelNotHere(_("No model is named: give a name that the hub knows, or the path of a folder."))
    maker = getattr(import_transformers(name), kind)
    try:
        made = maker.from_pretrained(name, local_files_only=True, **choices)
    except (OSError, ValueError, KeyError) as error:
        raise say_missing(name) from error
    return made.eval() if hasattr(made, "eval") else made


def load_whole(kind: str, name: str) -> Any:
    """A model all of whose weights are there: the library would fill in the others by chance. Raises ModelNotHere."""
    model, told = load(kind, name, output_loading_info=True)
    missing = sorted(told["missing_keys"])
    if missing:
        raise ModelNotHere(
            _("%(model)s is no whole %(kind)s: it has no %(part)s.") % {"model": name, "kind": kind, "part": missing[0]}
        )
    return model


def load_tokenizer(name: str) -> Any:
    """The tokenizer, which can pad; raises ModelNotHere."""
    tokenizer = load("AutoTokenizer", name)
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token  # GPT-2 has none; padding is masked anyway
    return tokenizer


def find_folder(name: str) -> Path | None:
    """Where a model lies: the folder itself, or where the hub's own program has put that name; nothing is imported."""
    if name and Path(name).is_dir():
        return Path(name)
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    kept = Path(os.environ.get("HF_HUB_CACHE") or home / "hub") / f"models--{name.replace('/', '--')}"
    commit = kept / "refs" / "main"
    folder = kept / "snapshots" / commit.read_text(encoding="utf-8").strip() if commit.is_file() else kept / "none"
    return folder if folder.is_dir() else None


def has_chat_template(name: str) -> bool:
    """Whether a model that is on this machine was made to chat."""
    folder = find_folder(name)
    if folder is None:
        return False
    config = folder / "tokenizer_config.json"
    return (folder / "chat_template.jinja").is_file() or (
        config.is_file() and "chat_template" in json.loads(config.read_text(encoding="utf-8"))
    )


@lru_cache(maxsize=8)
def find_revision(name: str) -> str:
    """What tells one version of a model from another: the hub's commit, or a digest of a folder; "missing" without it.

    Of files larger than 2 MB the size and both ends are digested: all of them would take seconds.
    """
    folder = find_folder(name)
    if folder is None:
        return "missing"
    if folder != Path(name):
        return folder.name
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in {".safetensors", ".bin", ".json"}):
        size = path.stat().st_size
        total.update(f"{path.name} {size}".encode())
        with path.open("rb") as file:
            total.update(file.read(END))
            file.seek(max(size - END, 0))
            total.update(file.read(END))
    return total.hexdigest()[:16]


def say_missing(name: str) -> ModelNotHere:
    """The error for a model that is not on this machine."""
    return ModelNotHere(
        _(
            "The model %(model)s is not on this machine: give the path of a folder that holds "
            "it, or fetch it once with `hf download %(name)s`."
        )
        % {"model": name, "name": name}
    )


def lack_model(name: str) -> tuple[str, ...]:
    """What is lacking to run a model, as sentences; looks for files alone, loads nothing and imports no torch."""
    if find_spec("torch") is None or find_spec("transformers") is None:
        return (_("torch and transformers are not installed; %(how)s.") % {"how": _(EXTRA)},)
    if not name:
        return (
            _("The setting model is empty: give a name that the hub knows, or the path of a folder with the model."),
        )
    return () if find_folder(name) else (str(say_missing(name)),)
