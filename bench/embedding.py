"""The speed of embedding, beside a bare loop over the same model; and of a whole evaluation where its data are here.

The evaluation is of the 8,676 turns of ConvAI 2017, by the default judge in the ordinary folds: cold, with an empty
cache of vectors, and warm. Its data are looked for in the folder that SHARED_DATA names, or beside this one.
"""

import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from agents.services.transformers_local import count_threads
from agents.tasks import TASKS
from analysis.ai_judges import AI_JUDGES, DEFAULT_JUDGE
from analysis.embedders import onnx_models
from analysis.embedders.minilm import MiniLM, find_folder
from analysis.embedders.torch_models import BATCH
from analysis.evaluations.evaluating import Evaluation
from analysis.evaluations.items import ItemSet, read_file
from analysis.evaluations.places import Setting
from bench.measuring import Bound, Figure, compare

TEXTS, ROUNDS = 512, 3
SHARE_OF_BARE = 0.85
COLD_SECONDS, WARM_SECONDS, MOST_MB = 90.0, 15.0, 2_000
FILE = "data/conversation/convai2017/train_final.json"
WORDS = ("the", "dog", "cat", "runs", "over", "green", "hill", "and", "then", "we", "talk", "of", "music", "why", "not")


def measure_embedder() -> list[Figure | Bound]:
    """What can be measured here."""
    if not (MiniLM().is_at_hand and onnx_models.is_installed()):
        return []
    return [measure_embedding(), *measure_evaluation()]


def measure_embedding() -> Figure:
    """Short texts, ours beside a bare loop of batches of the same size in the order of length."""
    rng = np.random.default_rng(1)
    texts = [" ".join(rng.choice(WORDS, int(rng.integers(3, 20)))) for _ in range(TEXTS)]
    tokenizer, session = onnx_models.load_session(str(find_folder()), MiniLM().revision)

    def loop() -> None:
        ordered = sorted(texts, key=len)
        for start in range(0, TEXTS, BATCH):
            tokens = tokenizer(ordered[start : start + BATCH], padding=True, truncation=True, return_tensors="np")
            session.run(None, {name: tokens[name] for name in onnx_models.NAMES})

    ours, bare = compare(lambda: MiniLM().embed(texts), loop, times=1, rounds=ROUNDS)
    return Figure(f"{TEXTS} short texts by MiniLM", ours, "bare ONNX loop", bare, limit_ratio=1 / SHARE_OF_BARE)


def measure_evaluation() -> Iterator[Bound]:
    """Seconds of ConvAI 2017 cold and warm, and the most memory that this process has had."""
    items = read_convai()
    if items is None:
        return
    with TemporaryDirectory() as folder:
        for name, limit in (("cold", COLD_SECONDS), ("warm", WARM_SECONDS)):
            start, cpu = time.perf_counter(), time.process_time()
            evaluation = Evaluation(items, Path(folder), (AI_JUDGES[DEFAULT_JUDGE],), settings=(Setting.ORDINARY,))
            list(evaluation.run())
            took = f"{time.perf_counter() - start:.1f} s on the clock, threads and neighbors included"
            busy = (time.process_time() - cpu) / count_threads()
            yield Bound(f"ConvAI 2017 turn by turn, {name}, seconds of its processors ({took})", busy, limit)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Bound("most memory of this process, MB", most, MOST_MB)


def read_convai() -> ItemSet | None:
    """The items, where SHARED_DATA has them."""
    folder = Path(os.environ.get("SHARED_DATA") or Path(__file__).resolve().parents[2] / "shared")
    path = folder / FILE
    return read_file(path, TASKS["conversation"]) if path.is_file() else None
