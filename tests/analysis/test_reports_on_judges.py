"""The tables by groups of judges."""

from datetime import UTC, datetime

import pytest

from analysis.observations import read_observations
from analysis.reports import REPORTS
from tests.analysis.small_studies import fill_color_study, read_rows
from tests.builders import (
    make_agent,
    make_judgement,
    make_response,
    make_study,
    make_visit,
)

pytestmark = pytest.mark.django_db


def test_judges_are_reported_in_the_groups_of_the_original_study() -> None:
    study = make_study()
    fill_color_study(study)  # two judges, born in 1980, judging in 2024
    response = make_response(make_agent())
    make_judgement(make_visit(study, demographics={"gender": "no_answer", "birth_year": "1999"}), response, "human")
    make_judgement(make_visit(study), response, "human")  # was not asked
    tables = {table.slug: table for table in REPORTS["demographics"].tables(read_observations(study))}
    ages = [(row.values["value"], row.values["n"]) for row in tables["judges-age"].rows]
    assert ages == [("Under 35", 1), ("35 to 45", 10)]
    genders = [(row.values["value"], row.values["n"]) for row in tables["judges-gender"].rows]
    assert genders == [("Female", 10), ("Prefer not to say", 1)]
    assert tables["judges-gender"].note == "Left out: 1 judge who was not asked, or fits no group."
    assert [row.values["value"] for row in tables["judges-education"].rows] == ["Postgraduate"]
    assert [row.values["value"] for row in tables["judges-country"].rows] == ["United States"]


def test_groups_of_judges_that_differ_are_told_from_groups_that_do_not() -> None:
    study = make_study()
    response = make_response(make_agent())
    for number in range(12):  # all women are right, all men wrong; both countries are half right
        told = {"gender": "female" if number < 6 else "male", "country": "US" if number % 2 else "DE"}
        make_judgement(make_visit(study, demographics=told), response, "human" if number < 6 else "ai")
    compared = {row["grouping"]: row for row in read_rows(study, "demographics")}
    assert compared["gender"]["p"] < 0.01  # 2 of the 924 ways to share out six and six are as extreme: .0022
    assert compared["country"]["p"] == 1
    assert compared["gender"]["p_adjusted"] == 2 * compared["gender"]["p"]


def test_judges_who_preferred_not_to_say_take_no_part_in_the_comparison() -> None:
    study = make_study()
    response = make_response(make_agent())
    for gender in ("female", "no_answer"):
        make_judgement(make_visit(study, demographics={"gender": gender}), response, "human")
    assert "judges-compared" not in {t.slug for t in REPORTS["demographics"].tables(read_observations(study))}


def test_a_judge_stays_in_one_group_when_the_year_turns() -> None:
    study = make_study()
    visit = make_visit(study, demographics={"birth_year": "1989", "gender": "male"})
    for at in (datetime(2023, 12, 31, 23, tzinfo=UTC), datetime(2024, 1, 1, 1, tzinfo=UTC)):
        trial = make_judgement(visit, make_response(make_agent()), "human")
        trial.answered_at = at
        trial.save()
    other = make_visit(study, demographics={"birth_year": "1950"})
    make_judgement(other, make_response(make_agent()), "human")
    tables = {table.slug: table for table in REPORTS["demographics"].tables(read_observations(study))}
    ages = [(row.values["value"], row.values["n"]) for row in tables["judges-age"].rows]
    assert ages == [("Under 35", 2), ("Over 45", 1)]
