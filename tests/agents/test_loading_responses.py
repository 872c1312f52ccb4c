"""Responses from files: their authors, their keys, what is refused, and that twice is once."""

from pathlib import Path

import pytest

from agents.models import Agent, Authorship, Media, Origin, Response, Stimulus
from agents.people import make_person_key
from tests.agents.files import AT, bring_responses, bring_stimuli, write

pytestmark = pytest.mark.django_db

WORDS = "stimulus,cue,origin,agent,word\nsea,sea,human,person-1,ship\nsea,sea,ai,word-vectors,Ocean.\n"


def test_a_response_is_stored_normalized_with_what_was_given_beside_it(tmp_path: Path) -> None:
    result = bring_responses(write(tmp_path, "r.csv", WORDS), "association")
    assert (result.loaded, result.new_stimuli, result.refused) == (2, 1, [])
    response = Response.objects.get(pairing="A")
    assert (response.payload, response.raw) == ({"word": "ocean"}, {"word": "Ocean."})
    assert (response.provenance, response.created_at, response.pool) == ("loaded", AT, "pool")
    authorship = response.authorships.get()
    assert (authorship.agent.slug, authorship.agent.origin, authorship.role) == ("word-vectors", "ai", "agent")


def test_loading_twice_changes_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, "r.csv", WORDS)
    bring_responses(path, "association")
    before = list(Response.objects.order_by("pk").values())
    result = bring_responses(path, "association")
    assert (result.loaded, result.unchanged, result.new_stimuli) == (0, 2, 0)
    assert list(Response.objects.order_by("pk").values()) == before
    assert (Authorship.objects.count(), Agent.objects.count()) == (2, 2)


def test_a_repeated_row_is_one_response(tmp_path: Path) -> None:
    result = bring_responses(write(tmp_path, "r.csv", WORDS + "sea,sea,human,person-1,ship\n"), "association")
    assert (result.loaded, result.unchanged) == (2, 1)


def test_good_rows_load_and_bad_ones_are_listed_with_line_field_value_and_rule(tmp_path: Path) -> None:
    rows = "stimulus,origin,agent,color\na,human,,red\nb,human,,mauve\nc,robot,,red\nd,ai,,red\n"
    result = bring_responses(write(tmp_path, "r.csv", rows), "color")
    assert result.loaded == 1
    found = {(problem.where, problem.field, problem.value) for problem in result.refused}
    assert found == {
        ("r.csv, line 3", "color", "'mauve'"),
        ("r.csv, line 4", "origin", "'robot'"),
        ("r.csv, line 5", "agent", "missing"),
    }
    assert list(Stimulus.objects.values_list("key", flat=True)) == ["a"]


def test_a_response_to_an_unknown_stimulus_is_refused_where_the_file_does_not_say_what_it_is(tmp_path: Path) -> None:
    path = write(tmp_path, "r.csv", "stimulus,origin,word\nsea,human,ship\n")
    result = bring_responses(path, "association")
    assert (result.loaded, result.refused[0].field, result.refused[0].value) == (0, "cue", "missing")
    bring_stimuli(write(tmp_path, "s.csv", "key,cue\nsea,sea\n"), "association")
    assert bring_responses(path, "association").loaded == 1


def test_a_person_is_kept_as_a_keyed_hash_only_and_known_across_loads(tmp_path: Path) -> None:
    rows = "stimulus,origin,person,color\na,human,prolific:5f1,red\nb,human,prolific:5f1,blue\nb,human,x9,blue\n"
    bring_responses(write(tmp_path, "r.csv", rows), "color")
    keys = set(Agent.objects.values_list("person_key", flat=True))
    assert keys == {make_person_key("prolific", "5f1"), make_person_key("pool", "x9")}
    stored = repr([list(model.objects.values()) for model in (Agent, Response, Stimulus, Authorship)])
    assert "5f1" not in stored.replace(make_person_key("prolific", "5f1")[:16], "")
    assert "x9" not in stored


def test_one_agent_name_for_two_persons_or_two_origins_is_refused(tmp_path: Path) -> None:
    rows = "stimulus,origin,agent,person,color\na,human,p,1,red\nb,human,p,2,red\nc,ai,p,,red\n"
    result = bring_responses(write(tmp_path, "r.csv", rows), "color")
    assert result.loaded == 1
    assert [problem.where for problem in result.refused] == ["r.csv, line 3", "r.csv, line 4"]


def test_unnamed_humans_are_the_one_unnamed_human_of_the_pool(tmp_path: Path) -> None:
    bring_responses(write(tmp_path, "r.csv", "stimulus,origin,color\na,human,red\nb,human,red\n"), "color")
    agent = Agent.objects.get()
    assert (agent.slug, agent.person_key, agent.origin) == ("pool-human", "", Origin.HUMAN)


