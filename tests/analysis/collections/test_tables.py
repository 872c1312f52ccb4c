"""The tables of a collection, on data small enough to count by hand."""

from typing import Any

import pytest

from analysis.collections.gathering import UnknownFacet
from analysis.collections.latest import describe_collection, read_latest_results
from analysis.evaluations.items import Unit
from analysis.evaluations.queuing import queue_run
from analysis.evaluations.runs import carry_out, take_run
from judging.models import Collection
from judging.preregistering import lock_plan
from judging.preregistration import Plan
from tests.analysis.collections.filling import fill, find_agent, make_collection, make_member
from tests.builders import AT, make_agent, make_judgement, make_response, make_settings, make_stimulus, make_visit

pytestmark = pytest.mark.django_db
Rows = list[dict[str, Any]]


def read_rows(collection: Collection, report: str, number: int = 0, *, facet: str = "") -> Rows:
    """The rows of one of a report's tables."""
    described = describe_collection(collection, read_latest_results(collection, facet=facet))
    rows: Rows = described["reports"][report][number]["rows"]
    return rows


def test_what_was_judged_is_counted_by_task_and_once_over_all_tasks() -> None:
    collection = make_collection()
    colors, words = make_member(collection, "colors"), make_member(collection, "words", task="association")
    fill(colors, {"human-1": 0.5, "bot": 0.5}, judges=2, stimuli=2)
    fill(words, {"human-1": 0.5, "human-2": 0.5, "bot": 0.5}, judges=3, stimuli=2)
    visit = make_visit(words, judge=colors.assignments.earliest("pk").judge)  # who has judged colors
    make_judgement(visit, make_response(make_agent("human-3"), task="association"), "human")
    first, second, both = read_rows(collection, "overview")
    counted = ("stimuli", "responses", "human_agents", "ai_agents", "judges", "trials", "judgements")
    assert [first[name] for name in counted] == [4, 4, 1, 1, 2, 8, 8]
    assert [second[name] for name in counted] == [7, 7, 3, 1, 4, 19, 19]
    assert [both[name] for name in counted] == [11, 11, 3, 1, 5, 27, 27]
    assert (first["ai_judges"], first["task"], both["title"]) == (None, "color", "All tasks")


def test_studies_on_one_task_are_put_together_and_those_of_programs_stay_apart() -> None:
    collection = make_collection()
    for slug, share, changes in (("one", 1.0, {}), ("two", 0.0, {}), ("robots", 0.5, {"simulated": True})):
        fill(make_member(collection, slug, **changes), {"human-1": 0.5, "bot": share}, judges=2, stimuli=2)
    people, programs = describe_collection(collection, read_latest_results(collection))["reports"]["leaderboard"]
    assert (people["title"], programs["title"]) == ("Color estimation", "Color estimation (simulated)")
    assert [(row["agent"], row["n"], row["imitation"]) for row in people["rows"]] == [
        ("human", 8, 0.5),
        ("bot", 8, 0.5),
    ]
    assert [(row["agent"], row["n"]) for row in programs["rows"]] == [("human", 4), ("bot", 4)]
    notices = read_latest_results(collection).notices
    assert notices == ("Study robots: Simulated: programs made these judgements, not people.",)


def test_the_leaderboard_has_the_ceiling_first_and_then_the_agents_by_the_lower_bound_of_their_gap() -> None:
    collection = make_collection()
    study = make_member(collection, "colors", weak_baseline="weak")
    fill(study, {"human-1": 0.75, "good": 0.5, "weak": 0.25}, judges=4, stimuli=4)
    ceiling, good, weak = read_rows(collection, "leaderboard")
    assert (ceiling["agent"], ceiling["imitation"], ceiling["n"]) == ("human", 0.75, 16)
    assert [row["agent"] for row in (good, weak)] == ["good", "weak"]
    assert (good["rank"], good["imitation"], good["gap"], good["detectability"]) == (1, 0.5, -0.25, 0.625)
    assert (weak["rank"], weak["imitation"], weak["gap"], weak["detectability"]) == (2, 0.25, -0.5, 0.75)
    assert weak["agent_title"] == "Weak (weak baseline)"
    assert good["verdict"] == "grey"
    assert good["verdict_text"] == (
        "None: 4 of the 30 judges needed; 4 of the 30 stimuli needed; the judges do not detect the weak baseline agent"
    )


