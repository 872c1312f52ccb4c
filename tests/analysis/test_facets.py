"""Which attributes of stimuli group the judgements, and how numbers are put into groups."""

import json

import pandas as pd

from analysis.reports.facets import list_facets


def make_rows(values: list[str | None], name: str = "frequency") -> pd.DataFrame:
    """Two rows for each stimulus, whose facet has this value."""
    texts = [json.dumps({} if value is None else {name: value}) for value in values for _ in range(2)]
    facets = pd.Series(texts, dtype="category")  # as observations keep them
    return pd.DataFrame({"facets": facets, "stimulus": [number for number in range(len(values)) for _ in range(2)]})


def test_few_values_are_groups_as_they_are() -> None:
    found = list_facets(make_rows(["noun", "verb", None, "noun"], "part of speech"))
    assert found["part of speech"].dropna().to_dict() == dict.fromkeys((0, 1, 6, 7), "noun") | {2: "verb", 3: "verb"}


def test_a_facet_that_all_stimuli_share_or_that_names_each_is_none() -> None:
    assert list_facets(make_rows(["noun", "noun"])) == {}
    assert list_facets(make_rows([f"image-{number}" for number in range(60)])) == {}


def test_many_numbers_are_put_into_thirds_of_the_stimuli() -> None:
    frequency = list_facets(make_rows([*(str(number) for number in range(1, 61)), None]))["frequency"]
    assert frequency.value_counts().to_dict() == {
        "Lowest third, to 20.6667": 40,
        "Middle third, to 40.3333": 40,
        "Upper third, above 40.3333": 40,
    }
    assert frequency.isna().sum() == 2


def test_numbers_that_are_not_finite_are_no_numbers() -> None:
    assert list_facets(make_rows([*(str(number) for number in range(60)), "nan"])) == {}
