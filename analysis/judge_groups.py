"""Which group a judge belongs to by what they told of themselves, in the groups that the original study reported."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analysis.rows import parse_json
from judging.demographics import NO_ANSWER, NO_ANSWER_TEXT

YOUNG, OLD = 35, 45
GROUPS = "groups"  # where the answers of an imported judge keep their groups
EDUCATION_GROUPS = {
    "below_school": "School",
    "school": "School",
    "vocational": "School",
    "bachelor": "Bachelor",
    "master": "Postgraduate",
    "doctorate": "Postgraduate",
}
GENDER_GROUPS = {"female": "Female", "male": "Male", "another": "Another"}
LANGUAGE_GROUPS = {"yes": "Native speaker of English", "no": "Not a native speaker"}


@dataclass(frozen=True, slots=True)
class Grouping:
    """One way to group judges: its question, its groups in order, and how a judge's is found (None: not)."""

    slug: str
    title: str
    question: str
    groups: tuple[str, ...]
    find: Callable[[Mapping[str, Any], int], str | None]


def find_age(told: Mapping[str, Any], year: int) -> str | None:
    """Under 35, 35 to 45 or over 45, by the age reached in the year of the judge's first judgement."""
    born = str(told.get("birth_year", ""))
    if not born.isdecimal():
        return None
    age = year - int(born)
    return f"Under {YOUNG}" if age < YOUNG else f"{YOUNG} to {OLD}" if age <= OLD else f"Over {OLD}"


def find_country(told: Mapping[str, Any], year: int) -> str | None:
    """From the United States, or from elsewhere."""
    country = str(told.get("country", ""))
    if len(country) != 2:
        return None
    return "United States" if country == "US" else "Elsewhere"


def find_by_code(question: str, names: Mapping[str, str]) -> Callable[[Mapping[str, Any], int], str | None]:
    """Finds the group that stands for the code told."""
    return lambda told, year: names.get(str(told.get(question)))


GROUPINGS = (
    Grouping("age", "Age", "birth_year", (f"Under {YOUNG}", f"{YOUNG} to {OLD}", f"Over {OLD}"), find_age),
    Grouping("gender", "Gender", "gender", ("Female", "Male", "Another"), find_by_code("gender", GENDER_GROUPS)),
    Grouping(
        "education",
        "Education",
        "education",
        ("School", "Bachelor", "Postgraduate"),
        find_by_code("education", EDUCATION_GROUPS),
    ),
    Grouping("country", "Country", "country", ("United States", "Elsewhere"), find_country),
    Grouping(
        "language",
        "Native language",
        "native_english",
        tuple(LANGUAGE_GROUPS.values()),
        find_by_code("native_english", LANGUAGE_GROUPS),
    ),
)


def group_judges(rows: pd.DataFrame, grouping: Grouping) -> "pd.Series[Any]":
    """The group of each row's judge, last those who preferred not to say; missing where nothing was asked or fits.

    A judge is in one group throughout.
    """
    codes, _ = pd.factorize(rows["judge"])
    first = rows.loc[~rows["judge"].duplicated(), ["demographics", "answered_at"]]
    years = pd.to_datetime(first["answered_at"], utc=True).dt.year
    told = list(zip(first["demographics"], years, strict=True))
    found = {(text, year): find_group(parse_json(text), grouping, year) for text, year in set(told)}
    kinds = pd.CategoricalDtype([*grouping.groups, NO_ANSWER_TEXT], ordered=True)
    judges = pd.Categorical([found[one] for one in told], dtype=kinds)
    return pd.Series(judges.take(codes), index=rows.index)


def find_group(told: Mapping[str, Any], grouping: Grouping, year: int) -> str | None:
    """The group of one judge by what they told; an imported study holds the groups themselves."""
    if GROUPS in told:
        group: str | None = told[GROUPS].get(grouping.slug)
        return group
    return NO_ANSWER_TEXT if told.get(grouping.question) == NO_ANSWER else grouping.find(told, year)
