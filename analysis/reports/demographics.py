"""Results by who the judges are, in the groups that the original study reported."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from analysis.observations import Observations
from analysis.reports.base import Column, Report, Table
from analysis.reports.groups import GROUP_COLUMNS, measure_groups
from analysis.rows import parse_json

YOUNG, OLD = 35, 45
Told = Mapping[str, Any]
EDUCATION_GROUPS = {
    "below_school": "School",
    "school": "School",
    "vocational": "School",
    "bachelor": "Bachelor",
    "master": "Postgraduate",
    "doctorate": "Postgraduate",
}


def group_age(told: Told, year: int) -> str | None:
    """Under 35, 35-45 or over 45, by the age reached in the year of the judgement."""
    born = str(told.get("birth_year", ""))
    if not born.isdecimal():
        return None
    age = year - int(born)
    return f"Under {YOUNG}" if age < YOUNG else f"{YOUNG} to {OLD}" if age <= OLD else f"Over {OLD}"


def group_gender(told: Told, year: int) -> str | None:
    """Female, male or another."""
    return {"female": "Female", "male": "Male", "another": "Another"}.get(str(told.get("gender")))


def group_education(told: Told, year: int) -> str | None:
    """School, bachelor or postgraduate."""
    return EDUCATION_GROUPS.get(str(told.get("education")))


def group_country(told: Told, year: int) -> str | None:
    """From the United States, or not."""
    country = str(told.get("country", ""))
    if len(country) != 2:
        return None
    return "United States" if country == "US" else "Elsewhere"


def group_language(told: Told, year: int) -> str | None:
    """Native speaker of English, or not."""
    named = {"yes": "Native speaker of English", "no": "Not a native speaker"}
    return named.get(str(told.get("native_english")))


# An order that is not alphabetical is kept by sorting on it.
GROUPINGS: dict[str, tuple[str, Callable[[Told, int], str | None], tuple[str, ...]]] = {
    "age": ("Age", group_age, (f"Under {YOUNG}", f"{YOUNG} to {OLD}", f"Over {OLD}")),
    "gender": ("Gender", group_gender, ("Female", "Male", "Another")),
    "education": ("Education", group_education, ("School", "Bachelor", "Postgraduate")),
    "country": ("Country", group_country, ("United States", "Elsewhere")),
    "language": ("Native language", group_language, ("Native speaker of English", "Not a native speaker")),
}


class Demographics(Report):
    """Each demographic grouping of the judges in a table of its own."""

    slug, title = "demographics", "Groups of judges"

    def tables(self, observations: Observations) -> list[Table]:
        """A table for each grouping that any judge told enough about."""
        rows = observations.rows
        years = pd.to_datetime(rows["answered_at"], utc=True).dt.year
        keys = list(zip(rows["demographics"], years, strict=True))
        distinct = {(text, year): parse_json(text) for text, year in set(keys)}
        tables = []
        for slug, (title, find, order) in GROUPINGS.items():
            named = {key: find(told, key[1]) for key, told in distinct.items()}
            groups = pd.Series(
                pd.Categorical([named[key] for key in keys], categories=order, ordered=True), index=rows.index
            )
            if groups.notna().any():
                tables.append(tabulate(rows, slug, title, groups))
        return tables


def tabulate(rows: pd.DataFrame, slug: str, title: str, groups: "pd.Series[Any]") -> Table:
    """The table of one grouping."""
    silent = rows.loc[groups.isna(), "judge"].nunique()
    note = f"Left out: {silent} judge{'' if silent == 1 else 's'} who did not say." if silent else ""
    columns = (Column("value", title), *GROUP_COLUMNS)
    return Table(f"judges-{slug}", title, columns, measure_groups(rows, groups, "value"), note)
