"""Rows with any JSON in any field are taken or refused in words; none is a fault of the server."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from tests.api.callers import make_caller, send

pytestmark = pytest.mark.django_db

ODD = st.sampled_from(("\ud800", "\x00", "1" * 400))
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | ODD
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3))
WORD = {"stimulus": "sea", "cue": "sea", "origin": "human", "agent": "one", "word": "ship", "key": "k", "facets": {}}
TALK = {
    "stimulus": "d",
    "topic": "sea",
    "authors": {"A": {"origin": "human", "gender": "male"}, "B": {"origin": "ai", "agent": "eliza"}},
    "turns": [{"speaker": "A", "text": "Hello"}, {"speaker": "B", "text": "Hello"}],
}
VERDICT = {
    "judge": "lab:1",
    "stimulus": "sea",
    "cue": "sea",
    "origin": "human",
    "verdict": "ai",
    "rt_ms": 5,
    "position": 1,
    "view": 0,
    "kind": "main",
    "visit": "1",
    "gender_guess": "male",
    "judge_age": "31-35",
    "judge_country": "Chile",
    "response": "r",
}
GAZE = {
    "stimulus": "s",
    "mode": "free",
    "origin": "human",
    "fixations": [[0.5, 0.5], [0.1, 0.2]],
    "durations_ms": [1, 2],
}
SENT = {"provenance": "sent"}
JUDGED = {"task": "association", "source": "Somewhere", "is_simulated": True}
STORIES = (
    ("/api/pools/association/words/stimuli/", "stimuli", {"key": "sea", "cue": "sea", "is_catch": "no"}, {}),
    ("/api/pools/association/words/responses/", "responses", WORD, SENT),
    ("/api/pools/conversation/talks/responses/", "responses", TALK, SENT),
    ("/api/pools/attention/gazes/responses/", "responses", GAZE, SENT),
    ("/api/studies/elsewhere/judgements/", "judgements", VERDICT, JUDGED),
)


@pytest.mark.parametrize(("url", "name", "row", "body"), STORIES, ids=[story[0] for story in STORIES])
def test_rows_are_taken_or_refused_in_words(
    settings: Settings, url: str, name: str, row: dict[str, Any], body: dict[str, Any]
) -> None:
    settings.API_WRITES_PER_MINUTE = 1_000_000
    caller = make_caller(User.objects.create_superuser("admin"))
    assert send(caller, url, {**body, name: [row]}).status_code == 201
    try_rows(caller, url, name, row, body)


def try_rows(caller: Client, url: str, name: str, row: dict[str, Any], body: dict[str, Any]) -> None:
    """Change one or two fields to anything, and see what is answered."""
    fields = st.sampled_from((*row, "mood", "facet_place", "authors", "image"))

    @settings(max_examples=100, suppress_health_check=list(HealthCheck))
    @given(changes=st.dictionaries(fields, VALUES, min_size=1, max_size=2), beside=VALUES)
    def hold(changes: dict[str, Any], beside: Any) -> None:
        rows = [{**row, **changes}, *([beside] if isinstance(beside, dict) else [])]
        answer = send(caller, url, {**body, name: rows})
        assert answer.status_code in (201, 400), answer.content
        if answer.status_code == 400:
            assert answer.json()["detail"].endswith(".")

    hold()
