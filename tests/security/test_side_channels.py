"""Nothing but what a response says may tell who gave it: a classifier on sizes, headers and times stays at chance.

Humans and AI agents answer here by the same random rule, so that whatever a classifier finds, the platform has told.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from django.db import connection
from django.http.response import HttpResponseBase
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from numpy.typing import NDArray
from PIL import Image
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict

from agents.media import store_picture
from agents.media_links import address_picture
from agents.models import Stimulus
from judging.models import Study, Trial
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study

pytestmark = [pytest.mark.django_db, pytest.mark.long]
TRIALS, VISITORS = 20, 12  # 240 trials
LOOKS = 2  # by chance an interval of 99 % lies wrong once in a hundred times; a true leak does so at each look
LEAK = 0.7  # the area that the upper end of the interval must not pass, and that a planted leak must
Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@pytest.fixture(params=["captioning", "association"])
def study(request: pytest.FixtureRequest, tmp_path: Path) -> Study:
    """A study whose humans and AI agents answer alike."""
    make_pool(request.param, stimuli=2 * TRIALS, humans=1, machines=1)
    for stimulus in Stimulus.objects.all():
        if "image" in stimulus.payload:
            path = tmp_path / f"{stimulus.pk}.png"
            Image.effect_noise((64, 48), 40 + stimulus.pk).save(path)
            media = store_picture(path)
            Stimulus.objects.filter(pk=stimulus.pk).update(
                payload={**stimulus.payload, "image": {"media": media.id, "width": 64, "height": 48}}
            )
    return open_small_study(request.param, trials=TRIALS, judgements_per_response=100)


def measure_trials(study: Study) -> tuple[Floats, Whole, Whole]:
    """What can be measured of each trial from outside, whether a human gave the response, and its stimulus."""
    rows, humans, stimuli = zip(*(one for _ in range(VISITORS) for one in measure_visit(study)), strict=True)
    return np.array(rows, dtype=np.float64), np.array(humans), np.array(stimuli)


def measure_visit(study: Study) -> Iterator[tuple[list[float], int, int]]:
    """Each trial of one visitor, as the network shows it."""
    visitor = Visitor()
    visitor.begin(study)
    address, client = visitor.address, visitor.client
    for _ in range(TRIALS):
        trial = Trial.objects.filter(assignment__study=study, answered_at=None, issued_at__isnull=False).latest("pk")
        said = sum(len(str(value)) for value in trial.place.response.payload.values())
        page = measure(partial(client.get, address))
        media = (trial.place.response.stimulus.payload.get("image") or {}).get("media")
        picture = measure(partial(client.get, address_picture(media, at=timezone.now()))) if media else []
        reply = measure(partial(client.post, address, visitor.read_form()))
        # What is said may be as long as it is; how long the page is besides may not depend on who said it.
        seen = [page[0] - said, *page[1:], *picture, *reply]
        yield seen, int(trial.place.response.pairing == "H"), trial.stimulus_id
        visitor.open(address)


def measure(ask: Callable[[], HttpResponseBase]) -> list[float]:
    """Bytes, bytes of headers, how many headers, queries, and seconds of an answer."""
    with CaptureQueriesContext(connection) as queries:
        began = time.perf_counter()
        answer = ask()
        content = b"".join(answer) if answer.streaming else answer.content  # type: ignore[arg-type,call-overload]
        seconds = time.perf_counter() - began
    headers = [f"{name}: {value}" for name, value in answer.headers.items()]
    return [len(content), sum(map(len, headers)), len(headers), len(queries), seconds, len(answer.cookies)]


def find_area(seen: Floats, humans: Whole, stimuli: Whole) -> tuple[float, float]:
    """The ends of a 99 % interval of the area under the curve of a cross-validated forest, stimuli drawn anew.

    Folds keep a stimulus whole: the design shows both of its responses equally often, so who has seen that one was
    shown more often would guess the other, and a forest trained to guess alike is wrong more often than by chance.
    """
    forest = RandomForestClassifier(200, min_samples_leaf=5, random_state=0)
    folds = StratifiedGroupKFold(5, shuffle=True, random_state=0)
    p = cross_val_predict(forest, seen, humans, groups=stimuli, cv=folds, method="predict_proba")[:, 1]
    rng = np.random.default_rng(0)
    of_stimulus = [np.flatnonzero(stimuli == stimulus) for stimulus in np.unique(stimuli)]
    areas = []
    for _ in range(500):
        rows = np.concatenate([of_stimulus[drawn] for drawn in rng.integers(len(of_stimulus), size=len(of_stimulus))])
        areas.append(roc_auc_score(humans[rows], p[rows]))
    low, high = np.quantile(areas, (0.005, 0.995))
    return float(low), float(high)


def test_sizes_headers_queries_and_times_do_not_tell_who_answered(study: Study) -> None:
    for look in range(LOOKS):
        low, high = find_area(*measure_trials(study))
        print(f"look {look + 1}: area under the curve, 99 % interval: {low:.2f} to {high:.2f}")
        if low <= 0.5 and high < LEAK:  # what leaks lies above; below a half a forest has learned nothing that holds
            return
    pytest.fail(f"the area under the curve is {low:.2f} to {high:.2f}, at the second look too")


def test_a_leak_of_a_few_bytes_would_be_found(study: Study) -> None:
    seen, humans, stimuli = measure_trials(study)
    seen[:, 0] += 8 * (1 - humans)
    low, _ = find_area(seen, humans, stimuli)
    assert low > LEAK, low
