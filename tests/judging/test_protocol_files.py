"""Protocol files: every fault is named with its line, and a plan that cannot be met is refused with the numbers."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils.translation import override

from agents.models import Stimulus
from agents.parity_rows import acknowledge_cue, find_open_cues
from agents.tasks import TASKS
from judging.models import Collection, Place, Study
from judging.opening import open_study
from judging.protocol_files import parse_fields, read_protocol
from judging.protocol_text import HERE
from tests.builders import AT, make_stimulus
from tests.pools import make_pool, make_settings, open_small_study
from turingapp.errors import InvalidProtocol, PoolTooSmall

ANSWERING = Path(settings.BASE_DIR) / "judging" / "protocols" / "answering"
GOOD = """\
slug: my-study
title: My study
task: color
collection: my-collection
pool:
  names: [tests]
trials: 4
consent: Do you agree?
minutes: 3
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "study.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "field", "line"),
    [
        (("task: color", "task: colour"), "task", 3),
        (("task: color", "task: color\nkind: converse\nchat: {topics: [Tea]}"), "kind", 4),
        (("trials: 4", "trials: 4\npairings: {H: 1}"), "pairings", 8),
        (("trials: 4", "trials: 4\ncatch: {at: [9]}"), "catch.at", 8),
    ],
)
def test_a_fault_in_another_language_lies_at_the_same_field(
    tmp_path: Path, change: tuple[str, str], field: str, line: int
) -> None:
    path = write(tmp_path, GOOD.replace(*change))
    with pytest.raises(InvalidProtocol) as english:
        read_protocol(path)
    with override("zh-hans"), pytest.raises(InvalidProtocol) as chinese:
        read_protocol(path)
    (one,), (other,) = english.value.problems, chinese.value.problems
    assert (other.field, other.line) == (one.field, one.line) == (field, line)
    assert other.rule != one.rule


def test_a_good_file_is_read_with_the_papers_defaults(tmp_path: Path) -> None:
    settings = read_protocol(write(tmp_path, "\ufeff" + GOOD))
    assert settings.shares == {"H": 0.5, "A": 0.5}
    assert settings.min_seconds == 3
    assert settings.control


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("trials: 4", "trials: 0"), "line 7: trials is 0: input should be greater than or equal to 1"),
        (("minutes: 3", "minutes: 3\nmin_second: 1"), "line 10: min_second is 1: extra inputs are not permitted"),
        (("  names: [tests]", "  names: []"), "line 6: pool.names is []"),
        (("title: My study\n", ""), "line 1: title is missing: field required"),
        (("task: color", "task: colour"), "task is 'colour'; there are color, objects"),
        (("task: color", "task: conversation"), "pairings is missing: pairings hold the shares"),
        (("minutes: 3", "minutes: 3\ntrials: 5"), "line 10: trials is repeated: the field is given twice"),
        (("trials: 4", "trials: ["), "file is not YAML"),
        (("minutes: 3", "minutes: 3\npairings: {HH: 1}"), "pairings do not apply to color"),
        (("title: My study", "title: 2024-13-45"), "file is not YAML: month must be in 1..12"),
        (("trials: 4", "trials: 0b_"), "file is not YAML"),
        (("consent: Do", "consent: " + "[" * 20000 + "Do"), "file is not YAML"),
        (("title: My study", 'title: "a\\0b"'), "line 2: a text is 'a\\x00b': it should have no control characters"),
        (("  names: [tests]", "  names: [nope]\n  names: [tests]"), "line 7: names is repeated"),
        (("minutes: 3", "minutes: 3\nscreening: [{rule: fastest_median, least: .nan}]"), "finite number"),
        (("  names: [tests]", '  names: [tests]\n  facets: {x__regex: ["("]}'), "two underscores"),
        (("collection: my-collection", f"collection: {'c' * 61}"), "line 4: collection is"),
        (("minutes: 3", "minutes: 3 # " + "x" * 200_000), "at most 200,000 bytes"),
        (("minutes: 3", "minutes: 3\nkind: answer"), "kind is 'answer'; there are judge, respond"),
        (("minutes: 3", "minutes: 3\nkind: [judge]"), "kind is ['judge']; there are judge, respond"),
        (
            ("minutes: 3", "minutes: 3\nkind: respond\ncontrol: true"),
            "control does not apply to a study of kind respond",
        ),
        (("minutes: 3", "minutes: 3\nkind: respond\nhuman_share: 0.5"), "human_share does not apply"),
        (("  names: [tests]", "  names: [tests]\n  agents: [x]\nkind: respond"), "pool.agents does not apply"),
        (
            ("minutes: 3", "minutes: 3\nanswers_per_stimulus: 2"),
            "answers_per_stimulus does not apply to a study of kind judge",
        ),
        (("task: color", "task: conversation\nkind: respond"), "a study of kind respond cannot be of conversation"),
    ],
)
def test_each_fault_is_named_with_line_value_and_rule(tmp_path: Path, change: tuple[str, str], sentence: str) -> None:
    with pytest.raises(InvalidProtocol) as refusal:
        read_protocol(write(tmp_path, GOOD.replace(*change)))
    assert sentence in str(refusal.value)


