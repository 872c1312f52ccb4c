"""Which group a judge belongs to by what they told of themselves, in the groups that the original study reported."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
from django.utils.translation import gettext_noop

from analysis.rows import parse_json
from judging.demographics import NO_ANSWER, NO_ANSWER_TEXT
from turingapp.words import Words, say_later

YOUNG, OLD = 35, 45
GROUPS = "groups"  # where the answers of an imported judge keep their groups
AGES = UNDER, BETWEEN, OVER = (
    say_later("Under %(age)s", age=YOUNG),
    say_later("%(low)s to %(high)s", low=YOUNG, high=OLD),
    say_later("Over %(age)s", age=OLD),
)
SCHOOL, BACHELOR, POSTGRADUATE = gettext_noop("School"), gettext_noop("Bachelor"), gettext_noop("Postgraduate")
EDUCATION_GROUPS = {
    "below_school": SCHOOL,
    "school": SCHOOL,
    "vocational": SCHOOL,
    "bachelor": BACHELOR,
    "master": POSTGRADUATE,
    "doctorate": POSTGRADUATE,
}
GENDER_GROUPS = {"female": gettext_noop("Female"), "male": gettext_noop("Male"), "another": gettext_noop("Another")}
COUNTRIES = HOME, ELSEWHERE = gettext_noop("United States"), gettext_noop("Elsewhere")
LANGUAGE_GROUPS = {"yes": gettext_noop("Native speaker of English"), "no": gettext_noop("Not a native speaker")}


@dataclass(frozen=True, slots=True)
class Grouping:
    """One way to group judges: its question, its groups in order, and how a judge's is found (None: not)."""

    slug: str
    title: str
    question: str
    groups: tuple[str, ...]
    find: Callable[[Mapping[str, Any], int], str | None]

    def name_group(self, group: str) -> Words:
        """A group's name as pages can say it; that of those who preferred not to say, too."""
        return next((age for age in AGES if age == group), say_later(group))


def find_age(told: Mapping[str, Any], year: int) -> str | None:
    """Under 35, 35 to 45 or over 45, by the age reached in the year of the judge's first judgement."""
    born = str(told.get("birth_year", ""))
    if not born.isdecimal():
        return None
    age = year - int(born)
    return str(UNDER if age < YOUNG else BETWEEN if age <= OLD else OVER)


def find_country(told: Mapping[str, Any], year: int) -> str | None:
    """From the United States, or from elsewhere."""
    country = str(told.get("country", ""))
    if len(country) != 2:
        return None
    return HOME if country == "US" else ELSEWHERE


def find_by_code(question: str, names: Mapping[str, str]) -> Callable[[Mapping[str, Any], int], str | None]:
    """Finds the group that stands for the code told."""
    return lambda told, year: names.get(str(told.get(question)))


GROUPINGS = (
    Grouping("age", gettext_noop("Age"), "birth_year", tuple(map(str, AGES)), find_age),
    Grouping(
        "gender",
        gettext_noop("Gender"),
        "gender",
        tuple(GENDER_GROUPS.values()),
        find_by_code("gender", GENDER_GROUPS),
    ),
    Grouping(
        "education",
        gettext_noop("Education"),
        "education",
        (SCHOOL, BACHELOR, POSTGRADUATE),
        find_by_code("education", EDUCATION_GROUPS),
    ),
    Grouping("country", gettext_noop("Country"), "country", COUNTRIES, find_country),
    Grouping(
        "language",
        gettext_noop("Native language"),
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
