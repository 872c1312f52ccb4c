"""A loaded study as a data package and back: the same results, with its stand-ins."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command

from agents.models import Provenance, Response
from analysis.observations import read_observations
from analysis.reports import describe_results
from judging.models import Study
from tests.analysis.loading.files import make_matrix, make_trial, write_compiled

Load = Callable[..., str]


@pytest.mark.long
def test_a_package_of_a_loaded_study_comes_back_with_the_same_results(load: Load, tmp_path: Path) -> None:
    again = make_trial(90, judge="JUDGE1", imageID="static/dataset/coco_val_set/2.jpg")
    load(write_compiled(tmp_path / "compiled.json", *make_matrix((20, 15), (12, 23)), again))
    call_command("export_study", "original", tmp_path / "original.zip", smallest_group=1)
    call_command("import_study", tmp_path / "original.zip", slug="again")
    there, here = (
        describe_results(read_observations(Study.objects.get(slug=s)))["reports"] for s in ("original", "again")
    )
    assert here == there
    copies = Response.objects.filter(pool__startswith="imported-")
    assert set(copies.values_list("provenance", flat=True)) == {Provenance.STAND_IN}