@pytest.mark.django_db
@pytest.mark.parametrize("task", [task.slug for task in TASKS if task.takes_answers])
def test_the_examples_of_studies_in_which_people_answer_open_over_their_pool(task: str) -> None:
    settings = read_protocol(ANSWERING / f"{task}.yaml")
    for number in range(settings.trials):
        make_stimulus(task=task, key=str(number))
    Stimulus.objects.update(pool=settings.pool.names[0])
    study = open_study(settings, at=AT)
    assert study.kind == Study.Kind.RESPOND
    assert Place.objects.count() == settings.trials


def test_a_study_in_which_people_answer_asks_no_control_question(tmp_path: Path) -> None:
    settings = read_protocol(write(tmp_path, GOOD + "kind: respond\nanswers_per_stimulus: 3\n"))
    assert (settings.kind, settings.answers_per_stimulus, settings.control) == (Study.Kind.RESPOND, 3, False)


def test_aliases_that_unfold_without_end_are_refused_at_once(tmp_path: Path) -> None:
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    bomb = "\n".join(["a0: &a0 [x]", *levels])
    with pytest.raises(InvalidProtocol, match="more than 10,000 values long: a protocol has fewer, each alias counted"):
        read_protocol(write(tmp_path, f"{GOOD}{bomb}\n"))


def test_a_folder_is_no_protocol_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidProtocol, match="it cannot be read"):
        read_protocol(tmp_path)


def test_a_copy_for_robots_keeps_the_rules_of_names(tmp_path: Path) -> None:
    long = read_protocol(write(tmp_path, GOOD.replace("my-study", "s" * 59).replace("My study", "t" * 200)))
    copy = long.simulate()
    assert (len(copy.slug), len(copy.title)) == (59, 200)
    assert copy.slug.endswith("-simulated")
    assert copy.title.endswith("(simulated)")


@pytest.mark.django_db
def test_judges_of_a_study_that_there_is_not_cannot_be_left_out() -> None:
    make_pool()
    with pytest.raises(InvalidProtocol, match="there is no study of this name"):
        open_small_study(without_judges_of=["nope"])


def test_shares_of_pairings_must_sum_to_one() -> None:
    with pytest.raises(ValueError, match=r"sum to 0\.9; they should sum to 1"):
        make_settings("conversation", pairings={"HH": 0.5, "AA": 0.4})


@pytest.mark.django_db
def test_a_study_is_opened_by_command_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_pool()
    path = write(tmp_path, GOOD)
    call_command("open_study", path)
    call_command("open_study", path)
    study = Study.objects.get()
    assert study.state == Study.State.OPEN
    assert Collection.objects.get().studies.get() == study
    assert Place.objects.count() == 24  # 8 stimuli, each answered by one human and two AI agents
    assert f"/join/{study.link}/" in capsys.readouterr().out


