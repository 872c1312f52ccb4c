"""What came of a load, for the page that tells it."""

from dataclasses import dataclass

from agents.loading import LoadResult
from agents.loading_report import describe_result, write_refused
from turingapp.errors import Problem
from turingapp.words import say_later
from turingapp.workplace.load_form import RESPONSES, LoadForm
from turingapp.workplace.uploads import Upload

MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the result page shows."""

    upload: Upload
    names: list[str]
    lines: list[str]
    shown: list[Problem]
    refused: int
    is_dry: bool
    can_load: bool
    is_loaded: bool  # there are responses to report on
    study: str  # that judgements were loaded into; empty for all else


def describe_outcome(form: LoadForm, upload: Upload, result: LoadResult) -> Outcome:
    """What was done, with the list of refused rows kept for the download."""
    problems = [*result.refused, *result.put_aside]
    write_refused(upload.refused_path, problems)
    is_dry = form.cleaned_data["dry_run"]
    is_judged, study = form.holds_judgements, str(form.cleaned_data["study"])
    name = say_later("the study %(study)s", study=study) if is_judged else f"{form.chosen_task.slug}/{form.chosen_pool}"
    has_some = not is_dry and bool(result.loaded + result.unchanged)
    things = say_later(form.cleaned_data["things"])
    lines = list(describe_result(result, things, pool=name, dry_run=is_dry))
    if form.cleaned_data["strict"] and result.refused:
        lines = [say_later("Nothing was loaded: all rows or none was asked for, and some were refused.")]
    return Outcome(
        upload=upload,
        names=[path.name for path in upload.paths],
        lines=lines,
        shown=problems[:MOST_SHOWN],
        refused=len(problems),
        is_dry=is_dry,
        can_load=is_dry and bool(result.loaded or result.completed),
        is_loaded=has_some and form.cleaned_data["things"] == RESPONSES,
        study=study if has_some and is_judged else "",
    )
