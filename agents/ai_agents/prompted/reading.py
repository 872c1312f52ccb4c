"""Reading what a model replied, by one documented rule for each task; what breaks a rule is no answer."""

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from django.utils.translation import gettext as _

from agents.ai_agents.answers import Data, Failure, NoAnswer, Usage
from agents.ai_agents.scanpaths import write_as_tracked
from agents.normalizing import normalize_text, normalize_words
from agents.recognizing import find_fault, shorten
from agents.services.openai_compatible import Completion
from agents.tasks.color import COLORS
from turingapp.errors import InvalidPayload, Problem

FIXATIONS = range(3, 16)
_LABEL = re.compile(r"^\W{0,2}(final answer|answer|reply|response|caption|color|word|words|things)\W{0,2}:\s*", re.I)
_BULLET = re.compile(r"^\s*(?:[-*\u2022]|\(?\d{1,2}[.):])\s+")
_ARTICLE = re.compile(r"^(an?|the|some)\s+", re.IGNORECASE)
_PAIR = re.compile(r"(?<![\d.])(\d{1,3}(?:\.\d+)?)\s*%?\s*[,;\s]\s*(\d{1,3}(?:\.\d+)?)(?![\d.])")
_SPEAKER = re.compile(r"^(speaker )?(a|b|me|you|assistant|user|human|friend|stranger|other)\s*:\s*", re.IGNORECASE)
_THINKING = re.compile(r"<think>.*?(</think>|\Z)", re.DOTALL | re.IGNORECASE)
_SENTENCES = re.compile(r".+[.!?](?=\s|$)", re.DOTALL)
_MARKS = str.maketrans("", "", "*`#")
_NEXT_SPEAKER = re.compile(rf"\n[^\S\n]*{_SPEAKER.pattern[1:]}", re.IGNORECASE)


def find_text(said: Completion, *, names: tuple[str, ...], usage: Usage, by_sentences: bool = False) -> str:
    """What was said, without thinking and mark-up; raises NoAnswer where it cannot stand, whatever was asked.

    `names` are those by which the system is known. Of what ran out of room only a message of a chat counts, up to its
    last whole sentence (`by_sentences`).
    """
    text = _THINKING.sub("", said.text).translate(_MARKS).strip()
    is_cut = said.cut
    if is_cut and by_sentences and (whole := _SENTENCES.match(text)):
        text, is_cut = whole[0], False
    fault = find_fault(text, names)
    if said.refused:
        fault = Failure.REFUSAL, _("It refused: %(reply)s.") % {"reply": repr(shorten(text))}
    elif is_cut and (fault is None or fault[0] != Failure.REFUSAL):
        fault = (
            Failure.RULE_BROKEN,
            _("It ran out of room after %(reply)s; raise most_tokens.") % {"reply": repr(shorten(text))},
        )
    if fault:
        raise NoAnswer(*fault, raw=said.raw, usage=usage)
    return text


def read_reply(
    task: str, text: str, said: Completion, *, stimulus: Mapping[str, Any], usage: Usage, rng: Random
) -> Data:
    """The response payload in the text of a reply, unchecked; raises NoAnswer with the reply beside it."""
    try:
        return READERS[task](text, stimulus, rng)
    except InvalidPayload as error:
        raise NoAnswer(Failure.RULE_BROKEN, f"{error}.", raw=said.raw, usage=usage) from error


def break_rule(field: str, text: str, rule: str) -> InvalidPayload:
    """The error for a reply that is not what was asked for."""
    return InvalidPayload([Problem(field, repr(shorten(text)), rule)])


def read_color(text: str, stimulus: Mapping[str, Any], rng: Random) -> Data:
    """The one color name in the reply, "grey" included."""
    plain = _LABEL.sub("", normalize_text(text)).lower().replace("grey", "gray")
    named = {color for color in COLORS if re.search(rf"\b{color}\b", plain)}
    if len(named) != 1:
        raise break_rule("color", text, _("it should name one of %(names)s") % {"names": ", ".join(COLORS)})
    return {"color": named.pop()}


def read_objects(text: str, stimulus: Mapping[str, Any], rng: Random) -> Data:
    """Three words, separated by commas or on lines of their own; articles and bullets are left out."""
    lines = [_BULLET.sub("", line) for line in _LABEL.sub("", text).splitlines()]
    parts = [normalize_words(_ARTICLE.sub("", part.strip())) for line in lines for part in line.split(",")]
    words = [part for part in parts if part]
    if len(words) != 3:
        raise break_rule("words", text, _("it should be three words, separated by commas"))
    return {"words": words}


def read_fixations(text: str, stimulus: Mapping[str, Any], rng: Random) -> Data:
    """Pairs of percentages as fractions, each on a random pixel within its percent, so that no grid shows."""
    rows = [_BULLET.sub("", line) if "," in _BULLET.sub("", line) else line for line in text.splitlines()]
    lines = (" ".join(row.split()) for row in rows)  # the pattern may pause at spaces, and there may be thousands
    points = [(float(x), float(y)) for x, y in _PAIR.findall("\n".join(filter(None, lines)))]
    if len(points) not in FIXATIONS:
        raise break_rule(
            "fixations",
            text,
            _("it should be %(least)s to %(most)s lines of two numbers")
            % {"least": FIXATIONS[0], "most": FIXATIONS[-1]},
        )
    if any(not 0 <= value <= 100 for point in points for value in point):
        raise break_rule("fixations", text, _("each number should be a percentage from 0 to 100"))
    return {"fixations": write_as_tracked(stimulus, [(scatter(x, rng), scatter(y, rng)) for x, y in points])}


def scatter(percent: float, rng: Random) -> float:
    """A fraction of the picture, moved by at most half a percent."""
    return min(max(percent + rng.uniform(-0.5, 0.5), 0.0), 100.0) / 100


def read_caption(text: str, stimulus: Mapping[str, Any], rng: Random) -> Data:
    """One line, without a label before it and quotes around it."""
    lines = [line for line in _LABEL.sub("", text.strip()).splitlines() if line.strip()]
    if len(lines) != 1:
        raise break_rule("caption", text, _("it should be one sentence on one line"))
    return {"caption": normalize_text(lines[0]).strip('"')}


def read_word(text: str, stimulus: Mapping[str, Any], rng: Random) -> Data:
    """One word that is not the cue."""
    word = normalize_words(_LABEL.sub("", text.strip()))
    if not word.replace("-", "").replace("'", "").isalpha():
        raise break_rule("word", text, _("it should be one word"))
    if word == stimulus["cue"]:
        raise break_rule("word", text, _("it should be another word than the cue"))
    return {"word": word}


def read_turn(text: str) -> str:
    """The first message in the reply, without a speaker's name before it; a second speaker's are left out."""
    own = _SPEAKER.sub("", text.strip())
    return normalize_text(_NEXT_SPEAKER.split(own)[0]).strip('"')


READERS: Mapping[str, Callable[[str, Mapping[str, Any], Random], Data]] = {
    "color": read_color,
    "objects": read_objects,
    "attention": read_fixations,
    "captioning": read_caption,
    "association": read_word,
}
