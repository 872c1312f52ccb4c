"""What goes along with a package where there is some: pictures, and what AI judges said."""

import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pytest_django.fixtures import Settings

from agents.media import store_content
from agents.models import Media, Origin, Stimulus
from analysis.ai_judges import AI_JUDGES
from analysis.evaluations.evaluating import Evaluation, hash_items
from analysis.evaluations.places import Setting
from analysis.evaluations.sources import read_source
from analysis.models import EvaluationRun, FoldPredictions
from analysis.packages.importing import import_study
from analysis.packages.writing import write_package
from judging.models import Study
from tests.agents.pictures import find_media_path
from tests.builders import (
    AT,
    make_agent,
    make_judgement,
    make_place,
    make_response,
    make_stimulus,
    make_study,
    make_visit,
)

pytestmark = pytest.mark.django_db


def make_picture_study() -> Study:
    """A study with one judgement on a response to a stored picture."""
    content = BytesIO()
    Image.new("RGB", (40, 30), "teal").save(content, "PNG")
    media, _ = store_content(content.getvalue(), "teal.png")
    image = {"media": media.pk, "width": media.width, "height": media.height}
    stimulus = make_stimulus(payload={"image": image, "present": ["cup"], "absent": ["dog"]})
    study = make_study()
    make_judgement(make_visit(study), make_response(make_agent(), stimulus=stimulus), "human")
    return study


def test_pictures_go_along_where_they_are_wanted_and_come_in_checked(tmp_path: Path, settings: Settings) -> None:
    study = make_picture_study()
    digest = Media.objects.get().source_digest
    manifest = write_package(study, tmp_path / "study.zip", at=AT, with_media=True)
    assert manifest["pictures"] == 1
    assert f"pictures/{digest}.jpg" in zipfile.ZipFile(tmp_path / "study.zip").namelist()
    find_media_path(Media.objects.get().pk).unlink()
    Media.objects.all().delete()  # as on another machine
    imported = import_study(tmp_path / "study.zip", slug="elsewhere", at=AT)
    stimulus = Stimulus.objects.get(responses__places__cell__protocol__study=imported)
    assert stimulus.has_picture
    assert find_media_path(stimulus.payload["image"]["media"]).is_file()


def test_without_pictures_the_stimulus_lacks_its_picture_elsewhere_and_says_so(tmp_path: Path) -> None:
    study = make_picture_study()
    manifest = write_package(study, tmp_path / "study.zip", at=AT)
    assert "1 picture: stimuli name each by the SHA-256 of its file." in manifest["left_out"]
    Media.objects.all().delete()
    imported = import_study(tmp_path / "study.zip", slug="elsewhere", at=AT)
    stimulus = Stimulus.objects.get(responses__places__cell__protocol__study=imported)
    assert stimulus.lacks == ("its picture",)


def test_the_predictions_of_finished_evaluations_are_told_response_by_response(tmp_path: Path) -> None:
    study = make_study(task="association")
    human, machine = make_agent(), make_agent(origin=Origin.AI)
    for number in range(24):
        stimulus = make_stimulus(task="association")
        for agent, word in ((human, f"word {number}"), (machine, f"term {number}")):
            make_place(study.protocols.get(), make_response(agent, stimulus=stimulus, payload={"word": word}))
    items = read_source(study.slug)
    evaluation = Evaluation(
        items, tmp_path / "cache", (AI_JUDGES["majority"],), settings=(Setting.ORDINARY,), embedder=None
    )
    run = EvaluationRun.objects.create(
        source=study.slug, judges=["majority"], unit="part", state="finished", digest=hash_items(items), created_at=AT
    )
    expected = {}
    for place in evaluation.run():
        p = evaluation.store.find(place)
        assert p is not None
        FoldPredictions.objects.create(run=run, key=place.key, rows_digest="", p=p.astype("<f8").tobytes())
        fold = next(
            one for one in evaluation.folds[place.setting] if (one.seed, one.number) == (place.seed, place.number)
        )
        expected |= {(place.seed, items.items[row].response): value for row, value in zip(fold.test, p, strict=True)}
    write_package(study, tmp_path / "study.zip", at=AT)
    with zipfile.ZipFile(tmp_path / "study.zip") as package:
        rows = [json.loads(line) for line in package.read("jsonl/predictions.jsonl").splitlines()]
    assert {(row["seed"], row["response"]): row["p_human"] for row in rows} == pytest.approx(expected)
    assert len(rows) == len(expected) == 3 * 48
    assert {(row["ai_judge"], row["setting"], row["role"], row["part"]) for row in rows} == {
        ("majority", "ordinary", "agent", 0)
    }