def test_the_smallest_margin_that_the_studies_of_a_task_preregistered_holds() -> None:
    collection = make_collection()
    for slug, margin in (("one", 0.1), ("two", 0.025), ("three", 0.04)):
        plan = {
            "hypotheses": ["Nobody can tell."],
            "family": [],
            "judges": 50,
            "rationale": "Enough.",
            "stopping": "50.",
        }
        protocol = make_settings(slug=slug)
        lock_plan(Plan(**plan, margin=margin, protocol=protocol), slug=slug, who="experimenter", at=AT)
        fill(make_member(collection, slug), {"human-1": 0.5, "bot": 0.5}, judges=2, stimuli=2)
    assert read_latest_results(collection).tables["leaderboard"][0].note.startswith("Margin 2.5%.")


def test_an_agent_that_only_one_of_two_studies_showed_gets_no_verdict() -> None:
    collection = make_collection()
    fill(make_member(collection, "one"), {"human-1": 0.5, "bot": 0.5, "new": 0.5}, judges=2, stimuli=2)
    fill(make_member(collection, "two"), {"human-1": 0.5, "bot": 0.5}, judges=2, stimuli=2)
    gates = {row["agent"]: row.get("gates") or "" for row in read_rows(collection, "leaderboard")}
    assert "judged in 1 of 2 studies on the task" in gates["new"]
    assert "studies" not in gates["bot"]


def test_an_agent_of_two_tasks_has_the_mean_of_its_gaps() -> None:
    collection = make_collection()
    fill(make_member(collection, "colors"), {"human-1": 0.75, "bot": 0.25, "alone": 0.5}, judges=4, stimuli=4)
    fill(make_member(collection, "words", task="association"), {"human-1": 0.75, "bot": 0.5}, judges=4, stimuli=4)
    results = read_latest_results(collection)
    table = results.tables["across"][0]
    ceiling, bot = (row.values for row in table.rows)
    assert (ceiling["agent"], ceiling["gap"]) == ("human", 0.0)
    assert (bot["agent"], bot["tasks"], bot["gap"], bot["n"]) == ("bot", 2, pytest.approx(-0.375), 64)
    assert bot["mean_rank"] == 1.5  # second of two on colors, first of one on words
    assert bot["low"] < -0.375 < bot["high"]  # type: ignore[operator]
    assert "In one task only: Alone." in table.note


def test_one_task_alone_has_no_leaderboard_across_tasks() -> None:
    collection = make_collection()
    fill(make_member(collection, "colors"), {"human-1": 0.5, "bot": 0.5}, judges=2, stimuli=2)
    assert read_latest_results(collection).tables["across"] == []


def test_people_stand_beside_an_ai_judge_once_its_evaluation_is_finished() -> None:
    collection = make_collection()
    fill(make_member(collection, "colors"), {"human-1": 0.5, "bot": 0.25}, judges=4, stimuli=4)
    humans, machines, bot = read_rows(collection, "matrices")
    assert [row["rate"] for row in (humans, machines, bot)] == [0.5, 0.25, 0.25]
    assert humans["ai_judge_rate"] == "not evaluated yet"
    table = read_latest_results(collection).tables["matrices"][0]
    assert "No evaluation of AI judges is finished yet for colors" in table.note


@pytest.mark.long
def test_the_ai_judge_of_a_finished_evaluation_stands_in_the_tables() -> None:
    """Humans and machines use words of their own, which an AI judge tells apart without a fault."""
    collection = make_collection()
    study, visit = make_member(collection, "pictures", task="objects"), None
    authors = {"human-1": "dog", "bot": "animal", "other": "animal"}
    for number in range(12):
        for author, word in authors.items():
            agent = find_agent(author, "human" if author == "human-1" else "ai")
            words = {"words": [word, "tree", f"thing{number}"]}
            response = make_response(agent, stimulus=make_stimulus(task="objects"), payload=words)
            visit = visit or make_visit(study)
            make_judgement(visit, response, "human")
    queue_run("pictures", judges=["tfidf-svm"], unit=Unit.PART, at=AT)
    run = take_run(at=AT)
    assert run is not None
    carry_out(run)
    humans, machines, *_ = read_rows(collection, "matrices")
    assert (humans["ai_judge_rate"], machines["ai_judge_rate"]) == (1.0, 0.0)
    assert read_rows(collection, "overview")[0]["ai_judges"] == 1
    assert [(row["auroc"], row["auroc_held_out"]) for row in read_rows(collection, "beside")] == [(1.0, 1.0)] * 2


