"""What the statistics read: the rows, and the truth about each."""

import pytest

from agents.models import Origin
from analysis.observations import find_version, read_observations
from judging.models import Assignment, Trial
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit

pytestmark = pytest.mark.django_db


def test_each_role_of_a_conversation_gets_the_truth_about_its_own_speaker() -> None:
    study = make_study(task="conversation")
    human, machine = make_agent("talker"), make_agent("chatbot", origin=Origin.AI)
    response = make_response(human, machine, task="conversation", genders=("female", ""))
    make_judgement(make_visit(study), response, "human", "ai", view=3, guesses=("female", "unsure"))
    rows = read_observations(study).rows
    assert rows["role"].tolist() == ["A", "B"]
    assert rows["origin"].tolist() == ["human", "ai"]
    assert rows["agent"].tolist() == ["talker", "chatbot"]
    assert rows["gender"].tolist() == ["female", ""]
    assert rows["gender_guess"].tolist() == ["female", "unsure"]
    assert rows["pairing"].tolist() == ["HA", "HA"]
    assert rows["view"].tolist() == [3, 3]
    assert rows["y"].tolist() == [1, 0]


def test_only_main_trials_are_read_and_unfinished_visits_too() -> None:
    study = make_study()
    human = make_agent()
    make_judgement(make_visit(study, state=Assignment.State.OPEN), make_response(human), "human")
    make_judgement(make_visit(study), make_response(human), "human", kind=Trial.Kind.PRACTICE)
    observations = read_observations(study)
    assert observations.rows["is_finished"].tolist() == [False]
    assert (observations.visits.arrived, observations.visits.finished, observations.visits.open) == (2, 1, 1)


def test_another_study_s_judgements_are_not_read() -> None:
    study, other = make_study(), make_study()
    response = make_response(make_agent())
    make_judgement(make_visit(other), response, "human")
    assert read_observations(study).rows.empty


def test_reading_costs_as_many_queries_for_many_judgements_as_for_one(django_assert_num_queries) -> None:
    study = make_study(screening=[{"rule": "word_coincides"}])
    human = make_agent()
    for _ in range(3):
        visit = make_visit(study)
        for _ in range(3):
            make_judgement(visit, make_response(human), "human", control_right=True)
    with django_assert_num_queries(4):
        assert len(read_observations(study).rows) == 9


def test_the_version_changes_with_each_judgement_and_only_then() -> None:
    study = make_study()
    visit = make_visit(study)
    before = find_version(study)
    assert find_version(study) == before
    make_judgement(visit, make_response(make_agent()), "human")
    assert find_version(study) != before


def test_coinciding_responses_of_a_human_and_a_machine_mark_their_stimulus() -> None:
    study = make_study(task="association", screening=[{"rule": "word_coincides"}])
    human, machine = make_agent(), make_agent(origin=Origin.AI)
    first = make_response(human, task="association", payload={"word": "Ship"})
    second = make_response(machine, stimulus=first.stimulus, payload={"word": "ship"})
    apart = make_response(human, task="association", payload={"word": "blue"})
    for response in (first, second, apart):
        make_judgement(make_visit(study), response, "human")
    observations = read_observations(study)
    assert observations.everything["coincides"].tolist() == [True, True, False]
    assert observations.kept.tolist() == [False, False, True]
    assert len(observations.unscreened().rows) == 3
