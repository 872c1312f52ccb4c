"""Files of weights on this machine: where they are looked for, and what is said where they are not."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from agents.services.transformers_local import count_threads
from turingapp.errors import ModelNotHere


def find_weights(named: str, usual: str) -> Path:
    """The file that a setting names, or the usual one in VAR_DIR/models."""
    return Path(named) if named else Path(settings.VAR_DIR) / "models" / usual


def lack_weights(path: Path, what: str) -> tuple[str, ...]:
    """What is lacking, as a sentence that says where to put it."""
    return (
        ()
        if path.is_file()
        else (
            _("The weights of %(model)s are not here: put them at %(path)s, or name a file of them.")
            % {"model": what, "path": path},
        )
    )


def fill(model: Any, path: Path, what: str, *, prefix: str = "", leaving_out: tuple[str, ...] = ()) -> Any:
    """A torch module with the weights of a file; raises ModelNotHere.

    They are those whose names begin with `prefix` and end with none of `leaving_out`.
    """
    import pickle

    import torch

    torch.set_num_threads(count_threads())
    try:
        given = torch.load(path, map_location="cpu", weights_only=True)  # and nothing that the file says to run
        taken = {name: value for name, value in given.items() if not name.endswith(leaving_out)}
        wanted = {name.removeprefix(prefix): value for name, value in taken.items() if name.startswith(prefix)}
        model.load_state_dict(wanted)
    except (RuntimeError, AttributeError, EOFError, pickle.UnpicklingError) as error:
        raise ModelNotHere(
            _("%(path)s holds no weights of %(model)s (%(fault)s).")
            % {"path": path, "model": what, "fault": type(error).__name__}
        ) from error
    return model.eval()


def digest_weights(path: Path) -> str:
    """What tells one version of a file from another; "missing" where there is none."""
    if not path.is_file():
        return "missing"
    return _digest(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _digest(path: Path, changed: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]
