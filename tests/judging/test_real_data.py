"""Published answers become studies that robots judge; skipped where the files are not there."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from judging.models import Judgement, Study

pytestmark = pytest.mark.django_db(transaction=True)
PROTOCOLS = Path(__file__).resolve().parents[2] / "judging" / "protocols"


@pytest.mark.parametrize(
    ("task", "data", "load", "protocol", "judgements"),
    [
        (
            "association",
            "association/paper/word.csv",
            {"format": "paper-csv", "pool": "paper-association"},
            "paper/association",
            60,
        ),
        (
            "conversation",
            "conversation/convai2017/train_final.json",
            {"format": "convai2017"},
            "public/convai2017",
            40,
        ),
    ],
)
@pytest.mark.long
def test_published_answers_are_judged_by_a_robot_that_knows(
    shared_data: Path, task: str, data: str, load: dict[str, str], protocol: str, judgements: int
) -> None:
    call_command("load_responses", task, shared_data / "data" / data, **load)
    call_command("open_study", PROTOCOLS / f"{protocol}.yaml", simulated=True)
    study = Study.objects.get()
    call_command("robots", study.slug, judges=1, kind="knowing", seed=1)
    made = Judgement.objects.filter(trial__assignment__study=study).select_related("trial__place")
    assert len(made) == judgements
    for judgement in made:
        author = judgement.trial.place.response.authorships.get(role=judgement.role).agent
        assert judgement.verdict == author.origin


def test_published_answers_without_pictures_wait_and_the_study_is_refused_with_the_numbers(shared_data: Path) -> None:
    data = shared_data / "data/color/paper/color.csv"
    call_command("load_responses", "color", data, format="paper-csv", pool="paper-color")
    with pytest.raises(CommandError, match="Of the 60 stimuli in the pool 60 lack their picture"):
        call_command("open_study", PROTOCOLS / "paper/color.yaml")
