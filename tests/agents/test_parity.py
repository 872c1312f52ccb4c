"""The parity report: what gives an origin away by form alone, with counts and examples."""

import json
import random
import re
from dataclasses import asdict
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from agents.models import Origin, ParityAcknowledgement
from agents.parity import measure_parity
from agents.parity_cues import Cue, ParityReport, ParityRow
from agents.parity_features import Parts, find_grid, list_marks, measure_sizes, take_parts
from agents.parity_phrases import PHRASES
from agents.parity_rows import acknowledge_cue, count_agent_cues, find_open_cues, measure_pool, withdraw_acknowledgement
from agents.parity_words import LENGTHS, MARKS
from tests.agents.files import AT, bring_responses, write
from turingapp import words


def say(origin: str, *texts: str, agent: str = "", stimulus: str = "s", given: Parts | None = None) -> ParityRow:
    """A response of texts."""
    shown = Parts(texts=texts)
    return ParityRow(origin, agent or origin, agent or origin, stimulus, shown, given or shown)


def label(origin: str, *labels: str, stimulus: str) -> ParityRow:
    """A response of labels."""
    shown = Parts(labels=labels)
    return ParityRow(origin, origin, origin, stimulus, shown, shown)


def look(origin: str, *points: tuple[float, float], stimulus: str) -> ParityRow:
    """A response of fixations."""
    shown = Parts(points=points)
    return ParityRow(origin, origin, origin, stimulus, shown, shown)


def find(report: ParityReport, slug: str) -> Cue:
    """The cue of this name."""
    return next(cue for cue in report.cues if cue.slug == slug)


def repeat(times: int, human: str, machine: str) -> list[ParityRow]:
    """As many human as machine texts, each to a stimulus of its own that both answer."""
    texts = (("human", human), ("ai", machine))
    return [say(origin, f"{text}", stimulus=str(number)) for number in range(times) for origin, text in texts]


@pytest.mark.parametrize(
    ("human", "machine", "slug", "counts"),
    [
        ("it\u2019s a dog", "its a dog", "character:\u2019", (9, 0)),
        ("caf\u00e9 table", "cafe table", "character:\u00e9", (9, 0)),
        ("a dog", "a dog.", "ending:.", (0, 9)),
        ("a dog", "A dog", "casing:begins with a capital", (0, 9)),
        ("A DOG", "a dog", "casing:all capitals", (9, 0)),
        ("a DOG", "a dog", "casing:capitals inside", (9, 0)),
        ("a dog", "that ' s a dog", "spacing:a space before a punctuation mark", (0, 9)),
        ("a  dog", "a dog", "spacing:two spaces together", (9, 0)),
        ("a\u200bdog", "a dog", "character:U+200B", (9, 0)),
    ],
)
def test_a_mark_of_one_origin_alone_tells(human: str, machine: str, slug: str, counts: tuple[int, int]) -> None:
    cue = find(measure_parity(repeat(9, human, machine)), slug)
    assert ((cue.human, cue.ai), cue.advantage, cue.tells) == (counts, 1.0, True)
    assert [example.stimulus for example in cue.examples] == ["0", "1", "2"]


def test_a_mark_that_both_have_alike_does_not_tell() -> None:
    cue = find(measure_parity(repeat(9, "a dog.", "a cat.")), "ending:.")
    assert ((cue.human, cue.ai), cue.advantage, cue.tells) == ((9, 9), 0.0, False)


def test_a_difference_of_shares_tells_where_it_is_more_than_chance() -> None:
    rows = [say("human", "a." if number < 40 else "a", stimulus=str(number)) for number in range(100)]
    rows += [say("ai", "a." if number < 60 else "a", stimulus=str(number)) for number in range(100)]
    # Two proportions, .40 and .60 of 100: z = .20 / sqrt(.5 * .5 * .02) = 2.83.
    cue = find(measure_parity(rows), "ending:.")
    assert (round(cue.advantage, 9), cue.tells) == (0.2, True)
    few = find(measure_parity([*rows[36:46], *rows[154:164]]), "ending:.")
    assert not few.tells


