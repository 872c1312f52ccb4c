"""`check_protocol`: faults with their lines, or the numbers of the plan; nothing is written."""

from pathlib import Path

import pytest
from django.core.management.base import CommandError

from judging.models import Study
from judging.protocol_text import write_settings
from tests.commands import run
from tests.pools import make_pool, make_settings, open_small_study

pytestmark = pytest.mark.django_db


def test_the_numbers_of_a_plan_are_told_with_the_fees_that_are_known(tmp_path: Path) -> None:
    make_pool()
    path = tmp_path / "study.yaml"
    path.write_text(write_settings(make_settings(judgements_per_response=5)), encoding="utf-8")
    told = run("check_protocol", path, "--reward", 100, "--currency", "GBP", "--recruiter", "prolific")
    assert "Trials: 4 (for each person, in about 3 minutes)" in told
    assert "Cells: 3 (24 places: A:color-system-0 8, A:color-system-1 8, H 8)" in told
    assert "People: 20" in told
    assert "Judgements: 80" in told
    assert "Smallest gap seen: 31.3 points (all AI agents together: 40 judgements beside 40 of humans; 32.1" in told
    assert "Cost: GBP 28.60 (rewards GBP 20.00, fees GBP 8.60; GBP 20.00 an hour)" in told  # PROLIFIC_FEE_PERCENT is 43
    assert not Study.objects.exists()


def test_every_fault_is_told_with_its_line(tmp_path: Path) -> None:
    make_pool(stimuli=2)
    open_small_study(trials=2)
    path = tmp_path / "study.yaml"
    path.write_text(write_settings(make_settings(trials=20)), encoding="utf-8")
    with pytest.raises(CommandError) as refusal:
        run("check_protocol", path)
    pool, name = str(refusal.value).splitlines()
    assert pool.startswith(f"{path}, line 5: pool is too small: 10 different stimuli")
    assert name == f"{path}, line 1: slug is 'color-study': a study has this name already; choose another"
    path.write_text("task: color\ntrials: [\n", encoding="utf-8")
    with pytest.raises(CommandError, match="line 3: file is not YAML"):
        run("check_protocol", path)