@pytest.mark.django_db
def test_changed_settings_under_the_same_name_are_refused() -> None:
    make_pool()
    open_small_study(trials=4)
    with pytest.raises(InvalidProtocol, match="open with other settings"):
        open_small_study(trials=3)


@pytest.mark.django_db
def test_a_plan_that_the_pool_cannot_meet_is_refused_with_the_numbers_and_leaves_nothing() -> None:
    make_pool(stimuli=8)
    Stimulus.objects.filter(key="color-0").update(has_picture=False)
    with pytest.raises(PoolTooSmall) as refusal:
        open_study(make_settings(trials=9), at=AT)
    assert "9 different stimuli with responses by an AI agent or a human are needed per judge, there are 7" in str(
        refusal.value
    )
    assert "Of the 8 stimuli in the pool 1 lack their picture" in str(refusal.value)
    assert not Study.objects.exists()
    assert not Place.objects.exists()


@pytest.mark.django_db
def test_the_command_says_a_fault_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no such file"):
        call_command("open_study", tmp_path / "nowhere.yaml")
    with pytest.raises(CommandError, match="cannot meet the plan of 4 trials per judge"):
        call_command("open_study", write(tmp_path, GOOD))


@pytest.mark.django_db
def test_pending_stimuli_and_left_out_agents_are_not_drawn() -> None:
    make_pool(stimuli=8, machines=2)
    Stimulus.objects.filter(key="color-0").update(has_control=False)
    study = open_small_study(pool={"names": ["tests"], "without_agents": ["color-system-1"]})
    assert sorted(study.protocols.get().cells.values_list("name", "places_count")) == [
        ("A:color-system-0", 7),
        ("H", 7),
    ]
    without_control = open_small_study(
        slug="other", control=False, human_share=1, pool={"names": ["tests"], "agents": []}
    )
    assert list(without_control.protocols.get().cells.values_list("name", "places_count")) == [("H", 8)]


@pytest.mark.django_db
def test_a_dialogue_has_a_place_for_each_length_it_has_and_the_protocol_wants() -> None:
    make_pool("conversation", stimuli=8)
    open_small_study("conversation", pool={"names": ["tests"], "views": [3, 9]})
    assert set(Place.objects.values_list("view", flat=True)) <= {3, 9}
    long = [place for place in Place.objects.select_related("response") if len(place.response.payload["turns"]) >= 9]
    assert {place.view for place in long} == {3, 9}


@pytest.mark.django_db
def test_the_command_tells_of_cues_that_nobody_has_acknowledged_and_opens_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for response in make_pool(stimuli=30):
        response.raw = response.raw | ({"color": "Red."} if response.pairing == "A" else {"color": "red"})
        response.payload = response.raw
        response.save()
    call_command("open_study", write(tmp_path, GOOD))
    told = capsys.readouterr().out
    cues = find_open_cues("color", "tests")
    assert Study.objects.get().state == Study.State.OPEN
    assert cues
    assert f"that nobody has acknowledged: {len(cues)}; see `manage.py parity color --pool tests`." in told
    for cue in cues:
        acknowledge_cue(task="color", pool="tests", cue=cue.slug, who="test", note="", at=AT)
    call_command("open_study", tmp_path / "study.yaml")
    assert "acknowledged" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "which"), [("close_study", "there are: color-study"), ("robots", "simulated ones are: none")]
)
@pytest.mark.django_db
def test_a_command_that_names_no_study_says_which_there_are(command: str, which: str) -> None:
    make_pool()
    open_small_study()
    with pytest.raises(CommandError, match=rf"No study is called 'nope'; {which}\."):
        call_command(command, "nope")


def test_a_text_of_many_values_is_read_no_further_than_a_protocol_goes() -> None:
    unending = "a: [" + "1," * 10_001  # what comes behind, such as that the list never ends, is not read
    with pytest.raises(InvalidProtocol, match="more than 10,000 values long"):
        parse_fields(unending.encode(), HERE)
