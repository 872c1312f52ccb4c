"""Whether standard scores go along with being taken for a human, agent by agent."""

from collections.abc import Iterator, Sequence

from analysis.catalogue.scoring import SCORES
from analysis.reports.base import Row
from analysis.stats.ranking import correlate_ranks

FEWEST_AGENTS = 4  # for a correlation


def correlate(kind: str, rows: Sequence[Row]) -> Iterator[str]:
    """For each score its rank correlation with how often agents were judged human, in a sentence."""
    for score in SCORES[kind]:
        judged = [row.values for row in rows if row.values["n"] and row.values.get(score.key) is not None]
        if len(judged) < FEWEST_AGENTS:
            yield (
                f"Whether {score.title} goes along with being taken for a human can be told from {FEWEST_AGENTS} "
                f"judged agents on; there {'is' if len(judged) == 1 else 'are'} {len(judged)}."
            )
            continue
        scores, rates = ([float(values[key] or 0) for values in judged] for key in (score.key, "rate"))
        rho = correlate_ranks(scores, rates)
        told = "cannot be had, since all are alike" if rho is None else f"is {rho:.2f}"
        yield (
            f"Over {len(judged)} agents the rank correlation (Spearman) of {score.title} with being taken for a human "
            f"{told}."
        )