def test_lengths_are_cut_where_they_tell_most() -> None:
    rows = [say("human", "a " * size, stimulus=str(size)) for size in range(1, 31)]
    rows += [say("ai", "a " * (size + 15), stimulus=str(size)) for size in range(1, 31)]
    cue = find(measure_parity(rows), "length:words in all")
    assert (cue.sentence, cue.human, cue.ai, cue.advantage) == ("Words in all: at most 15.", 15, 0, 0.5)
    assert cue.tells


def test_cues_are_said_in_the_language_of_who_reads_and_kept_in_english() -> None:
    rows = [*repeat(9, "a dog", "A dog, I am an AI."), look("human", (0.5, 0.5), (0.2, 0.1), (0.3, 0.3), stimulus="s")]
    with override("zh-hans"):
        report = measure_parity(rows)
        said = {words.say(cue.sentence) for cue in report.cues}
        kept = {cue["sentence"] for cue in json.loads(json.dumps(asdict(report)))["cues"]}
    assert len(said) == len(kept) > 10
    assert [sentence for sentence in said if not re.search("[\u4e00-\u9fff]", sentence)] == []
    assert [sentence for sentence in kept if not sentence.isascii()] == []


def test_every_phrase_and_length_has_its_words() -> None:
    assert {f"phrase:{name}" for name in PHRASES} <= MARKS.keys()
    parts = Parts(texts=("a", "b"), labels=("c",), points=((0.1, 0.2),))
    assert measure_sizes(parts).keys() == LENGTHS.keys()


def test_equal_lengths_do_not_tell() -> None:
    rng = random.Random(3)
    rows = [say(origin, "a " * rng.randint(3, 20), stimulus=str(n)) for n in range(200) for origin in ("human", "ai")]
    assert not find(measure_parity(rows), "length:words in all").tells


def test_numbers_of_labels_and_labels_of_several_words_are_counted() -> None:
    rows = [label("human", "car", "tree", "road", stimulus=str(number)) for number in range(8)]
    rows += [label("ai", "traffic light", stimulus=str(number)) for number in range(8)]
    report = measure_parity(rows)
    assert (find(report, "labels:3").human, find(report, "labels:1").ai) == (8, 8)
    assert find(report, "labels:several words in one").tells


@pytest.mark.parametrize(
    ("points", "slug"),
    [
        (((1 / 32, 5 / 32), (3 / 32, 31 / 32), (7 / 32, 9 / 32)), "grid:1/32"),
        (((1.5 / 32, 5.5 / 32), (3.5 / 32, 8.5 / 32), (7.5 / 32, 9.5 / 32)), "grid:1/64"),
        (((0.5, 0.5), (0.123457, 0.3)), "fixations:begins exactly in the center"),
        (((-0.1, 0.2), (0.3, 0.4)), "fixations:left of or above the image"),
        (((0.1, 1.2), (0.3, 0.4)), "fixations:right of or below the image"),
        (((0.1, 0.2), (0.1, 0.2)), "fixations:the same point twice"),
        (((0.1, 0.25), (0.3, 0.4)), "decimals:2"),
    ],
)
def test_precision_grid_and_places_of_fixations_are_marks(points: tuple[tuple[float, float], ...], slug: str) -> None:
    assert slug in list_marks(Parts(points=points))


def test_measured_fixations_lie_on_no_grid() -> None:
    rng = random.Random(1)
    assert find_grid([(rng.random(), rng.random()) for _ in range(10)]) == 0


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("As an AI, I have no dog.", "says it is an AI"),
        ("Well, i'm a chatbot", "says it is an AI"),
        ("I am a large language model.", "speaks of a language model"),
        ("I'm a real person!", "says it is human"),
        ("I\u2019m sorry, but I won't say.", "refuses"),
        ("I cannot help with that", "refuses"),
        ("i asked ChatGPT", "names a model or its maker"),
        ("gpt-4o told me", "names a model or its maker"),
        ("Traceback (most recent call last)", "is an error text"),
        ("HTTP 503", "is an error text"),
        ("nan", "is an error text"),
        ("hi <|endoftext|>", "is an error text"),
        ("**Great** dog", "is mark-up"),
        ("dogs &amp; cats", "is mark-up"),
    ],
)
@pytest.mark.parametrize("origin", ["human", "ai"])
def test_identity_phrases_are_found_whoever_wrote_them(text: str, kind: str, origin: str) -> None:
    rows = [*repeat(50, "a dog", "a dog"), say(origin, text)]
    cue = find(measure_parity(rows), f"phrase:{kind}")
    assert (cue.human + cue.ai, cue.tells, cue.examples[0].origin) == (1, True, origin)


