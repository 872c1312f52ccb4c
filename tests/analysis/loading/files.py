"""Files in the shapes that the original study published, written for the tests; nobody in them exists."""

import csv
import json
from pathlib import Path
from typing import Any

JUDGE = {"age": "31-35", "gender": "male", "education": "bachelor", "country": "United States", "native": "yes"}


def make_trial(number: int = 1, *, judge: str = "JUDGE1", told: Any = None, **trial: Any) -> dict[str, Any]:
    """A trial on a human's answer that was judged human, or otherwise by what is given."""
    given = {
        "rt": 8000,
        "hit": str(number),
        "trial": number,
        "response_speaker": "human",
        "groundtruth": "human",
        "machine_groundtruth": "",
        "imageID": f"static/dataset/coco_val_set/{number}.jpg",
        "page_name": f"{number}_a_0.html/",
        "response_gender": "female",
    }
    return {"workerID": judge, "workerData": JUDGE if told is None else told, "trialData": given | trial}


def write_compiled(path: Path, *trials: Any, group: str = "mturk") -> Path:
    """A compiled file of these trials; without an outer name where the group has none."""
    named = {f"Trial_{number}": trial for number, trial in enumerate(trials, 1)}
    path.write_text(json.dumps({group: named} if group else named), encoding="utf-8")
    return path


def make_matrix(human: tuple[int, int], ai: tuple[int, int], *, agent: str = "google") -> list[dict[str, Any]]:
    """Trials of which so many on humans' and so many on an AI agent's answers were judged human and machine."""
    counts = {("human", "human"): human[0], ("human", "machine"): human[1]}
    counts |= {("machine", "human"): ai[0], ("machine", "machine"): ai[1]}
    trials = []
    for (truth, verdict), times in counts.items():
        for _ in range(times):
            number = len(trials)
            origin = {"groundtruth": truth, "machine_groundtruth": agent if truth == "machine" else ""}
            trial = {"response_speaker": verdict, "page_name": f"{number}_{truth[0]}_0.html/", **origin}
            trials.append(make_trial(number + 1, judge=f"JUDGE{number % 10}", **trial))
    return trials


def make_dialogue(number: int = 22, *, turns: int = 6, **trial: Any) -> dict[str, Any]:
    """What a page of the original study wrote of a judged dialogue."""
    given = {
        "hit": number,
        "hit_len": turns,
        "topic": "1",
        "Aclass": "HAI",
        "rt": 9000,
        "Agender": "M",
        "Bgender": "F",
        "conversationID": f"static/dataset/conv{number}_len{turns}.html",
    }
    return given | trial


DUMMY = make_dialogue(0, turns=0, topic=0, Aclass=0, rt=0, Agender=0, Bgender=0, conversationID=".html")


def write_dialogues(path: Path, *judges: list[dict[str, Any]], group: str = "inlab") -> Path:
    """A compiled file of dialogues, each judge with a dummy trial first, as the original has it."""
    told = {"questiondata": JUDGE}
    entries = [told | {"data": [{"trialdata": trial} for trial in (DUMMY, *trials)]} for trials in judges]
    path.write_text(json.dumps({group: {"datastring": entries}}), encoding="utf-8")
    return path


def write_psiturk(path: Path, *people: tuple[str, str, list[dict[str, Any]]]) -> Path:
    """A psiTurk export: worker, mode and trials of each person."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("uniqueid", "workerid", "mode", "datastring"))
        for worker, mode, trials in people:
            steps = [{"trialdata": {"phase": "INSTRUCTIONS"}}, *({"trialdata": {"phase": "TEST"} | t} for t in trials)]
            table.writerow((f"{worker}:ASSIGNMENT", worker, mode, json.dumps({"questiondata": JUDGE, "data": steps})))
    return path