def test_a_facet_splits_the_tasks_that_have_it_and_names_those_that_have_not() -> None:
    collection = make_collection()
    kinds = ({"kind": "near"}, {"kind": "far"})
    fill(make_member(collection, "colors"), {"human-1": 1.0, "bot": 0.5}, judges=2, stimuli=4, facets=kinds)
    fill(make_member(collection, "words", task="association"), {"human-1": 0.5, "bot": 0.5}, judges=2, stimuli=2)
    results = read_latest_results(collection, facet="kind")
    assert (results.facets, results.without_facet) == (("kind",), ("Word association",))
    assert [table.title for table in results.tables["leaderboard"]] == [
        "Color estimation: far",
        "Color estimation: near",
    ]
    assert [(row["value"], row["judgements"]) for row in read_rows(collection, "overview", facet="kind")] == [
        ("far", 8),
        ("near", 8),
    ]
    with pytest.raises(UnknownFacet, match=r"^both has no facet 'color'; there are: kind\.$"):
        read_latest_results(collection, facet="color")


def test_the_guess_of_the_speakers_gender_is_a_facet() -> None:
    collection = make_collection()
    study = make_member(collection, "chats", task="conversation")
    response = make_response(make_agent(), make_agent("bot", origin="ai"), task="conversation")
    for guesses in (("female", "male"), ("female", "unsure")):
        make_judgement(make_visit(study), response, "human", "ai", guesses=guesses)
    rows = read_rows(collection, "overview", facet="judge:gender_guess")
    assert [(row["value"], row["judgements"]) for row in rows] == [
        ("Could not tell", 1),
        ("Guessed female", 2),
        ("Guessed male", 1),
    ]


def test_results_are_kept_until_a_judgement_comes_in() -> None:
    collection = make_collection()
    study = make_member(collection, "colors")
    fill(study, {"human-1": 0.5, "bot": 0.5}, judges=2, stimuli=2)
    before = read_latest_results(collection)
    assert read_latest_results(collection) is before
    make_judgement(make_visit(study), make_response(make_agent("bot-2", origin="ai")), "ai")
    assert read_latest_results(collection).judgements == before.judgements + 1


@pytest.mark.parametrize(
    ("judges", "stimuli", "shares", "says"),
    [
        (0, 1, {"human-1": 0.5, "bot": 0.5}, "Cannot be said: no judgements"),
        (1, 4, {"human-1": 0.5, "bot": 0.5}, "Cannot be said: one judge only"),
        (4, 1, {"human-1": 1.0, "bot": 0.0}, "Cannot be said: one stimulus only"),
        (3, 3, {"bot": 1.0}, "Cannot be said: no judgements"),
        (3, 3, {"human-1": 1.0}, "Cannot be said: no judgements"),
    ],
    ids=["none", "one judge", "one stimulus", "machines only", "humans only"],
)
def test_what_cannot_be_known_is_said_and_not_computed(
    judges: int, stimuli: int, shares: dict[str, float], says: str
) -> None:
    collection = make_collection()
    fill(make_member(collection, "colors"), shares, judges=judges, stimuli=stimuli)
    (row,) = read_rows(collection, "simplified")
    assert (row["says"], row["detectability_low"]) == (says, None)
    assert row["verdict_text"] == "None: no AI agent has a gap with an interval"
    board = read_rows(collection, "leaderboard")
    assert all(agent["rank"] is None and agent["gap_low"] is None for agent in board[1:])
    for table in read_latest_results(collection).tables["matrices"]:
        assert table.lines


def test_verdicts_that_are_all_alike_give_no_certainty() -> None:
    collection = make_collection()
    fill(make_member(collection, "colors"), {"human-1": 1.0, "bot": 1.0}, judges=3, stimuli=3)
    ceiling, bot = read_rows(collection, "leaderboard")
    assert (ceiling["imitation"], bot["gap"]) == (1.0, 0.0)
    assert bot["gap_low"] < -0.5
    assert bot["gap_high"] > 0.5
    assert bot["verdict"] == "grey"


def test_a_collection_without_studies_has_no_rows_and_no_faults() -> None:
    described = describe_collection(make_collection(), read_latest_results(Collection.objects.get()))
    assert described["studies"] == []
    assert [table["rows"] for tables in described["reports"].values() for table in tables] == [[], []]
