"""Agents by the names that files give them: one name is one agent, and no two become one."""

from pathlib import Path

import pytest

from agents.models import Agent, Authorship
from tests.agents.files import bring_responses, write

pytestmark = pytest.mark.django_db

HEAD = "stimulus,origin,agent,title,color\n"


@pytest.mark.parametrize(("first", "second"), [("model", "model+"), ("GPT-3.5", "GPT-35"), ("model+", "model")])
def test_two_names_with_one_short_form_are_never_merged(tmp_path: Path, first: str, second: str) -> None:
    rows = f"{HEAD}a,ai,{first},,red\nb,ai,{second},,red\n"
    result = bring_responses(write(tmp_path, "r.csv", rows), "color")
    assert (result.loaded, [problem.where for problem in result.refused]) == (1, ["r.csv, line 3"])
    assert repr(first) in str(result.refused[0])
    assert repr(second) in str(result.refused[0])
    assert Authorship.objects.get().agent.title == first


def test_two_names_with_one_short_form_are_never_merged_across_loads_whatever_their_titles(tmp_path: Path) -> None:
    bring_responses(write(tmp_path, "a.csv", f"{HEAD}a,ai,GPT-3.5,The older one,red\n"), "color")
    result = bring_responses(write(tmp_path, "b.csv", f"{HEAD}b,ai,GPT-35,The newer one,red\n"), "color")
    assert result.loaded == 0
    assert "'The older one'" in str(result.refused[0])
    assert "'The newer one'" in str(result.refused[0])


def test_one_name_is_one_agent_in_any_case_and_with_any_spaces_also_where_its_title_changed(tmp_path: Path) -> None:
    bring_responses(write(tmp_path, "a.csv", f"{HEAD}a,ai,GPT 3.5,,red\n"), "color")
    Agent.objects.update(title="The older one")
    result = bring_responses(write(tmp_path, "b.csv", f"{HEAD}b,ai,gpt-3.5,,red\nc,ai,GPT  3.5,,red\n"), "color")
    assert (result.loaded, result.refused, Agent.objects.count()) == (2, [], 1)


def test_names_and_titles_longer_than_their_columns_are_refused_not_cut(tmp_path: Path) -> None:
    long = "m" * 120
    rows = f"{HEAD}a,ai,{long},,red\nb,ai,{long}1,,red\nc,ai,{long}2,,red\nd,ai,m,{'t' * 201},red\n"
    result = bring_responses(write(tmp_path, "r.csv", rows), "color")
    assert result.loaded == 1
    assert [(problem.where, problem.field) for problem in result.refused] == [
        ("r.csv, line 3", "agent"),
        ("r.csv, line 4", "agent"),
        ("r.csv, line 5", "title"),
    ]