@pytest.mark.parametrize("text", ["it was an ai", "banana", "a robot dog", "an error of mine", "i like machines"])
def test_plain_talk_is_no_identity_phrase(text: str) -> None:
    assert [cue for cue in measure_parity([say("human", text)]).cues if cue.slug.startswith("phrase")] == []


def test_the_names_of_the_pools_own_agents_are_found() -> None:
    rows = [say("ai", "hello", agent="BlipCap2 (large)"), say("human", "is that blipcap2?")]
    assert find(measure_parity(rows), "phrase:names an AI agent of this pool").human == 1


def test_agents_with_the_same_answers_as_another_are_named() -> None:
    rng = random.Random(2)
    words = [rng.choice(("ship", "wave", "salt", "blue")) for _ in range(20)]
    rows = [say("ai", word, agent=agent, stimulus=str(n)) for n, word in enumerate(words) for agent in ("one", "two")]
    rows += [say("ai", rng.choice(words), agent="three", stimulus=str(n)) for n in range(20)]
    twins = [cue for cue in measure_parity(rows).cues if cue.slug.startswith("twins")]
    assert [(cue.slug, cue.tells) for cue in twins] == [("twins:one+two", True)]
    assert twins[0].sentence == "one and two gave the same answer to 20 of 20 shared stimuli."


def test_the_same_answer_in_both_origins_is_counted() -> None:
    rows = [say("human", "Ship.", stimulus="sea"), say("ai", "ship", stimulus="sea"), say("ai", "hot", stimulus="sun")]
    cue = find(measure_parity(rows), "coincidence:")
    assert (cue.human, cue.ai, len(cue.examples)) == (1, 1, 2)


def test_stimuli_that_one_origin_alone_has_answered_tell() -> None:
    rows = [say("human", "a", stimulus=f"h{n}") for n in range(9)] + [
        say("ai", "a", stimulus=f"a{n}") for n in range(9)
    ]
    assert find(measure_parity(rows[:9] + repeat(9, "b", "c")), "stimulus:answered by one origin alone").human == 9


def test_what_normalizing_took_away_is_told_apart() -> None:
    rows = [say("ai", "a dog", given=Parts(texts=("A dog.",)), stimulus=str(n)) for n in range(9)]
    rows += [say("human", "a dog", stimulus=str(n)) for n in range(9)]
    report = measure_parity(rows)
    assert {cue.slug for cue in report.normalized} == {"character:.", "ending:.", "casing:begins with a capital"}
    assert not any(cue.slug == "ending:." for cue in report.cues)


def test_parts_are_taken_by_role() -> None:
    turns = [{"speaker": "A", "text": "hi"}, {"speaker": "B", "text": "ho"}, {"speaker": "A", "text": "he"}]
    assert take_parts({"turns": turns}, "A") == Parts(texts=("hi", "he"))
    assert take_parts({"words": ["a", "b"]}, "agent") == Parts(labels=("a", "b"))
    assert take_parts({"fixations": [[0.5, 1]]}, "agent") == Parts(points=((0.5, 1.0),))


payloads = st.dictionaries(
    st.text(max_size=3),
    st.recursive(
        st.text(max_size=8) | st.floats() | st.none() | st.integers(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("speaker", "text")), inner),
        max_leaves=8,
    ),
    max_size=3,
)


