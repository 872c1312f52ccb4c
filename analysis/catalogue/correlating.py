"""Whether standard scores go along with being taken for a human, agent by agent."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_noop

from analysis.catalogue.scoring import SCORES
from analysis.reports.base import Row
from analysis.stats.ranking import correlate_ranks
from turingapp.words import Words, count_later, ngettext_noop, say_later

FEWEST_AGENTS = 4  # for a correlation
TOO_FEW = ngettext_noop(
    "Whether %(score)s goes along with being taken for a human can be told from %(least)s judged agents on; there is "
    "%(number)s.",
    "Whether %(score)s goes along with being taken for a human can be told from %(least)s judged agents on; there are "
    "%(number)s.",
)
CORRELATED = gettext_noop(
    "Over %(agents)s agents the rank correlation (Spearman) of %(score)s with being taken for a human is %(rho)s."
)
ALIKE = gettext_noop(
    "Over %(agents)s agents the rank correlation (Spearman) of %(score)s with being taken for a human cannot be had, "
    "since all are alike."
)


def correlate(kind: str, rows: Sequence[Row]) -> Iterator[Words]:
    """For each score its rank correlation with how often agents were judged human, in a sentence."""
    for score in SCORES[kind]:
        judged = [row.values for row in rows if row.values["n"] and row.values.get(score.key) is not None]
        if len(judged) < FEWEST_AGENTS:
            yield count_later(TOO_FEW, len(judged), score=say_later(score.title), least=FEWEST_AGENTS)
            continue
        scores, rates = ([float(values[key] or 0) for values in judged] for key in (score.key, "rate"))
        rho = correlate_ranks(scores, rates)
        text, known = (ALIKE, {}) if rho is None else (CORRELATED, {"rho": f"{rho:.2f}"})
        yield say_later(text, agents=len(judged), score=say_later(score.title), **known)
