"""Choices of the test of three: shares against a half, over whole games of visits that count."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from analysis.choices import ChoiceRow, read_choices, tabulate_choices
from judging.identifying.showing import CHOICE, DEBRIEF
from tests.builders import make_study
from tests.judging.identifying.games import begin_game, open_game_study, take, talk_to_the_end


def make_row(*, chosen: bool, machine: str = "Eliza", sure: int = 3, is_whole: bool = True) -> ChoiceRow:
    """One choice."""
    return ChoiceRow(machine=machine, is_machine_chosen=chosen, sure=sure, turns=12, is_whole=is_whole)


def test_the_share_has_wilsons_interval_and_the_exact_test_against_a_half() -> None:
    rows = [make_row(chosen=number < 8) for number in range(10)]
    told = tabulate_choices(rows).all
    assert (told.chosen, told.choices) == (8, 10)
    # R: binom.test(8, 10)$p.value = 0.1094; prop.test(8, 10, correct = FALSE)$conf.int = 0.4902, 0.9433.
    assert told.p == pytest.approx(0.109375)
    assert (told.low, told.high) == pytest.approx((0.4901625, 0.9433178), abs=1e-6)


def test_games_that_broke_off_are_counted_and_left_out() -> None:
    told = tabulate_choices([make_row(chosen=True), make_row(chosen=False, is_whole=False)])
    assert (told.games, told.broken_off, told.all.choices, told.all.share) == (2, 1, 1, 1.0)


def test_without_a_choice_there_is_no_share() -> None:
    told = tabulate_choices([])
    assert (told.all.share, told.all.low, told.all.p, told.by_machine) == (None, None, None, ())


def test_each_ai_witness_and_each_degree_of_sureness_has_its_share() -> None:
    rows = [make_row(chosen=True), make_row(chosen=False, sure=5), make_row(chosen=True, machine="Other")]
    told = tabulate_choices(rows)
    by_machine = [(share.label, share.chosen, share.choices) for share in told.by_machine]
    assert by_machine == [("Eliza", 1, 2), ("Other", 1, 1)]
    assert [share.label for share in told.by_confidence] == ["Somewhat sure", "Certain"]


@pytest.mark.django_db
def test_page_file_and_command_tell_the_choices_that_may_be_kept(admin_client: Client) -> None:
    study = open_game_study(closing=False)
    game, judge, _ = begin_game(study)
    talk_to_the_end(game)
    wrong = "left" if game.human_side == "right" else "right"
    take(judge, CHOICE, 21, side=wrong, confidence="5")
    assert read_choices(study) == []
    take(judge, DEBRIEF, 22, answer="keep")
    assert [row.is_machine_chosen for row in read_choices(study)] == [True]
    page = admin_client.get(f"/workplace/studies/{study.slug}/", follow=True)
    assert "1 of 1 choice;" in page.content.decode()
    table = admin_client.get(f"/workplace/studies/{study.slug}/choices.csv").content.decode().splitlines()
    assert table[1].endswith(",true,5,8,true")
    told = StringIO()
    call_command("choices", study.slug, "--json", stdout=told)
    assert json.loads(told.getvalue())["all"]["chosen"] == 1


@pytest.mark.django_db
def test_studies_without_choices_are_refused_by_name() -> None:
    with pytest.raises(CommandError, match="No study is called 'nowhere'"):
        call_command("choices", "nowhere")
    with pytest.raises(CommandError, match="judged is of kind judge"):
        call_command("choices", make_study(slug="judged").slug)
