"""Runs of AI agents: each item is answered once, whatever fails, and what is no answer is counted by kind."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F

from agents.adding import add_agent, find_agent
from agents.ai_agents import AI_AGENTS
from agents.ai_agents.answers import Answer, Failure, NoAnswer, Usage
from agents.models import Agent, AgentRun, ItemTry, Response, RunItem, Stimulus
from agents.running.carrying_out import carry_on_all, carry_out
from agents.running.counting import count_run, list_failed
from agents.running.ending import cancel_run
from agents.running.going_on import AGAIN, go_on
from agents.running.holding import HOLD, Hold, Superseded, take_items
from agents.running.pricing import Price, cost, write_dollars
from agents.running.queuing import queue_run
from agents.running.recording import Outcome, record
from agents.running.rules import Rules
from agents.tasks import TASKS
from tests.agents.scripted_system import ASKED, PATH
from tests.builders import make_stimulus
from turingapp.errors import InvalidPayload

pytestmark = pytest.mark.django_db

AT = datetime(2024, 5, 6, tzinfo=UTC)
PRICE = Price(tokens_in=1_000_000, tokens_out=10_000_000)  # of Scripted's 1,000 and 100 tokens: $0.002 a call


class Clock:
    """Stands still until somebody waits."""

    def __init__(self) -> None:
        self.at = AT
        self.waits: list[float] = []

    def __call__(self) -> datetime:
        return self.at

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.at += timedelta(seconds=seconds)


@pytest.fixture
def clock(settings: Any) -> Iterator[Clock]:
    settings.EXTRA_PLUGINS = {**settings.EXTRA_PLUGINS, "AI agent": [PATH]}
    AI_AGENTS.forget()
    ASKED.clear()
    yield Clock()
    AI_AGENTS.forget()


def make_cues(*cues: str) -> list[Stimulus]:
    return [make_stimulus(task="association", key=cue, payload={"cue": cue, "prompt": None}) for cue in cues]


def queue(*cues: str, agent: str = "scripted", task: str = "association", **rules: Any) -> AgentRun:
    make_cues(*cues)
    run = queue_run(find_agent(agent, at=AT), task=task, pool="tests", rules=Rules(**rules), at=AT)
    assert run is not None
    return run


def work(run: AgentRun, clock: Clock, *, seconds: float = 60.0) -> AgentRun:
    carry_out(run, seconds=seconds, clock=clock, rng=random.Random(0), wait=clock.wait)
    run.refresh_from_db()
    return run


def list_words() -> dict[str, str]:
    return {response.stimulus.key: response.payload["word"] for response in Response.objects.select_related("stimulus")}


def list_outcomes(run: AgentRun) -> dict[str, list[str]]:
    tries = ItemTry.objects.filter(item__run=run).order_by("number")
    found: dict[str, list[str]] = {}
    for key, outcome in tries.values_list("item__stimulus__key", "outcome"):
        found.setdefault(key, []).append(outcome)
    return found


def test_an_answer_is_stored_as_computed_with_the_agent_and_its_settings(clock: Clock) -> None:
    run = work(queue("ice"), clock)
    assert run.state == AgentRun.State.FINISHED
    response = Response.objects.get()
    assert (response.provenance, response.pairing, response.pool, response.created_at) == ("computed", "A", "tests", AT)
    agent = response.authorships.get().agent
    assert (agent.slug, agent.system, agent.settings) == ("scripted", "scripted", {"model": "m", "is_here": True})
    assert agent.details["version"] == "1"
    kept = ItemTry.objects.get()
    assert (kept.outcome, kept.raw, kept.tokens_in) == ("answered", {"said": "snow"}, 1000)


def test_each_kind_of_failure_is_counted_tried_again_by_the_rule_and_never_stored(clock: Clock) -> None:
    cues = ("refuse", "names itself", "silence", "breaks", "cannot take", "refuse once", "ice")
    run = work(queue(*cues, most_tries=2), clock)
    assert run.state == AgentRun.State.FINISHED
    assert list_words() == {"ice": "snow", "refuse once": "snow"}
    assert list_outcomes(run) == {
        "refuse": ["refusal", "refusal"],
        "names itself": ["named_itself", "named_itself"],
        "silence": ["empty", "empty"],
        "breaks": ["rule_broken", "rule_broken"],
        "cannot take": ["cannot_take"],
        "refuse once": ["refusal", "answered"],
        "ice": ["answered"],
    }
    counted = count_run(run)
    assert (counted.total, counted.answered, counted.failed, counted.percent) == (7, 2, 5, 100)
    kinds = {kind.kind: (kind.tries, kind.items) for kind in counted.kinds}
    assert kinds["refusal"] == (3, 1)
    assert kinds["cannot_take"] == (1, 1)
    assert list_failed(run, kind="refusal", most=9)[0].raw == {"said": "I'm sorry, but I can't help with that"}


def test_a_busy_service_is_asked_again_when_it_asked_to_be_and_given_up_in_the_end(clock: Clock) -> None:
    run = work(queue("busy once"), clock)
    item = RunItem.objects.get()
    assert run.state == AgentRun.State.RUNNING
    assert timedelta(seconds=90) <= item.due_at - AT <= timedelta(seconds=108)
    assert work(run, clock).state == AgentRun.State.RUNNING
    clock.at = item.due_at
    assert work(run, clock).state == AgentRun.State.FINISHED
    forever = queue("busy")
    while forever.is_on:
        clock.at += timedelta(minutes=15)
        work(forever, clock)
    assert list_outcomes(forever) == {"busy": ["service_busy"] * 8}


def test_a_service_that_refuses_one_after_the_other_stops_the_run_which_can_go_on(clock: Clock) -> None:
    run = work(queue("gone 1 once", "gone 2 once", "gone 3 once", "ice"), clock)
    assert run.state == AgentRun.State.STOPPED
    assert run.problem.endswith("3 items in a row: The service refused with status 401; check the key.")
    assert list_words() == {}
    assert go_on(run, kinds=AGAIN, cap=None, at=AT) == 4
    assert work(run, clock).state == AgentRun.State.FINISHED
    assert len(list_words()) == 4


def test_what_a_killed_worker_had_in_hand_is_taken_up_again_and_nothing_else_repeated(clock: Clock) -> None:
    run = queue("a", "dies once", "z")
    with pytest.raises(KeyboardInterrupt):
        work(run, clock)
    assert list_words() == {"a": "snow"}
    work(run, clock)
    assert list_words() == {"a": "snow", "z": "snow"}
    assert run.state != AgentRun.State.FINISHED
    clock.at += timedelta(minutes=11)
    assert work(run, clock).state == AgentRun.State.FINISHED
    assert ASKED == {"a": 1, "dies once": 2, "z": 1}
    assert list_outcomes(run)["dies once"] == ["answered"]


def test_an_item_that_kills_every_worker_is_given_up(clock: Clock) -> None:
    run = queue("dies")
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            work(run, clock)
        clock.at += timedelta(minutes=11)
    assert work(run, clock).state == AgentRun.State.FINISHED
    assert list_outcomes(run) == {"dies": ["cannot_take"]}
    assert ASKED["dies"] == 3


def test_calls_are_a_minutes_share_apart_whoever_makes_them(clock: Clock) -> None:
    run = queue("a", "b", "c", per_minute=30)
    work(run, clock, seconds=1)
    work(run, clock)
    assert clock.waits == [2, 2]
    assert run.state == AgentRun.State.FINISHED


def test_before_a_long_wait_a_worker_takes_nothing(clock: Clock) -> None:
    run = queue("a", "b", per_minute=1)
    work(run, clock)
    work(run, clock)
    assert (ASKED.total(), clock.waits) == (1, [])
    assert carry_on_all(clock=clock, rng=random.Random(0), wait=clock.wait) == 0
    clock.at += timedelta(minutes=1)
    assert work(run, clock).state == AgentRun.State.FINISHED


def test_what_was_in_hand_when_a_run_stopped_is_free_when_it_goes_on(clock: Clock) -> None:
    run = queue("dies once")
    with pytest.raises(KeyboardInterrupt):
        work(run, clock)
    AgentRun.objects.update(state=AgentRun.State.STOPPED)
    assert go_on(run, kinds=AGAIN, cap=None, at=AT) == 1
    assert work(run, clock).state == AgentRun.State.FINISHED


def test_a_cap_is_never_passed_and_the_run_goes_on_with_a_higher_one(clock: Clock) -> None:
    run = queue("a", "b", "c", cap=5_000, price=PRICE)
    assert run.expected == 2_000
    work(run, clock)
    assert (run.state, run.spent) == (AgentRun.State.STOPPED, 4_000)
    assert "raise the cap" in run.problem
    assert len(list_words()) == 2
    go_on(run, kinds=[], cap=6_000, at=AT)
    work(run, clock)
    assert (run.state, run.spent) == (AgentRun.State.FINISHED, 6_000)


def test_a_run_that_goes_on_expects_what_its_tries_have_cost(clock: Clock) -> None:
    run = work(queue("a", "b", "c", "d", "e", "f", cap=10_000, price=PRICE), clock)
    assert (run.state, run.spent) == (AgentRun.State.STOPPED, 10_000)
    AgentRun.objects.update(expected=9_000)  # a guess at the beginning that was too high
    go_on(run, kinds=[], cap=12_000, at=AT)
    assert work(run, clock).state == AgentRun.State.FINISHED
    assert run.expected == 2_000


def test_tries_without_an_answer_cost_as_well(clock: Clock) -> None:
    assert work(queue("refuse", price=PRICE), clock).spent == 3 * 2_000


# $3 a million tokens in, $15 out: 1,000 and 100 tokens cost $.003 + $.0015; and a thousand calls at $1.50 one each.
def test_costs_are_sums_of_prices_and_rounded_up() -> None:
    assert cost(Usage(1, 1000, 100), Price(0, 3_000_000, 15_000_000)) == 4_500
    assert cost(Usage(calls=1), Price(calls=1_500_000)) == 1_500
    assert cost(Usage(tokens_in=1), Price(tokens_in=500_000)) == 1
    assert [write_dollars(amount) for amount in (0, 4_500, 1_234_560_000)] == ["$0.00", "$0.0045", "$1,234.56"]


def test_a_canceled_run_asks_nothing_more(clock: Clock) -> None:
    run = queue("a", "b")
    assert cancel_run(run, at=AT)
    assert work(run, clock).state == AgentRun.State.CANCELED
    assert not ASKED
    assert not cancel_run(run, at=AT)


def test_the_worker_finds_what_is_due_from_rows_alone(clock: Clock) -> None:
    run = queue("a", "busy once")
    assert carry_on_all(clock=clock, rng=random.Random(0), wait=clock.wait) == 2
    assert carry_on_all(clock=clock, rng=random.Random(0), wait=clock.wait) == 0
    clock.at += timedelta(minutes=5)
    assert carry_on_all(clock=clock, rng=random.Random(0), wait=clock.wait) == 1
    run.refresh_from_db()
    assert run.state == AgentRun.State.FINISHED


def test_a_run_asks_only_about_what_is_not_answered(clock: Clock) -> None:
    work(queue("a", "b"), clock)
    again = queue("c", "d", limit=1)
    assert RunItem.objects.get(run=again).stimulus.key == "c"
    work(again, clock)
    assert sorted(list_words()) == ["a", "b", "c"]
    assert ASKED == {"a": 1, "b": 1, "c": 1}


def test_an_agent_that_has_answered_everything_has_nothing_to_run(clock: Clock) -> None:
    work(queue("a"), clock)
    assert queue_run(find_agent("scripted", at=AT), task="association", pool="tests", rules=Rules(), at=AT) is None


@pytest.mark.parametrize(
    ("agent", "options", "sentence"),
    [
        ("mean-color", {}, "Mean color does color"),
        ("scripted", {"pool": "elsewhere"}, "pool is 'elsewhere': it has 0 stimuli of association"),
        ("scripted", {"rules": Rules(most_tries=0)}, "tries is 0: it should be at least 1 and at most 20"),
        ("scripted", {"rules": Rules(price=Price(-1))}, "price is -1"),
    ],
)
def test_a_run_that_cannot_be_is_refused_in_a_sentence(
    clock: Clock, agent: str, options: dict[str, Any], sentence: str
) -> None:
    make_cues("a")
    asked = {"task": "association", "pool": "tests", "rules": Rules(), "at": AT, **options}
    with pytest.raises(InvalidPayload, match=sentence):
        queue_run(find_agent(agent, at=AT), **asked)


def test_what_is_lacking_is_said_before_a_run_and_stops_one_that_is_on(clock: Clock) -> None:
    make_cues("a")
    lacking = find_agent("scripted", at=AT, given={"is_here": "no"})
    with pytest.raises(InvalidPayload, match="The key SCRIPTED_API_KEY is not set"):
        queue_run(lacking, task="association", pool="tests", rules=Rules(), at=AT)
    run = queue_run(find_agent("scripted", at=AT), task="association", pool="tests", rules=Rules(), at=AT)
    assert run is not None
    AgentRun.objects.update(agent=lacking)
    assert work(AgentRun.objects.get(), clock).problem == "The key SCRIPTED_API_KEY is not set; put it into .env."


def test_two_runs_of_the_same_are_not_on_at_once(clock: Clock) -> None:
    queue("a")
    with pytest.raises(InvalidPayload, match="a run of it over association/tests is on already"):
        queue("b")


def test_other_settings_are_another_agent_and_the_same_ones_the_same(clock: Clock) -> None:
    first = find_agent("scripted", at=AT)
    other = find_agent("scripted", at=AT, given={"model": "n"})
    named = add_agent(AI_AGENTS["scripted"].with_settings({"model": "o"}), at=AT, title="Model O, terse")
    assert [one.slug for one in (first, other, named)] == ["scripted", "scripted-2", "model-o-terse"]
    assert find_agent("scripted", at=AT) == first
    assert find_agent("scripted-2", at=AT, given={"model": "m"}) == first
    assert find_agent("model-o-terse", at=AT) == named


def test_answers_of_two_agents_of_one_system_stand_side_by_side(clock: Clock) -> None:
    work(queue("a"), clock)
    other = find_agent("scripted", at=AT, given={"model": "n"})
    run = queue_run(other, task="association", pool="tests", rules=Rules(), at=AT)
    assert run is not None
    work(run, clock)
    assert Response.objects.filter(stimulus__key="a").count() == 2


def test_a_row_from_before_agents_had_systems_is_the_agent_of_its_system() -> None:
    system = AI_AGENTS["median-cut"]
    old = Agent.objects.create(slug="median-cut", title=system.title, origin="ai", details=system.details)
    found = find_agent("median-cut", at=AT)
    assert (found.pk, found.system) == (old.pk, "median-cut")


def test_an_agent_talks_with_itself_where_there_are_two_roles(clock: Clock) -> None:
    make_stimulus(task="conversation")
    run = work(queue(agent="scripted-chat", task="conversation", turns=6), clock)
    assert run.state == AgentRun.State.FINISHED
    response = Response.objects.get()
    assert response.pairing == "AA"
    assert len(response.payload["turns"]) == 6
    assert [authorship.role for authorship in response.authorships.order_by("role")] == ["A", "B"]


def test_two_agents_talk_with_each_other_and_are_both_authors(clock: Clock) -> None:
    make_stimulus(task="conversation")
    partner = find_agent("topic-talk", at=AT)
    run = work(queue(agent="scripted-chat", task="conversation", turns=6, partner=partner), clock)
    assert run.state == AgentRun.State.FINISHED
    response = Response.objects.get()
    authors = dict(response.authorships.values_list("role", "agent__slug"))
    assert (response.pairing, authors) == ("AA", {"A": "scripted-chat", "B": "topic-talk"})
    assert [turn["speaker"] for turn in response.payload["turns"]] == ["A", "B"] * 3
    alone = queue_run(run.agent, task="conversation", pool="tests", rules=Rules(turns=6), at=AT)
    assert alone is not None  # with itself it has not talked yet


@pytest.mark.parametrize(
    ("agent", "partner", "task", "match"),
    [
        ("scripted-chat", "scripted-chat", "conversation", "it is the agent itself"),
        ("scripted-chat", "letter-neighbors", "conversation", "does association"),
        ("letter-neighbors", "compound-words", "association", "has one speaker"),
    ],
)
def test_a_partner_with_whom_nothing_can_be_said_is_refused(
    clock: Clock, agent: str, partner: str, task: str, match: str
) -> None:
    make_stimulus(task=task)
    rules = Rules(partner=find_agent(partner, at=AT))
    with pytest.raises(InvalidPayload, match=match):
        queue_run(find_agent(agent, at=AT), task=task, pool="tests", rules=rules, at=AT)


def test_a_broken_picture_stops_nothing_else(clock: Clock) -> None:
    payload = TASKS["color"].check_stimulus({"image": {"media": "gone", "width": 1, "height": 1}})
    make_stimulus(task="color", payload=payload)
    run = work(queue(agent="mean-color", task="color"), clock)
    assert run.state == AgentRun.State.FINISHED
    assert "gone.jpg" in list_failed(run, kind="cannot_take", most=1)[0].sentence


def test_an_answer_does_not_depend_on_which_others_were_asked(clock: Clock) -> None:
    cues = ("snow", "fire", "book", "hand", "fall", "break")
    work(queue(*cues, agent="compound-words"), clock)
    words = list_words()
    Response.objects.all().delete()
    RunItem.objects.filter(stimulus__key__in=cues[3:]).update(state="due")
    AgentRun.objects.update(state="queued")
    work(AgentRun.objects.get(), clock)
    RunItem.objects.exclude(stimulus__key__in=cues[3:]).update(state="due", takings=F("takings"))
    AgentRun.objects.update(state="queued")
    work(AgentRun.objects.get(), clock)
    assert list_words() == words


def test_what_no_database_holds_is_kept_as_far_as_it_can_be(clock: Clock) -> None:
    run = work(queue("odd", "ice", "uncounted"), clock)
    assert run.state == AgentRun.State.FINISHED
    kept = ItemTry.objects.get(outcome="service_refused")
    assert (kept.raw, kept.sentence[:18], len(kept.sentence)) == ({"score": "nan"}, "The service said \ufffd", 1001)
    assert ItemTry.objects.get(item__stimulus__key="uncounted").raw == {"score": "inf"}


def test_a_cap_holds_where_the_service_counts_no_tokens(clock: Clock) -> None:
    run = work(queue("uncounted 1", "uncounted 2", "uncounted 3", price=PRICE, cap=5_000), clock)
    assert (run.state, run.spent, len(list_words())) == (AgentRun.State.STOPPED, 4_000, 2)


def test_to_go_on_with_a_run_that_is_on_takes_nothing_from_its_workers(clock: Clock) -> None:
    run = queue("ice", "sea")
    [taken] = take_items(run, most=1, at=AT)
    assert go_on(run, kinds=AGAIN, cap=7, at=AT) == 2
    assert RunItem.objects.get(pk=taken.pk).held_until == taken.held_until
    run.refresh_from_db()
    assert run.cap is None


def test_what_another_run_has_answered_since_is_not_asked_again(clock: Clock) -> None:
    first = work(queue("refuse once", "sea", most_tries=1), clock)
    second = queue_run(first.agent, task="association", pool="tests", rules=Rules(), at=AT)
    assert second is not None
    work(second, clock)
    asked = dict(ASKED)
    assert go_on(first, kinds=AGAIN, cap=None, at=AT) == 0
    assert (work(first, clock).state, dict(ASKED)) == (AgentRun.State.FINISHED, asked)
    assert count_run(first).answered == 2


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"per_minute": 10**12}, "calls per minute is 1000000000000: it should be at least 1 and at most 1000000"),
        ({"seed": 2**70}, "seed is 1180591620717411303424: it should be"),
        ({"price": Price(calls=10**20)}, "highest price is 100000000000000000000: it should be at most"),
    ],
)
def test_numbers_that_no_column_holds_are_refused(clock: Clock, rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidPayload, match=sentence):
        queue("ice", **rules)


@pytest.mark.parametrize("word", ["snow", "rain"])
def test_of_two_workers_that_answered_the_same_item_the_first_word_stands(clock: Clock, word: str) -> None:
    run = queue("ice")
    [slow] = take_items(run, most=1, at=AT)
    [fast] = take_items(run, most=1, at=AT + HOLD)
    rng = random.Random(0)
    record(run, [Outcome(fast, Answer({"word": word}, {"said": 2}))], at=AT, rng=rng)
    record(run, [Outcome(slow, Answer({"word": "snow"}, {"said": 1}))], at=AT, rng=rng)
    run.refresh_from_db()
    assert (run.state, count_run(run).answered, list_words()) == (AgentRun.State.FINISHED, 1, {"ice": word})
    assert list_outcomes(run) == {"ice": ["answered", "answered"]}


def test_an_answer_that_comes_late_counts_and_the_second_worker_is_told(clock: Clock) -> None:
    run = queue("ice")
    [slow] = take_items(run, most=1, at=AT)
    [fast] = take_items(run, most=1, at=AT + HOLD)
    record(run, [Outcome(slow, Answer({"word": "snow"}))], at=AT, rng=random.Random(0))
    with pytest.raises(Superseded):
        Hold(run, fast, clock, clock.wait).ask_leave()
    record(run, [Outcome(fast, NoAnswer(Failure.REFUSAL, "It refused."))], at=AT, rng=random.Random(0))
    run.refresh_from_db()
    assert (run.state, count_run(run).answered, count_run(run).failed) == (AgentRun.State.FINISHED, 1, 0)
