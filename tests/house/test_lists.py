"""Lists that say the same in several places hold the same."""

from typing import get_args

from analysis.codebook import CODEBOOK, COUNTS
from judging.demographics import LABELS
from judging.protocol import Demographic
from judging.signs import PROFILE


def test_a_protocol_can_ask_every_demographic_question_there_is_and_no_other() -> None:
    assert set(get_args(Demographic)) == set(LABELS)


def test_every_demographic_answer_is_a_column_of_the_data() -> None:
    columns = {variable.name for variable in CODEBOOK}
    assert {f"judge_{question}" for question in LABELS} <= columns


def test_the_codebook_explains_every_count_that_the_page_makes_and_no_other() -> None:
    assert set(COUNTS) == set(PROFILE)