@given(found=st.lists(st.tuples(st.sampled_from(Origin.values), payloads), max_size=6))
def test_any_payload_can_be_reported_on(found: list[tuple[str, dict[str, Any]]]) -> None:
    parts = [(origin, take_parts(payload, "agent")) for origin, payload in found]
    report = measure_parity(ParityRow(origin, origin, origin, "s", part, part) for origin, part in parts)
    assert report.human + report.ai == len(found)
    assert all(0 <= cue.advantage <= 1 for cue in report.cues)


ROWS = "stimulus,cue,origin,agent,word\n" + "".join(
    f"{cue},{cue},{origin},{agent},{word}\n"
    for cue in ("sea", "sun", "run", "tea", "cup")
    for origin, agent, word in (("human", "p", "x"), ("ai", "one", f"{cue}s"), ("ai", "two", f"{cue}s"))
)


@pytest.mark.django_db
def test_a_cue_is_open_until_somebody_acknowledges_it(tmp_path: Path) -> None:
    bring_responses(write(tmp_path, "r.csv", ROWS), "association")
    assert "twins:one+two" in {cue.slug for cue in find_open_cues("association", "pool")}
    place = {"task": "association", "pool": "pool", "cue": "twins:one+two"}
    acknowledge_cue(**place, who="experimenter", note="", at=AT)
    acknowledge_cue(**place, who="experimenter", note="the same model", at=AT)
    assert ParityAcknowledgement.objects.get().note == "the same model"
    assert "twins:one+two" not in {cue.slug for cue in find_open_cues("association", "pool")}
    withdraw_acknowledgement(**place)
    assert "twins:one+two" in {cue.slug for cue in find_open_cues("association", "pool")}


@pytest.mark.django_db
def test_cues_are_counted_for_each_agent_beside_the_humans(tmp_path: Path) -> None:
    """One agent writes in capitals, the other as people do; ten words each of their own."""
    lines = ["stimulus,cue,origin,agent,word"]
    letters = "abcdefghij"
    for place, letter in enumerate(letters):
        other = letters[(place + 3) % 10]
        cue = f"cue{place},cue{place}"
        lines += [f"{cue},human,p,{letter * 3}t", f"{cue},ai,plain,{other * 3}t", f"{cue},ai,loud,{letter * 3}-{other}"]
    bring_responses(write(tmp_path, "r.csv", "\n".join(lines) + "\n"), "association")
    counts = count_agent_cues("association", "pool")
    assert counts["plain"] == (0, 0)
    telling = counts["loud"][0]
    assert telling == counts["loud"][1] > 0
    acknowledge_cue(task="association", pool="pool", cue="character:-", who="experimenter", note="", at=AT)
    assert count_agent_cues("association", "pool")["loud"] == (telling, telling - 1)


@pytest.mark.django_db
def test_the_report_follows_what_is_loaded(tmp_path: Path) -> None:
    bring_responses(write(tmp_path, "r.csv", ROWS), "association")
    assert measure_pool("association", "pool").human == 5
    more = "stimulus,cue,origin,agent,word\nsea,sea,human,q,blue\n"
    bring_responses(write(tmp_path, "s.csv", more), "association")
    assert measure_pool("association", "pool").human == 6


@pytest.mark.django_db
def test_the_command_prints_sentences_or_json(tmp_path: Path) -> None:
    bring_responses(write(tmp_path, "r.csv", ROWS), "association")
    text, numbers = StringIO(), StringIO()
    call_command("parity", "association", pool="pool", stdout=text)
    call_command("parity", "association", pool="pool", json=True, stdout=numbers)
    assert "one and two gave the same answer to 5 of 5 shared stimuli." in text.getvalue()
    assert json.loads(numbers.getvalue())["responses"] == {"human": 5, "ai": 10}
    with pytest.raises(CommandError, match="The pool 'other' has no responses of the task association"):
        call_command("parity", "association", pool="other")


@pytest.mark.django_db
def test_the_copied_column_of_the_original_study_is_found(shared_data: Path) -> None:
    bring_responses(shared_data / "data/association/paper/word.csv", "association", "paper-csv", pool="paper")
    twins = {cue.slug for cue in measure_pool("association", "paper").cues if cue.slug.startswith("twins")}
    assert "twins:paper-association-gpt2+paper-association-gpt3promptdav" in twins
