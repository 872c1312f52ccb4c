"""Sentences that are said when they are read: English wherever they are kept, whatever language made them."""

import copy
import json
import pickle

import pytest
from django.utils.translation import override

from turingapp.words import (
    Words,
    count_later,
    join_words,
    list_words,
    ngettext_noop,
    restore_words,
    say,
    say_later,
)

# Texts that the catalogues have.
TURNS = "Turns: at most %(cut)s."
MANY = ngettext_noop("%(number)s judgement", "%(number)s judgements")


def test_words_are_english_and_said_in_the_language_of_who_reads() -> None:
    with override("zh-hans"):
        kept = say_later(TURNS, cut=7)
        assert (str(kept), say(kept)) == ("Turns: at most 7.", "发言次数：至多 7。")
    assert say(kept) == "Turns: at most 7."


def test_values_that_are_words_are_said_too() -> None:
    with override("zh-hans"):
        kept = say_later("%(inner)s!", inner=say_later(TURNS, cut=7))
        assert (str(kept), say(kept)) == ("Turns: at most 7.!", "发言次数：至多 7。!")


@pytest.mark.parametrize(("number", "told"), [(0, "0 judgements"), (1, "1 judgement"), (2, "2 judgements")])
def test_a_number_has_its_plural(number: int, told: str) -> None:
    kept = Words(MANY, {"number": number})
    assert (str(kept), say(kept)) == (told, told)


def test_a_percent_sign_stays_where_there_are_no_values_and_in_values() -> None:
    assert say(say_later("100% of them")) == "100% of them"
    assert say(say_later(TURNS, cut="5%(x)s")) == "Turns: at most 5%(x)s."


def test_copies_know_their_words_and_files_are_english() -> None:
    kept = say_later(TURNS, cut=7)
    for again in (copy.deepcopy(kept), pickle.loads(pickle.dumps(kept))):  # noqa: S301 - made one line above
        with override("zh-hans"):
            assert say(again) == "发言次数：至多 7。"
            assert json.dumps({"cue": again}) == '{"cue": "Turns: at most 7."}'


def test_a_list_has_its_signs_in_the_language_of_who_reads() -> None:
    lists = [join_words(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])]
    assert lists == ["", "a", "a and b", "a, b and c"]
    with override("zh-hans"):
        assert [say(one) for one in lists] == ["", "a", "a和b", "a、b和c"]


def test_a_number_that_has_a_plural_has_commas() -> None:
    assert str(count_later(MANY, 12345)) == "12,345 judgements"


def test_words_in_a_document_come_back_from_json() -> None:
    kept = {"rows": [join_words([count_later(MANY, 1), say_later(TURNS, cut=7)]), "a name", 3]}
    document = json.loads(json.dumps({"kept": kept, "words": list_words(kept)}))
    again = restore_words(document["kept"], document["words"])
    assert again == kept
    with override("zh-hans"):
        assert say(again["rows"][0]) == "1 次判断和发言次数：至多 7。"
