"""What a model said that is no answer: refusals, nothing, what it is, and signs that are not for people."""

import re

from agents.ai_agents.answers import Failure, NoAnswer, Usage
from agents.normalizing import normalize_text
from agents.parity_phrases import PHRASES, find_phrases, match_names
from agents.services.openai_compatible import Completion

LONGEST_SHOWN = 60
LONGEST_SAID = 20_000  # characters; more is no answer to any task, and takes long to look through
SELF = frozenset(
    {"phrase:says it is an AI", "phrase:speaks of a language model", "phrase:names an AI agent of this pool"}
)
_MAKERS = PHRASES["names a model or its maker"].removeprefix(r"\b")
_NAMES_ITSELF = re.compile(
    rf"\b(i'?m|i am|my name is|call me|(made|built|trained|created|developed) by) (an? |the )?{_MAKERS}"
    r"|\b(i'?m|i am)( not| just| only)?( an?| the| your)?( [\w-]+){0,2} (ai|chat ?bot|language model|assistant)\b",
    re.IGNORECASE,
)
_TOKENS = re.compile(r"<\|?(end|start|im_|endoftext)|</?s>|\[/?inst\]", re.IGNORECASE)
_THINKING = re.compile(r"<think>.*?(</think>|\Z)", re.DOTALL | re.IGNORECASE)
_SENTENCES = re.compile(r".+[.!?](?=\s|$)", re.DOTALL)
_MARKS = str.maketrans("", "", "*`#")


def find_text(said: Completion, *, names: tuple[str, ...], usage: Usage, by_sentences: bool = False) -> str:
    """What was said, without thinking and mark-up; raises NoAnswer where it is nothing, a refusal or gives itself away.

    `names` are those by which the system is known. Of what ran out of room only a message of a chat counts, up to its
    last whole sentence (`by_sentences`).
    """
    text = _THINKING.sub("", said.text).translate(_MARKS).strip()
    if len(text) > LONGEST_SAID:
        length = f"it said {len(text):,} characters, more than {LONGEST_SAID:,}"
        raise NoAnswer(Failure.RULE_BROKEN, length, raw=said.raw, usage=usage)
    is_cut = said.cut
    if is_cut and by_sentences and (whole := _SENTENCES.match(text)):
        text, is_cut = whole[0], False
    kinds = find_phrases([text], match_names(names))
    found: tuple[Failure, str] | None = None
    if said.refused or "phrase:refuses" in kinds:
        found = (Failure.REFUSAL, f"it refused: {shorten(text)!r}")
    elif is_cut:
        found = (Failure.RULE_BROKEN, f"it ran out of room after {shorten(text)!r}; raise most_tokens")
    elif not normalize_text(text):
        found = (Failure.EMPTY, "it said nothing")
    elif kinds & SELF or _NAMES_ITSELF.search(text.replace("\u2019", "'")):
        found = (Failure.NAMED_ITSELF, f"it said what it is: {shorten(text)!r}")
    elif _TOKENS.search(text):
        found = (Failure.RULE_BROKEN, f"there are signs for the model alone in {shorten(text)!r}")
    if found:
        raise NoAnswer(*found, raw=said.raw, usage=usage)
    return text


def shorten(text: str) -> str:
    """As much of a reply as a message shows."""
    plain = normalize_text(text)
    return plain if len(plain) <= LONGEST_SHOWN else f"{plain[:LONGEST_SHOWN]}…"
