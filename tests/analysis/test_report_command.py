"""The command that prints the report of a study."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from agents.models import Origin
from analysis.observations import read_observations
from analysis.reports import describe_results
from tests.analysis.small_studies import fill_color_study
from tests.builders import (
    add_version,
    make_agent,
    make_judgement,
    make_response,
    make_stimulus,
    make_study,
    make_visit,
)

pytestmark = pytest.mark.django_db


def test_the_command_prints_the_same_numbers_as_json_and_as_tables() -> None:
    study = make_study()
    fill_color_study(study)
    told, shown = StringIO(), StringIO()
    call_command("report", study.slug, "--json", stdout=told)
    call_command("report", study.slug, stdout=shown)
    assert json.loads(told.getvalue()) == describe_results(read_observations(study))
    assert "Median cut" in shown.getvalue()
    assert "25.0%" in shown.getvalue()


def test_brackets_in_names_are_printed_as_they_are() -> None:
    study = make_study()
    study.is_simulated = True
    study.save()
    response = make_response(make_agent(origin=Origin.AI, title="[/b] Echo"), stimulus=make_stimulus(facets={"[x]": 1}))
    make_judgement(make_visit(study), response, "human")
    shown = StringIO()
    call_command("report", study.slug, stdout=shown)
    assert "[/b] Echo" in shown.getvalue()
    assert "Simulated: programs made these judgements" in shown.getvalue()


def test_the_command_says_which_studies_there_are() -> None:
    make_study("colors")
    with pytest.raises(CommandError, match=r"^No study is called 'colours'; there are: colors\.$"):
        call_command("report", "colours")


def test_the_command_tells_one_version_alone_and_which_there_are() -> None:
    study = make_study("colors")
    add_version(study, trials=5)
    response = make_response(make_agent())
    for version, verdicts in ((1, ("human", "ai")), (2, ("human",))):
        for verdict in verdicts:
            make_judgement(make_visit(study, version=version), response, verdict)
    told = StringIO()
    call_command("report", "colors", "--json", "--protocol-version", "2", stdout=told)
    found = json.loads(told.getvalue())
    assert (found["version"], found["versions"], found["judgements"]) == (2, [1, 2], 1)
    with pytest.raises(CommandError, match=r"^colors has no version 3 of its protocol; there are: 1, 2\.$"):
        call_command("report", "colors", "--protocol-version", "3")
