"""What the statistics read: the rows, and the truth about each."""

from datetime import timedelta

import pytest

from agents.models import Origin
from analysis.observations import find_mark, read_observations
from judging.models import Assignment, Cell, Place, Trial
from judging.withdrawing import erase
from tests.builders import AT, add_version, make_agent, make_judgement, make_response, make_study, make_visit

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
    for kind in (Trial.Kind.PRACTICE, Trial.Kind.FEEDBACK, Trial.Kind.CATCH):
        make_judgement(make_visit(study), make_response(human), "human", kind=kind)
    observations = read_observations(study)
    assert observations.rows["is_finished"].tolist() == [False]
    assert (observations.visits.arrived, observations.visits.finished, observations.visits.open) == (4, 3, 1)


def test_pilots_and_previews_are_counted_and_never_read() -> None:
    study = make_study()
    for kind in Assignment.Kind:
        visit = make_visit(study, kind=kind)
        for trial in (Trial.Kind.MAIN, Trial.Kind.FEEDBACK):
            make_judgement(visit, make_response(make_agent()), "human", kind=trial)
    observations = read_observations(study)
    assert (len(observations.rows), len(observations.everything), len(observations.told)) == (1, 1, 1)
    visits = observations.visits
    assert (visits.arrived, visits.pilots, visits.previews) == (1, 1, 1)


def test_an_erased_visit_leaves_the_rows_and_stays_in_the_counts() -> None:
    study = make_study()
    visit = make_visit(study)
    make_judgement(visit, make_response(make_agent()), "human")
    Place.objects.update(taken=1)
    Cell.objects.update(taken=1)
    before = find_mark(study)
    erase(visit, at=AT)
    observations = read_observations(study)
    assert find_mark(study) != before
    assert observations.everything.empty
    assert (observations.visits.arrived, observations.visits.count("erased", reach="began")) == (1, 1)


def test_each_version_is_screened_by_its_own_rules_and_can_be_read_alone() -> None:
    study = make_study()
    add_version(study, screening=[{"rule": "control_right"}])
    response = make_response(make_agent())
    for version in (1, 2):
        for is_right in (True, False):
            make_judgement(make_visit(study, version=version), response, "human", control_right=is_right)
    both, second = read_observations(study), read_observations(study, 2)
    assert both.rows["protocol_version"].tolist() == [1, 1, 2]
    assert [(step.version, step.rule, step.judgements) for step in both.flow] == [
        (1, "all", 2),
        (2, "all", 2),
        (2, "control_right", 1),
    ]
    assert (len(second.everything), len(second.rows), second.visits.arrived) == (2, 1, 2)
    assert (second.versions, second.version) == ((1, 2), 2)


def test_versions_with_the_same_rules_have_one_flow() -> None:
    study = make_study(screening=[{"rule": "finished"}])
    add_version(study, trials=9)
    for version in (1, 2):
        make_judgement(make_visit(study, version=version), make_response(make_agent()), "human")
    assert [(step.version, step.judgements) for step in read_observations(study).flow] == [(None, 2), (None, 2)]


def test_what_speaks_against_a_visit_is_found_wherever_it_was_noted() -> None:
    study = make_study()
    human, machine = make_agent(), make_agent(origin=Origin.AI)
    visit = make_visit(study, signs={"honeypot": 1}, closing={"ai_tool": "yes"})
    make_judgement(visit, make_response(machine), "human", kind=Trial.Kind.CATCH)  # wrong
    make_judgement(visit, make_response(human), "human", kind=Trial.Kind.CATCH)  # right
    make_judgement(visit, make_response(human), "human", kind=Trial.Kind.PRACTICE, answers={"sign": "machine_text"})
    aside = make_judgement(visit, make_response(human))
    aside.answered_at, aside.put_aside_at = None, AT
    aside.save()
    page = {"profile": {"pastes": 2, "keys": 3}, "hidden_ms": 1000, "translated": True}
    make_judgement(visit, make_response(human), "human", answers=page, rt_ms=4000)
    (row,) = read_observations(study).rows.to_dict("records")
    names = ("honeypot", "machine_text", "catch_wrong", "put_aside", "pastes", "hidden_share", "ai_tool")
    assert [row[name] for name in names] == [1, 1, 1, 1, 2, 0.25, "yes"]
    assert (row["is_translated"], row["is_handless"], row["is_repeat"]) == (True, False, False)
    assert row["visit_seconds"] == 55  # the fifth trial is issued after 50 seconds and answered 5 later


def test_a_person_s_second_visit_is_a_repeat_even_by_another_platform() -> None:
    study = make_study(screening=[{"rule": "duplicates"}])
    add_version(study, trials=3)
    first = make_visit(study)
    second = make_visit(study, judge=first.judge, version=2)
    Assignment.objects.filter(pk=second.pk).update(arrived_at=AT + timedelta(minutes=1))
    for visit in (second, first):
        make_judgement(visit, make_response(make_agent()), "human")
    assert read_observations(study).rows["assignment"].tolist() == [first.pk]
    assert read_observations(study, 2).rows.empty


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
    with django_assert_num_queries(10):
        assert len(read_observations(study).rows) == 9


def test_the_version_changes_with_each_judgement_and_only_then() -> None:
    study = make_study()
    visit = make_visit(study)
    before = find_mark(study)
    assert find_mark(study) == before
    make_judgement(visit, make_response(make_agent()), "human")
    assert find_mark(study) != before


def test_the_mark_changes_when_a_trial_is_put_aside() -> None:
    study = make_study()
    trial = make_judgement(make_visit(study), make_response(make_agent()))
    before = find_mark(study)
    Trial.objects.filter(pk=trial.pk).update(put_aside_at=AT, put_aside_why="picture")
    assert find_mark(study) != before


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
