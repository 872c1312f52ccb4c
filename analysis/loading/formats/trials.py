"""One judged trial as the original study's pages wrote it, whichever file it stands in."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from agents.formats.answers import cut_address
from agents.formats.base import Author, LeftOut, StimulusRow
from agents.models import Origin
from analysis.loading.formats.base import JudgementItem, JudgementRow, Options
from analysis.loading.formats.codings import make_ai, read_gender, read_origin
from analysis.loading.formats.dialogues import read_dialogue
from analysis.loading.formats.numbers import read_number
from turingapp.errors import InvalidPayload, Problem

TEST = "TEST"
HUMANS = "Humans (original study)"
SCANPATH = re.compile(r"fig_([a-z]+).*?_img(\d+)(?:_|\.)")
CONDITIONS = {"FV": "free viewing", "VS": "visual search"}
Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seat:
    """Whose trial it is, and where it stands."""

    where: str
    judge: str  # "platform:id"
    visit: str
    told: Mapping[str, Any]
    position: int | None = None  # where the trial itself does not say


def read_trial(trial: Data, seat: Seat, task: str, options: Options, *, name: str = "") -> JudgementItem:
    """One trial; raises InvalidPayload. The name of a trial may tell its condition."""
    phase = trial.get("phase", TEST)
    if phase != TEST:
        return LeftOut(seat.where, f"a step of phase {str(phase)[:40]!r}")
    position = read_number(trial, "trial", seat.where)
    common: dict[str, Any] = {
        "where": seat.where,
        "judge": seat.judge,
        "visit": seat.visit,
        "told": seat.told,
        "position": seat.position if position is None else position,
        "rt_ms": read_number(trial, "rt", seat.where),
    }
    if task == "conversation":
        return read_dialogue(trial, common, options)
    author = read_author(trial, task, seat.where)
    return JudgementRow(
        stimulus=read_stimulus(trial, name, task, seat.where),
        authors=(author,),
        slot=name_slot(trial, author),
        verdicts={"agent": read_origin(trial.get("response_speaker"), field="response_speaker", where=seat.where)},
        guesses={"agent": read_gender(trial.get("response_gender", trial.get("guess_gender")))},
        **common,
    )


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