def test_genders_are_kept_with_the_authorship_and_unknown_words_refused(tmp_path: Path) -> None:
    rows = "stimulus,origin,gender,color\na,human,Female,red\nb,human,f,red\n"
    result = bring_responses(write(tmp_path, "r.csv", rows), "color")
    assert Authorship.objects.get().gender == "female"
    assert str(result.refused[0]) == "r.csv, line 3: gender is 'f': it should be female, male, other, or empty"


def test_a_dialogue_has_an_author_for_each_role(tmp_path: Path) -> None:
    turns = '"turns": [{"speaker": "A", "text": "Hi"}, {"speaker": "B", "text": "Hello"}]'
    authors = '{"B": {"origin": "ai", "agent": "bot"}, "A": {"origin": "human"}}'
    lines = f'{{"stimulus": "1", "topic": "food", "authors": {authors}, {turns}}}\n'
    lines += f'{{"stimulus": "2", "authors": {{"A": {{"origin": "human"}}}}, {turns}}}\n'
    result = bring_responses(write(tmp_path, "r.jsonl", lines), "conversation")
    response = Response.objects.get()
    assert (response.pairing, response.stimulus.has_control) == ("HA", True)
    assert {authorship.role: authorship.agent.slug for authorship in response.authorships.all()} == {
        "A": "pool-human",
        "B": "bot",
    }
    assert result.refused[0].rule == "there should be one author for each of A, B"


def test_another_answer_under_a_key_that_is_taken_is_refused(tmp_path: Path) -> None:
    head = "stimulus,key,origin,color\n"
    bring_responses(write(tmp_path, "a.csv", head + "a,r1,human,red\n"), "color")
    rows = "a,r1,human,blue\na,r2,human,red\na,r2,human,pink\n"
    result = bring_responses(write(tmp_path, "b.csv", head + rows), "color")
    assert result.loaded == 1
    assert [(problem.where, problem.field) for problem in result.refused] == [
        ("b.csv, line 2", "key"),
        ("b.csv, line 4", "key"),
    ]


def test_remarks_are_kept_and_counted(tmp_path: Path) -> None:
    rows = "stimulus,origin,agent,words\na,human,,d|f|h\na,ai,detector,traffic light\n"
    result = bring_responses(write(tmp_path, "r.csv", rows), "objects")
    assert result.remarks["a label of one letter"] == 1
    assert Response.objects.get(pairing="A").remarks == ["fewer than three words", "a label of several words"]


def test_text_that_no_database_holds_is_replaced_and_loads(tmp_path: Path) -> None:
    line = '{"stimulus": "a\\u0000", "origin": "human", "caption": "a cat\\ud83d on \\u0000 a mat"}\n'
    result = bring_responses(write(tmp_path, "r.jsonl", line), "captioning")
    response = Response.objects.get()
    assert result.refused == []
    assert response.raw == {"caption": "a cat\N{REPLACEMENT CHARACTER} on  a mat"}
    assert response.stimulus.key == "a"


def test_a_dry_run_counts_over_batches_and_writes_nothing(tmp_path: Path) -> None:
    rows = "stimulus,origin,color\n" + "".join(f"s{number % 400},human,red\n" for number in range(1200))
    result = bring_responses(write(tmp_path, "r.csv", rows), "color", dry_run=True)
    assert (result.loaded, result.unchanged, result.new_stimuli) == (400, 800, 400)
    assert [model.objects.count() for model in (Agent, Stimulus, Response, Media)] == [0, 0, 0, 0]


def test_a_strict_load_is_all_or_nothing_over_batches(tmp_path: Path) -> None:
    rows = "stimulus,origin,color\n" + "".join(f"s{number},human,red\n" for number in range(700))
    bad = write(tmp_path, "bad.csv", rows + "last,human,mauve\n")
    result = bring_responses(bad, "color", strict=True)
    assert (result.loaded, len(result.refused), Response.objects.count(), Agent.objects.count()) == (0, 1, 0, 0)
    assert bring_responses(write(tmp_path, "good.csv", rows), "color", strict=True).loaded == 700
    assert Response.objects.count() == Authorship.objects.count() == 700


def test_a_plain_load_keeps_the_good_rows_of_every_batch(tmp_path: Path) -> None:
    colors = ["mauve" if number % 600 == 0 else "red" for number in range(1100)]
    rows = "".join(f"s{number},human,{color}\n" for number, color in enumerate(colors))
    result = bring_responses(write(tmp_path, "r.csv", f"stimulus,origin,color\n{rows}"), "color")
    assert (result.loaded, len(result.refused), Response.objects.count()) == (1098, 2, 1098)
