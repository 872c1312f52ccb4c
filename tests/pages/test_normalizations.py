"""A study's normalizations: on the page of a trial, where the truth is told, and in what AI judges see."""

import pytest
from pydantic import ValidationError

from agents.models import Origin, Response
from analysis.evaluations.sources import read_source
from analysis.features.items import find_text
from judging.acknowledging import list_open_cues
from tests.builders import make_agent, make_response, make_settings, make_stimulus
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db


def test_a_trial_shows_what_the_protocol_leaves_and_nothing_stored_is_changed() -> None:
    make_pool("captioning")
    Response.objects.update(payload={"caption": "A dog, they SAY!"})
    study = open_small_study("captioning", normalizations=["no-final-signs", "lower-case"])
    visitor = Visitor()
    visitor.begin(study)
    assert visitor.page is not None
    assert "a dog, they say<" in visitor.page.content.decode()
    assert "SAY" not in visitor.page.content.decode()
    assert Response.objects.filter(payload__caption="A dog, they SAY!").exists()
    texts = {find_text(item) for item in read_source(study.slug).items}
    assert texts == {"a dog, they say"}
    assert {find_text(item) for item in read_source("captioning").items} == {"A dog, they SAY!"}


def test_the_open_cues_of_a_study_are_those_of_what_it_shows() -> None:
    human, machine = make_agent("person"), make_agent("machine", origin=Origin.AI)
    for number in range(12):
        stimulus = make_stimulus(task="captioning", key=f"s{number}")
        make_response(human, stimulus=stimulus, payload={"caption": f"a dog with {number} toys on the floor"})
        make_response(machine, stimulus=stimulus, payload={"caption": f"A cat with {number} balls on the floor."})
    cues = {}
    for slug, names in (("as-is", []), ("normalized", ["lower-case", "no-final-signs"])):
        study = open_small_study("captioning", slug=slug, normalizations=names)
        cues[slug] = {cue.slug for cue in list_open_cues(study)["tests"]}
    assert {"casing:begins with a capital", "ending:."} <= cues["as-is"]
    assert not {slug for slug in cues["normalized"] if slug.startswith(("casing", "ending"))}


def test_a_protocol_keeps_normalizations_in_the_order_in_which_they_are_applied() -> None:
    kept = make_settings("color", normalizations=["no-final-signs", "ascii"]).normalizations
    assert kept == ["ascii", "no-final-signs"]
    with pytest.raises(ValidationError, match="'shout' is no normalization; there are ascii, lower-case"):
        make_settings("color", normalizations=["shout"])
