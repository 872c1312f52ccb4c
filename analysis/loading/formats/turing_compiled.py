"""The original study's compiled files: its human judges' trials by number, or judge by judge, with what they told."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from agents.formats.base import LeftOut
from agents.formats.documents import expect, read_json
from agents.loading_keys import digest
from analysis.loading.formats.base import JudgementFormat, JudgementItem, Options
from analysis.loading.formats.codings import describe_judge
from analysis.loading.formats.trials import Seat, read_trial
from turingapp.errors import InvalidPayload, Problem

TRIAL, JUDGE, JUDGES = "trialData", "workerData", "datastring"
MTURK = "mturk"
CHOICE = "a choice between two witnesses, which is no judgement"
Data = Mapping[str, Any]


class TuringCompiled(JudgementFormat):
    """`{"mturk": {"Trial_1": {workerID, workerData, trialData}}}`, with or without the outer name.

    For conversation `{"mturk": {"datastring": [{questiondata, data: [{trialdata}]}]}}`.
    """

    slug = "turing-compiled"
    title = gettext_noop("judgements of the original study, compiled JSON")

    def read_judgements(self, path: Path, task: str, options: Options) -> Iterator[JudgementItem]:
        """One row for each trial."""
        try:
            document = expect(dict, read_json(path), field="the file", where=path.name)
        except InvalidPayload as error:
            yield from error.problems
            return
        for name, given, group in list_trials(document):
            where = f"{path.name}, {name if name.isprintable() else ascii(name)}"
            if name == JUDGES:
                yield from read_judges(given, group, where, task, options)
            elif isinstance(given, list):
                yield from (leave_choice(one, where) for one in given)
            else:
                try:
                    fields = expect(dict, given, field="the trial", where=where)
                    yield read_named(fields, name, group, where, task, options)
                except InvalidPayload as error:
                    yield from error.problems


def list_trials(document: Data) -> Iterator[tuple[str, Any, str]]:
    """Each trial with its name and the group of judges it stands under; those under no group are of MTurk."""
    for name, given in document.items():
        is_group = isinstance(given, dict) and TRIAL not in given and not name.startswith("Trial")
        inner = given.items() if is_group else ((name, given),)
        yield from ((key, trial, name if is_group else MTURK) for key, trial in inner)


def leave_choice(given: Any, where: str) -> LeftOut | Problem:
    """A verdict of the three-party test, which is on two witnesses at once and by nobody known."""
    if isinstance(given, dict) and {"groundtruth", "response"} <= given.keys():
        return LeftOut(where, CHOICE)
    return Problem("the trial", "a list", "it should be an object", where)


def read_named(given: Data, name: str, group: str, where: str, task: str, options: Options) -> JudgementItem:
    """One trial with its judge; raises InvalidPayload."""
    trial = expect(dict, given.get(TRIAL), field=TRIAL, where=where)
    told = expect(dict, given.get(JUDGE, {}), field=JUDGE, where=where)
    judge = name_judge(given.get("workerID"), group, where)
    seat = Seat(where, judge, digest([given.get("workerID"), told]), describe_judge(told))
    return read_trial(trial, seat, task, options, name=name)


def read_judges(given: Any, group: str, where: str, task: str, options: Options) -> Iterator[JudgementItem]:
    """Trials judge by judge; judges have no ids here, so that one is known by all that they told and did."""
    try:
        judges = expect(list, given, field=JUDGES, where=where)
    except InvalidPayload as error:
        yield from error.problems
        return
    for number, one in enumerate(judges, 1):
        place = f"{where}, judge {number}"
        try:
            fields = expect(dict, one, field="the judge", where=place)
            told = expect(dict, fields.get("questiondata", {}), field="questiondata", where=place)
            trials = expect(list, fields.get("data"), field="data", where=place)
        except InvalidPayload as error:
            yield from error.problems
            continue
        judge = f"turing-{group}:{digest(fields)}"
        for position, trial in enumerate(trials, 1):
            seat = Seat(f"{place}, trial {position}", judge, "", describe_judge(told), position)
            try:
                fields = expect(dict, trial, field="the trial", where=seat.where)
                inner = expect(dict, fields.get("trialdata"), field="trialdata", where=seat.where)
                yield read_trial(inner, seat, task, options)
            except InvalidPayload as error:
                yield from error.problems


def name_judge(worker: Any, group: str, where: str) -> str:
    """The judge as platform and id; MTurk's may stand with that of the assignment, behind a colon."""
    found = str(worker).strip() if isinstance(worker, str | int) else ""
    if not found:
        raise InvalidPayload([Problem("workerID", "missing", "each trial should name its judge", where)])
    return f"{MTURK}:{found.partition(':')[0]}" if group == MTURK else f"turing-{group}:{found}"
