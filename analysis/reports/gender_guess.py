"""What judges guessed about the gender of speakers, whose true gender is known or who have none."""

import pandas as pd
from django.utils.translation import gettext_noop

from agents.models import Gender, Origin
from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table, Value
from analysis.reports.rates import ORIGIN_NAMES, SMALL

GUESSES = {
    "female": gettext_noop("Guessed female"),
    "male": gettext_noop("Guessed male"),
    "unsure": gettext_noop("Could not tell"),
}
COLUMNS = (
    Column("origin_name", gettext_noop("Truly")),
    Column("gender_name", gettext_noop("True gender")),
    Column("n", gettext_noop("Guesses"), Kind.COUNT),
    *(Column(guess, title, Kind.COUNT) for guess, title in GUESSES.items()),
    *(Column(f"{guess}_share", title, Kind.SHARE) for guess, title in GUESSES.items()),
)
NOTE = gettext_noop(
    "Shares are of all guesses in the row. A machine has a gender only where it was told to speak as one."
)


class GenderGuess(Report):
    """Guess against true gender and origin."""

    slug, title = "gender-guess", gettext_noop("Guesses of the speaker's gender")

    def tables(self, observations: Observations) -> list[Table]:
        """One table; none for studies that did not ask."""
        rows = observations.rows
        guessed = rows[rows["gender_guess"] != ""]
        if guessed.empty:
            return []
        groups = guessed.groupby(["origin", "gender"], sort=True)
        found = [_make_row(str(origin), str(gender), part) for (origin, gender), part in groups]
        humans_first = sorted(found, key=lambda row: row.values["origin"] != Origin.HUMAN)
        return [Table(self.slug, self.title, COLUMNS, humans_first, NOTE)]


def _make_row(origin: str, gender: str, part: pd.DataFrame) -> Row:
    counts = {guess: int(part["gender_guess"].eq(guess).sum()) for guess in GUESSES}
    values: dict[str, Value] = {
        "origin": origin,
        "origin_name": ORIGIN_NAMES[origin],
        "gender": gender,
        "gender_name": Gender(gender).label if gender else gettext_noop("Not known"),
        "n": len(part),
        **counts,
        **{f"{guess}_share": count / len(part) for guess, count in counts.items()},
    }
    return Row(values, len(part) < SMALL)
