"""When a message is shown to the partner: after the time that people take to read, think and type, for everybody.

One rule for every message, whoever wrote it. A person has mostly spent that time already when they press *Send*, and
waits for nothing; what came faster than hands can type, by a program or by pasting, waits for the rest of it.

Reading: 238 words a minute (Brysbaert 2019, Journal of Memory and Language 109, 104047, silent reading of texts);
typing: a mean of 51.56 words a minute, standard deviation 20.2 (Dhakal, Feit, Kristensson and Oulasvirta 2018, CHI,
136 million keystrokes of 168,000 volunteers). A word is five characters, as there.
"""

import math
import random
from datetime import datetime, timedelta
from typing import NamedTuple

CHARACTERS_PER_WORD = 5
READING_WPM = 238.0
TYPING_WPM_MEAN, TYPING_WPM_SD = 51.56, 20.2
SLOWEST_WPM, FASTEST_WPM = 20.0, 120.0
THINKING_SECONDS_MEDIAN, THINKING_SPREAD = 2.0, 0.6  # of a log-normal: pauses before an answer are skewed to the right


def draw_typing_wpm(seed: int, role: str) -> float:
    """The typing speed of one seat, fixed by the room's seed: a person has one speed."""
    drawn = random.Random(f"{seed}/{role}/typing").gauss(TYPING_WPM_MEAN, TYPING_WPM_SD)
    return min(max(drawn, SLOWEST_WPM), FASTEST_WPM)


class Pace(NamedTuple):
    """Since when a speaker counts as writing a message, and when it is shown."""

    writing_from: datetime
    release_at: datetime


def find_pace(
    *, seed: int, role: str, seq: int, text: str, heard: str, heard_at: datetime, sent_at: datetime, pace: float
) -> Pace:
    """When a message is shown: not before it was sent, nor before its reading, thinking and typing time is over.

    `heard` is what came last from the partner, shown at `heard_at`.
    """
    thinking = random.Random(f"{seed}/{role}/{seq}").lognormvariate(math.log(THINKING_SECONDS_MEDIAN), THINKING_SPREAD)
    typing = timedelta(seconds=pace * count_seconds(text, draw_typing_wpm(seed, role)))
    thought_at = heard_at + timedelta(seconds=pace * (count_seconds(heard, READING_WPM) + thinking))
    return Pace(thought_at, max(sent_at, thought_at + typing))


def count_seconds(text: str, words_per_minute: float) -> float:
    """How long a text takes at a speed."""
    return len(text) / CHARACTERS_PER_WORD / words_per_minute * 60
