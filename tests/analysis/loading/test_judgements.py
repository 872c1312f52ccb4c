"""Judgements from the original study's files, and the numbers that they give."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from agents.models import Agent, Authorship, Origin, Provenance, Response, Stimulus
from agents.people import make_person_key
from analysis.observations import read_observations
from judging.models import Assignment, Judge, Judgement, Study, Trial
from judging.placing import find_responses
from tests.analysis.loading.files import make_matrix, make_trial, write_compiled
from tests.builders import make_agent, make_response, make_settings, make_stimulus, make_study

Load = Callable[..., str]


def load_one(load: Load, folder: Path, trial: dict[str, Any], *, task: str = "color") -> Judgement:
    """The judgement that one trial becomes."""
    load(write_compiled(folder / "compiled.json", trial), task=task)
    return Judgement.objects.get()


def find_author(judgement: Judgement) -> Authorship:
    """Who truly made what was judged."""
    return judgement.trial.place.response.authorships.get()


def test_a_loaded_study_is_closed_labelled_and_not_simulated(load: Load, tmp_path: Path) -> None:
    said = load(write_compiled(tmp_path / "compiled.json", make_trial()))
    study = Study.objects.get()
    assert (study.state, study.is_simulated) == (Study.State.CLOSED, False)
    assert study.label == "Judgements of the original study, loaded from compiled.json"
    assert "1 judged trials loaded into the study original" in said


def test_published_shares_come_out_of_a_file_with_their_counts(load: Load, tmp_path: Path) -> None:
    """Color in the paper's Figure 4: humans judged human 55%, machines judged machines 58% (arXiv 2211.13087)."""
    load(write_compiled(tmp_path / "compiled.json", *make_matrix((55, 45), (42, 58))))
    rows = read_observations(Study.objects.get()).rows
    shares = rows.groupby("origin", observed=True)["y"].mean()
    assert (shares[Origin.HUMAN], 1 - shares[Origin.AI]) == pytest.approx((0.55, 0.58))
    assert len(rows) == 200


def test_loading_twice_adds_nothing(load: Load, tmp_path: Path) -> None:
    file = write_compiled(tmp_path / "compiled.json", *make_matrix((3, 2), (1, 4)))
    load(file)
    before = [model.objects.count() for model in (Judge, Assignment, Trial, Judgement, Response, Stimulus, Agent)]
    said = load(file)
    assert before == [
        model.objects.count() for model in (Judge, Assignment, Trial, Judgement, Response, Stimulus, Agent)
    ]
    assert "0 judged trials loaded into the study original; 10 known and left as they are." in said


def test_a_second_file_adds_what_is_new(load: Load, tmp_path: Path) -> None:
    load(write_compiled(tmp_path / "first.json", make_trial(1)))
    load(write_compiled(tmp_path / "second.json", make_trial(1), make_trial(2)))
    assert Trial.objects.count() == 2
    assert Assignment.objects.count() == 1
    assert Study.objects.get().label == "Judgements of the original study, loaded from first.json, second.json"


def test_who_judged_is_kept_as_a_keyed_hash_alone(load: Load, tmp_path: Path) -> None:
    load(write_compiled(tmp_path / "compiled.json", make_trial(judge="WORKER77")))
    assert Judge.objects.get().person_key == make_person_key("mturk", "WORKER77")
    stored = StringIO()
    call_command("dumpdata", "agents", "judging", "analysis", stdout=stored)
    assert "WORKER77" not in stored.getvalue()


@pytest.mark.parametrize("spelled", ["human", "Human", "H", " human "])
def test_human_however_it_is_spelled(load: Load, tmp_path: Path, spelled: str) -> None:
    judgement = load_one(load, tmp_path, make_trial(groundtruth=spelled, response_speaker=spelled))
    assert (judgement.verdict, find_author(judgement).agent.origin) == (Origin.HUMAN, Origin.HUMAN)


@pytest.mark.parametrize("spelled", ["AI", "machine", "Machine", "M"])
def test_machine_however_it_is_spelled(load: Load, tmp_path: Path, spelled: str) -> None:
    trial = make_trial(groundtruth=spelled, response_speaker=spelled, machine_groundtruth="google")
    judgement = load_one(load, tmp_path, trial)
    assert (judgement.verdict, find_author(judgement).agent.origin) == (Origin.AI, Origin.AI)


@pytest.mark.parametrize(
    ("task", "spelled", "slug"),
    [
        ("association", "gpt3 (prompt davinvci)", "paper-association-gpt3promptdav"),
        ("association", " gpt3 (embedding)", "paper-association-gpt3emb"),
        ("association", "gpt3 (prompt curie)", "paper-association-gpt3promptcurie"),
        ("color", "mccq", "paper-color-histogram"),
        ("color", "Histogram", "paper-color-histogram"),
        ("attention", "DeepGazeIII", "paper-attention-deepgaze"),
    ],
)
def test_systems_have_the_names_of_their_published_answers(
    load: Load, tmp_path: Path, task: str, spelled: str, slug: str
) -> None:
    trial = make_trial(groundtruth="AI", machine_groundtruth=spelled, caption="sea")
    assert find_author(load_one(load, tmp_path, trial, task=task)).agent.slug == slug


def test_a_model_left_from_the_trial_before_makes_no_machine_of_a_human(load: Load, tmp_path: Path) -> None:
    judgement = load_one(load, tmp_path, make_trial(groundtruth="human", machine_groundtruth="word2vec"))
    assert find_author(judgement).agent.origin == Origin.HUMAN


