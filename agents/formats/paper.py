"""What the two files of the original study's answers have in common: systems, people, screen and missing answers."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from agents.formats.base import Author, LeftOut, ResponseRow, StimulusRow
from agents.models import Origin
from agents.tasks.payloads import describe_value
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

TASKS_ANSWERED = ("color", "objects", "attention", "captioning", "association")
PLATFORM = "turing-paper"
SCREEN = (1280, 1024)  # pixels; fixations off the screen stay fractions below 0 or above 1
ORIGINS = {"human": Origin.HUMAN, "machine": Origin.AI}

TITLES = {
    "google": "Google Cloud Vision",
    "azure": "Microsoft Azure Vision",
    "histogram": "Median-cut color quantization",
    "rekognition": "Amazon Rekognition",
    "detectron": "Detectron2 Mask R-CNN",
    "ivsn": "IVSN",
    "gbvs": "GBVS",
    "deepgaze": "DeepGaze III",
    "git": "GIT",
    "ofa": "OFA",
    "blip": "BLIP",
    "clipcap": "ClipCap",
    "microsoft_api": "Microsoft Azure captions",
    "word2vec": "Word2Vec neighbor",
    "gpt2": "GPT-2 embedding neighbor",
    "gpt3emb": "GPT-3 embedding neighbor",
    "gpt3promptcurie": "GPT-3 curie completion",
    "gpt3promptdav": "GPT-3 davinci completion",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer as the files of the original study have it."""

    where: str
    stimulus: str  # an image's file name or a cue word
    response: Any
    groundtruth: str
    person: str
    system: str
    slot: int  # which of a stimulus's answers by unnamed people it is


class Slots:
    """Numbers the answers of unnamed people to each stimulus in the order of the file."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def take(self, stimulus: str, *, groundtruth: str, person: str) -> int:
        """The number of this answer; 0 where its author has a name."""
        if groundtruth != "human" or person:
            return 0
        self._seen[stimulus] += 1
        return self._seen[stimulus]


def make_row(answer: Answer, task: str) -> ResponseRow | LeftOut:
    """The response of one answer; raises InvalidPayload with all that is wrong with it."""
    problems = list(find_gaps(answer))
    if task == "color" and answer.response == "none" and not problems:
        return LeftOut(answer.where, say_later("'none' names no color: a missing answer"))
    try:
        payload = PAYLOADS[task](answer)
    except InvalidPayload as error:
        problems += error.problems
    if problems:
        raise InvalidPayload(problems)
    return ResponseRow(answer.where, make_stimulus(answer, task), (make_author(answer, task),), payload)


def find_gaps(answer: Answer) -> Iterator[Problem]:
    """What an answer should say of itself and does not."""
    if answer.groundtruth not in ORIGINS:
        yield Problem("groundtruth", repr(answer.groundtruth), say_later("it should be human or machine"), answer.where)
    if not answer.stimulus:
        yield Problem(
            "stimulus", say_later("missing"), say_later("an answer should name its image or cue word"), answer.where
        )
    if answer.groundtruth == "machine" and not answer.system:
        yield Problem(
            "machine_groundtruth",
            say_later("missing"),
            say_later("a machine's answer should name its system"),
            answer.where,
        )


def make_stimulus(answer: Answer, task: str) -> StimulusRow:
    """The image by its file name, or the cue word."""
    if task == "association":
        return StimulusRow(answer.where, answer.stimulus, {"cue": answer.stimulus})
    return StimulusRow(answer.where, answer.stimulus, {}, {"image": answer.stimulus})


def make_author(answer: Answer, task: str) -> Author:
    """An AI system, a person under the study's pseudonym, or the unnamed human of one slot."""
    if answer.groundtruth == "machine":
        title = f"{TITLES.get(answer.system, answer.system)} (original study)"
        return Author("agent", Origin.AI, f"paper-{task}-{answer.system}", title, details={"system": answer.system})
    if answer.person:
        name = answer.person.replace("Participant_", "")
        person = f"{PLATFORM}:{task}/{answer.person}"
        return Author("agent", Origin.HUMAN, f"paper-{task}-person-{name}", f"Person {name} (original study)", person)
    slug, title = f"paper-{task}-human-{answer.slot}", f"Unnamed human {answer.slot} (original study)"
    return Author("agent", Origin.HUMAN, slug, title)


def measure_fixations(answer: Answer) -> dict[str, Any]:
    """Fixations in pixels of the original screen as fractions of it; raises InvalidPayload."""
    width, height = SCREEN
    try:
        return {"fixations": [(float(x) / width, float(y) / height) for x, y in answer.response]}
    except (TypeError, ValueError, OverflowError):
        rule = say_later("it should be a list of [x, y] in pixels")
        raise InvalidPayload([Problem("response", describe_value(answer.response), rule, answer.where)]) from None


PAYLOADS: dict[str, Callable[[Answer], dict[str, Any]]] = {
    "color": lambda answer: {"color": answer.response},
    "objects": lambda answer: {"words": answer.response},
    "attention": measure_fixations,
    "captioning": lambda answer: {"caption": answer.response},
    "association": lambda answer: {"word": answer.response},
}
