"""The original study's compiled files: each trial of its human judges, by number, with the truth beside it."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from agents.formats.answers import cut_address
from agents.formats.base import Author, LeftOut, StimulusRow
from agents.formats.documents import expect, read_json
from agents.loading_keys import digest
from agents.models import Origin
from analysis.loading.formats.base import JudgementFormat, JudgementItem, JudgementRow, Options
from analysis.loading.formats.codings import describe_judge, make_ai, read_gender, read_origin
from turingapp.errors import InvalidPayload, Problem

TRIAL, JUDGE = "trialData", "workerData"
TEST = "TEST"
HUMANS = "Humans (original study)"
MTURK = "mturk"
LARGEST = 2**31 - 1  # of the database's whole numbers
SCANPATH = re.compile(r"fig_([a-z]+).*?_img(\d+)(?:_|\.)")
CONDITIONS = {"FV": "free viewing", "VS": "visual search"}
Data = Mapping[str, Any]


class TuringCompiled(JudgementFormat):
    """`{"mturk": {"Trial_1": {workerID, workerData, trialData}}}`, with or without the outer name."""

    slug = "turing-compiled"
    title = "judgements of the original study, compiled JSON"

    def read_judgements(self, path: Path, task: str, options: Options) -> Iterator[JudgementItem]:
        """One row for each trial."""
        try:
            document = expect(dict, read_json(path), field="the file", where=path.name)
        except InvalidPayload as error:
            yield from error.problems
            return
        for name, given, group in list_trials(document):
            where = f"{path.name}, {name if name.isprintable() else ascii(name)}"
            try:
                yield read_trial(expect(dict, given, field="the trial", where=where), name, task, group, where)
            except InvalidPayload as error:
                yield from error.problems


def list_trials(document: Data) -> Iterator[tuple[str, Any, str]]:
    """Each trial with its name and the group of judges it stands under; those under no group are of MTurk."""
    for name, given in document.items():
        is_group = isinstance(given, dict) and TRIAL not in given and not name.startswith("Trial")
        inner = given.items() if is_group else ((name, given),)
        yield from ((key, trial, name if is_group else MTURK) for key, trial in inner)


def read_trial(given: Data, name: str, task: str, group: str, where: str) -> JudgementItem:
    """One trial; raises InvalidPayload."""
    trial = expect(dict, given.get(TRIAL), field=TRIAL, where=where)
    told = expect(dict, given.get(JUDGE, {}), field=JUDGE, where=where)
    phase = trial.get("phase", TEST)
    if phase != TEST:
        return LeftOut(where, f"a trial of phase {str(phase)[:40]!r}")
    author = read_author(trial, task, where)
    return JudgementRow(
        where=where,
        judge=name_judge(given.get("workerID"), group, where),
        visit=digest([given.get("workerID"), told]),
        told=describe_judge(told),
        position=read_number(trial, "trial", where),
        stimulus=read_stimulus(trial, name, task, where),
        authors=(author,),
        slot=name_slot(trial, author),
        verdicts={"agent": read_origin(trial.get("response_speaker"), field="response_speaker", where=where)},
        guesses={"agent": read_gender(trial.get("response_gender", trial.get("guess_gender")))},
        rt_ms=read_number(trial, "rt", where),
    )


def name_judge(worker: Any, group: str, where: str) -> str:
    """The judge as platform and id; MTurk's may stand with that of the assignment, behind a colon."""
    found = str(worker).strip() if isinstance(worker, str | int) else ""
    if not found:
        raise InvalidPayload([Problem("workerID", "missing", "each trial should name its judge", where)])
    return f"{MTURK}:{found.partition(':')[0]}" if group == MTURK else f"turing-{group}:{found}"


def read_number(trial: Data, field: str, where: str) -> int | None:
    """A whole number from 0, where there is one; raises InvalidPayload."""
    value = trial.get(field)
    if value is None or value == "":
        return None
    number = int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() else value
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= LARGEST:
        rule = f"it should be a whole number from 0 to {LARGEST}"
        raise InvalidPayload([Problem(field, repr(value)[:60], rule, where)])
    return number


def read_author(trial: Data, task: str, where: str) -> Author:
    """Who truly made the response: by `groundtruth` alone, as a model's name may be left from the trial before."""
    if read_origin(trial.get("groundtruth"), field="groundtruth", where=where) == Origin.AI:
        return make_ai(task, "agent", trial.get("machine_groundtruth"), where=where)
    return Author("agent", Origin.HUMAN, "", HUMANS, gender=read_gender(trial.get("real_gender")))


def read_stimulus(trial: Data, name: str, task: str, where: str) -> StimulusRow:
    """The cue word, or the image by the end of its path; raises InvalidPayload."""
    cue, image = trial.get("caption"), trial.get("imageID")
    if task == "association" and isinstance(cue, str) and cue.strip():
        return StimulusRow(where, cue.strip(), {"cue": cue.strip()})
    if task == "association" or not isinstance(image, str | int) or isinstance(image, bool) or image == "":
        field = "caption" if task == "association" else "imageID"
        raise InvalidPayload([Problem(field, "missing", "each trial should name its stimulus", where)])
    key = PurePosixPath(cut_address(str(image))).name
    scanpath = SCANPATH.search(key) if task == "attention" else None
    condition = next((title for code, title in CONDITIONS.items() if f"_{code}_" in name), "")
    facets = {"condition": condition} if condition else {}
    return StimulusRow(where, f"{scanpath[1]}-img{scanpath[2]}" if scanpath else key, {}, facets=facets)


def name_slot(trial: Data, author: Author) -> str:
    """Which of the responses of one kind of author to a stimulus this was, as far as the file tells."""
    page = trial.get("page_name")
    slot = page.partition("_")[2].partition(".")[0] if isinstance(page, str) else ""
    return json.dumps([slot or cut_address(str(trial.get("imageID"))), author.gender])