def test_word_trials_are_known_by_their_cue_and_keep_the_guess_of_gender(load: Load, tmp_path: Path) -> None:
    trial = make_trial(caption="spouse", imageID=61, real_gender="male", guess_gender="female", hit="participant_61")
    del trial["trialData"]["response_gender"], trial["trialData"]["page_name"]
    judgement = load_one(load, tmp_path, trial, task="association")
    assert judgement.trial.stimulus.payload["cue"] == "spouse"
    assert (judgement.gender_guess, find_author(judgement).gender) == ("female", "male")


def test_scanpaths_are_on_the_image_they_name_under_its_condition(load: Load, tmp_path: Path) -> None:
    address = "https://example.org/humans/fig_naturalsaliency_subj17-zd_img155_nfix14.gif"
    file = tmp_path / "compiled.json"
    trial = make_trial(imageID=address, response_gender="Male", judge="JUDGE1:ASSIGNMENT9")
    file.write_text(json.dumps({"Trial_FV_1": trial}))
    load(file, task="attention")
    stimulus = Stimulus.objects.get()
    assert (stimulus.key, stimulus.facets) == ("naturalsaliency-img155", {"condition": "free viewing"})
    assert Judge.objects.get().person_key == make_person_key("mturk", "JUDGE1")


def test_judges_are_in_the_groups_of_the_reports(load: Load, tmp_path: Path) -> None:
    told = {"age": "41-45", "gender": "female", "education": "pg", "country": "Portugal", "native": "no"}
    load(write_compiled(tmp_path / "compiled.json", make_trial(told=told)))
    assert Assignment.objects.get().demographics["groups"] == {
        "age": "35 to 45",
        "gender": "Female",
        "education": "Postgraduate",
        "country": "Elsewhere",
        "language": "Not a native speaker",
    }


def test_a_stimulus_that_a_judge_saw_twice_is_in_two_visits_of_one_judge(load: Load, tmp_path: Path) -> None:
    again = make_trial(2, imageID="static/dataset/coco_val_set/1.jpg", response_speaker="machine")
    load(write_compiled(tmp_path / "compiled.json", make_trial(1), again))
    assert (Judge.objects.count(), Assignment.objects.count(), Judgement.objects.count()) == (1, 2, 2)


def test_responses_that_a_pool_holds_are_taken_from_it(load: Load, tmp_path: Path) -> None:
    stimulus = make_stimulus(key="1.jpg")
    shown = make_response(make_agent("paper-color-google", origin=Origin.AI), stimulus=stimulus)
    human = make_trial(1)
    machine = make_trial(
        1, judge="JUDGE2", groundtruth="machine", machine_groundtruth="Google", page_name="1_d_0.html/"
    )
    said = load(write_compiled(tmp_path / "compiled.json", human, machine), pool="tests")
    assert shown.places.get().trials.count() == 1
    stand_in = Response.objects.get(provenance=Provenance.STAND_IN)
    assert (stand_in.stimulus, stand_in.pairing, stand_in.payload) == (stimulus, "H", {})
    assert "1 x a response was judged whose content was not published" in said


def test_bad_rows_are_listed_with_place_value_and_rule_and_the_good_ones_loaded(load: Load, tmp_path: Path) -> None:
    bad = (make_trial(2, response_speaker="robot"), make_trial(3, rt=-5), make_trial(4, judge=""), "no trial")
    nameless = make_trial(5, groundtruth="machine", machine_groundtruth=" ")
    said = load(write_compiled(tmp_path / "compiled.json", make_trial(1), *bad, nameless))
    assert Trial.objects.count() == 1
    assert "compiled.json, Trial_2: response_speaker is 'robot': it should be human or machine" in said
    assert "compiled.json, Trial_3: rt is -5: it should be a whole number from 0" in said
    assert "compiled.json, Trial_4: workerID is missing" in said
    assert "compiled.json, Trial_5: the trial is a str: it should be an object" in said
    assert "compiled.json, Trial_6: machine_groundtruth is missing" in said


@pytest.mark.parametrize("switch", ["strict", "dry_run"])
def test_nothing_is_left_behind_where_nothing_should_be_written(load: Load, tmp_path: Path, switch: str) -> None:
    trials = [make_trial(1)] + ([make_trial(2, rt="soon")] if switch == "strict" else [])
    file = write_compiled(tmp_path / "compiled.json", *trials)
    if switch == "strict":
        with pytest.raises(CommandError, match="all rows or none"):
            load(file, strict=True)
    else:
        assert "1 judged trials would be loaded" in load(file, dry_run=True)
    assert not any(model.objects.exists() for model in (Study, Judge, Stimulus, Agent))


def test_a_study_that_people_judged_here_takes_no_files(load: Load, tmp_path: Path) -> None:
    study = make_study()
    with pytest.raises(CommandError, match="name another"):
        load(write_compiled(tmp_path / "compiled.json", make_trial()), study=study.slug)


@pytest.mark.parametrize("name", ["x", "With Spaces", "ä" * 5, "a" * 80])
def test_a_name_that_no_study_can_have_is_told(load: Load, tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError, match="it should be 2 to 59 small letters, digits and hyphens"):
        load(write_compiled(tmp_path / "compiled.json", make_trial()), study=name)


def test_no_study_can_draw_what_was_not_published(load: Load, tmp_path: Path) -> None:
    """A word's stimulus lacks nothing, so that only the mark of its response keeps it from being shown."""
    load(write_compiled(tmp_path / "compiled.json", make_trial(caption="sea")), task="association")
    settings = make_settings("association", pool={"names": ["judged-original"]}, control=False)
    assert Response.objects.get().pool == "judged-original"
    assert not find_responses(settings, settings.pool, is_catch=False).exists()
