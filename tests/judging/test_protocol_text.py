"""Protocol files changed field by field: comments and order stay, and what comes out says what was wanted."""

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.protocol import Settings
from judging.protocol_text import change_fields, write_settings
from tests.builders import make_settings

TEXT = """\
# A study of colors
slug: my-study
title: My study  # shown to judges
task: color

# where from
pool:
  names: [tests]  # ours
trials: 4
consent: |
  Do you agree?

  # this is no comment
  Then go on.
minutes: 3
"""


def test_one_field_is_changed_and_everything_else_stays_as_it_was_written() -> None:
    assert change_fields(TEXT, {"trials": 12}) == TEXT.replace("trials: 4", "trials: 12")
    assert change_fields(TEXT, {"title": "Colors: a study"}) == TEXT.replace(
        "title: My study  # shown to judges", "title: 'Colors: a study'"
    )


def test_a_new_field_comes_at_its_usual_place_and_goes_again() -> None:
    changed = change_fields(TEXT, {"human_share": 0.25})
    assert changed == TEXT.replace("trials: 4\n", "trials: 4\nhuman_share: 0.25\n")
    assert change_fields(changed, {"human_share": None}) == TEXT


def test_a_part_is_changed_within_its_field_and_goes_with_its_last_value() -> None:
    changed = change_fields(TEXT, {"pool.agents": ["blip"]})
    assert yaml.safe_load(changed)["pool"] == {"names": ["tests"], "agents": ["blip"]}
    assert "# where from\npool:" in changed
    assert "pool" not in yaml.safe_load(change_fields(TEXT, {"pool.names": None}))


def test_paragraphs_are_written_as_a_block() -> None:
    changed = change_fields(TEXT, {"consent": "One.\n\nTwo.\n"})
    assert "consent: |\n  One.\n\n  Two.\nminutes: 3\n" in changed


def test_a_text_of_nothing_and_one_in_braces_take_fields_too() -> None:
    assert change_fields("", {"slug": "x"}) == "slug: x\n"
    assert yaml.safe_load(change_fields("{slug: x, trials: 3}", {"trials": 5})) == {"slug": "x", "trials": 5}


def test_aliases_do_not_break_when_what_they_name_is_written_anew() -> None:
    text = "pool: &mine {names: [tests]}\npractice: {trials: 2, pool: *mine}\n"
    changed = yaml.safe_load(change_fields(text, {"pool.names": ["others"]}))
    assert changed["pool"] == {"names": ["others"]}
    assert changed["practice"]["pool"]["names"] in (["tests"], ["others"])


@settings(max_examples=10)
@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1).map(str.strip))
def test_any_text_that_is_typed_into_a_field_comes_back_as_it_was(typed: str) -> None:
    assert yaml.safe_load(change_fields(TEXT, {"title": typed}))["title"] == typed


def test_settings_are_written_short_and_read_back_the_same() -> None:
    for made in (
        make_settings(practice={"trials": 2}, catch={"at": [2]}, screening=[{"rule": "finished"}]),
        make_settings("conversation", pairings={"HH": 0.5, "AA": 0.5}, demographics=["gender"]),
        make_settings("association", kind="respond", trials=3),
        make_settings("conversation", kind="converse", trials=1, chat={"topics": ["Tea"]}, pairings={"HH": 1}),
    ):
        text = write_settings(made)
        assert Settings.model_validate(yaml.safe_load(text)) == made
        assert "lease_minutes" not in text
