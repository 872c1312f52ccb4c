"""Lists and mappings of a protocol in the study builder: rows with fields of their own, added, removed and moved."""

from typing import Any, get_args

import lxml.html
import pytest
import yaml
from django.test import Client

from judging.building import begin_draft
from judging.models import StudyDraft
from judging.protocol_row_words import RULES as RULE_WORDS
from judging.protocol_row_words import find_words
from judging.protocol_text import change_fields, write_settings
from judging.protocol_words import SUBJECTS
from judging.screening_rules import RuleName
from tests.builders import AT
from tests.pools import make_pool, make_settings
from tests.workplace.test_building_pages import address, read_fields, save, save_text
from turingapp.workplace.building.shape import MOST_ROWS, find_model, has_rows

pytestmark = pytest.mark.django_db
RULES = [{"rule": "finished"}, {"rule": "control_share", "least": 0.75}, {"rule": "native_language", "values": ["en"]}]
QUESTION = {"question": "Who?", "options": ["People", "Both"], "answer": "Both"}


def keep_quick(number: int, cases: list[Any]) -> list[Any]:
    """The cases, of which so many belong to the quick suite."""
    rest = [one if isinstance(one, tuple) else (one,) for one in cases[number:]]
    return [*cases[:number], *(pytest.param(*one, marks=pytest.mark.long) for one in rest)]


@pytest.fixture
def draft() -> StudyDraft:
    """A draft with rules and a question, over a pool of eight stimuli."""
    make_pool()
    settings = make_settings(screening=RULES, comprehension=[QUESTION])
    return begin_draft(f"# ours\n{write_settings(settings)}", by="ann", at=AT)


def find_said(draft: StudyDraft) -> dict[str, Any]:
    """What the text of the draft says now."""
    draft.refresh_from_db()
    said: dict[str, Any] = yaml.safe_load(draft.content)
    return said


def find_in(told: str, path: str) -> list[Any]:
    """What an XPath finds in what was swapped in."""
    found: list[Any] = lxml.html.fragment_fromstring(told, create_parent="div").xpath(path)
    return found


def test_every_field_of_a_row_has_plain_words() -> None:
    with_rows = [name for subject in SUBJECTS for name in subject.fields if name != "pairings" and has_rows(name)]
    assert with_rows == ["pool.facets", "comprehension", "screening"]
    for name in [*with_rows, "practice.pool", "catch.pool"]:
        for inner in find_model(name).model_fields:
            assert all(str(words) for words in find_words(f"{name}.{inner}"))
    assert list(RULE_WORDS) == list(get_args(RuleName))


def test_a_row_has_the_fields_that_mean_something_in_it(staff: Client, draft: StudyDraft) -> None:
    fields = read_fields(staff, draft)
    assert {name: value[0].strip() for name, value in fields.items() if name.startswith("screening.")} == {
        "screening.0.rule": "finished",
        "screening.1.rule": "control_share",
        "screening.1.least": "0.75",
        "screening.2.rule": "native_language",
        "screening.2.values": "en",
    }
    assert fields["comprehension.0.options"][0].strip() == "People\nBoth"


@pytest.mark.parametrize(
    ("changes", "field", "value"),
    keep_quick(
        3,
        [
            (
                {"row": "screening.0.down", "screening__1__least": "1"},
                "screening",
                [{**RULES[1], "least": 1}, RULES[0], RULES[2]],
            ),
            (
                {"screening__1__least": "0.9"},
                "screening",
                [RULES[0], {"rule": "control_share", "least": 0.9}, RULES[2]],
            ),
            ({"screening__1__rule": "catch"}, "screening", [RULES[0], {"rule": "catch"}, RULES[2]]),
            ({"screening__2__values": "en\r\nde"}, "screening", [*RULES[:2], {**RULES[2], "values": ["en", "de"]}]),
            ({"comprehension__0__answer": "People"}, "comprehension", [{**QUESTION, "answer": "People"}]),
            ({"row": "screening.0.down"}, "screening", [RULES[1], RULES[0], RULES[2]]),
            ({"row": "screening.2.up"}, "screening", [RULES[0], RULES[2], RULES[1]]),
            ({"row": "screening.1.remove"}, "screening", [RULES[0], RULES[2]]),
            ({"row": "screening.add"}, "screening", [*RULES, {}]),
            ({"row": "comprehension.0.remove"}, "comprehension", None),
            ({"row": "pool.facets.add"}, "pool", {"names": ["tests"], "facets": {"": []}}),
            ({"practice__pool__names": ["tests"]}, "practice", {"pool": {"names": ["tests"]}}),
        ],
    ),
)
def test_what_is_done_to_a_row_is_written_into_the_text_and_nothing_else_is(
    staff: Client, draft: StudyDraft, changes: dict[str, Any], field: str, value: object
) -> None:
    before = find_said(draft)
    told = save(staff, draft, **changes)
    after = find_said(draft)
    assert after.get(field) == value
    assert {**after, field: None} == {**before, field: None}
    assert draft.content.startswith("# ours\n")
    assert 'id="text"' in told


def test_entries_of_a_mapping_are_rows_with_a_name_each(staff: Client, draft: StudyDraft) -> None:
    save_text(staff, draft, change_fields(draft.content, {"pool.facets": {"domain": ["a", "b"], "size": ["big"]}}))
    told = save(staff, draft, pool__facets__0__name="place", pool__facets__1__values="big\nsmall")
    assert find_said(draft)["pool"]["facets"] == {"place": ["a", "b"], "size": ["big", "small"]}
    assert not find_in(told, "//*[@id='field-pool-facets-whole']")  # what is typed in stays as it is
    assert not find_in(told, "//button[contains(@value, 'facets.0.down')]")


def test_two_entries_of_one_name_are_told_beside_the_second_and_nothing_is_saved(
    staff: Client, draft: StudyDraft
) -> None:
    save_text(staff, draft, change_fields(draft.content, {"pool.facets": {"domain": ["a"], "size": ["big"]}}))
    before = find_said(draft)
    told = save(staff, draft, pool__facets__1__name="domain")
    assert find_in(told, "string(//*[@id='field-pool-facets-1-name-problem'])").startswith("another one has this name")
    assert find_said(draft) == before


def test_the_field_of_a_row_that_changes_its_other_fields_is_drawn_anew_alone(staff: Client, draft: StudyDraft) -> None:
    told = save(staff, draft, screening__0__rule="fastest_trial")
    (least,) = find_in(told, "//*[@id='field-screening-whole'][@hx-swap-oob]//input[@name='screening.0.least']")
    assert (least.get("value"), least.get("placeholder")) == ("", "500")
    assert not find_in(told, "//*[@id='fields']")
    assert len(find_in(told, "//*[@id='field-screening-0-rule-problem']")) == 1


@pytest.mark.parametrize(
    ("changes", "cell", "sentence"),
    keep_quick(
        2,
        [
            ({"screening__1__least": "-1"}, "screening-1-least", "greater than or equal to 0"),
            ({"screening__2__values": ""}, "screening-2-rule", "names no values"),
            ({"comprehension__0__answer": "Nobody"}, "comprehension-0-answer", "should be one of the options"),
            ({"comprehension__0__options": "Both"}, "comprehension-0-options", "at least 2 items"),
            ({"row": "pool.facets.add"}, "pool-facets-0-name", "should match pattern"),
            ({"row": "screening.add"}, "screening-3-rule", "required"),
            ({"practice__trials": "1", "practice__pool__agents": ["x"]}, "practice-pool-names", "required"),
        ],
    ),
)
def test_a_fault_stands_beside_the_field_of_its_row_and_with_its_line(
    staff: Client, draft: StudyDraft, changes: dict[str, Any], cell: str, sentence: str
) -> None:
    told = save(staff, draft, **changes)
    assert sentence in find_in(told, f"string(//*[@id='field-{cell}-problem'])")
    assert len([one for one in find_in(told, "//*[@class='errorlist']") if one.text]) == 1
    (line,) = find_in(told, "//*[@id='problems']//li/@data-line")
    draft.refresh_from_db()
    assert cell.partition("-")[0] in "\n".join(draft.content.splitlines()[: int(line)])


@pytest.mark.long
def test_the_focus_goes_on_with_what_was_done(staff: Client, draft: StudyDraft) -> None:
    def press(row: str) -> str:
        sent = {**read_fields(staff, draft), "row": row}
        return staff.post(address(draft, "save"), sent, HTTP_HX_REQUEST="true")["HX-Trigger-After-Settle"]

    assert '"field-screening-1-down"' in press("screening.0.down")
    assert '"field-screening-2-up"' in press("screening.1.down")
    assert '"field-screening-3-rule"' in press("screening.add")
    assert '"field-screening-2-rule"' in press("screening.3.remove")
    assert '"field-comprehension-add"' in press("comprehension.0.remove")


def test_without_script_a_row_is_added_with_all_that_was_typed(staff: Client, draft: StudyDraft) -> None:
    sent = {**read_fields(staff, draft), "title": "Another", "row": "comprehension.add"}
    answer = staff.post(address(draft, "save"), sent)
    assert answer["Location"] == f"{address(draft)}#field-comprehension-1-question"
    assert (find_said(draft)["title"], find_said(draft)["comprehension"]) == ("Another", [QUESTION, {}])


@pytest.mark.parametrize(
    "row", keep_quick(2, ["screening.0.up", "trials.add", "screening.9.remove", "screening.x.up", "x.0.up"])
)
def test_what_cannot_be_done_to_a_row_is_told_and_changes_nothing(staff: Client, draft: StudyDraft, row: str) -> None:
    before = draft.content
    assert "Load it again" in save(staff, draft, row=row)
    without_fields = staff.post(address(draft, "save"), {"row": "screening.1.up", "revision": draft.revision})
    assert without_fields.status_code == 409
    find_said(draft)
    assert draft.content == before


@pytest.mark.parametrize(
    "said", keep_quick(1, ["[{rule: finished, leest: 1}]", "no list", "[finished]", f"[{'{}, ' * (MOST_ROWS + 1)}]"])
)
def test_what_rows_cannot_show_stands_as_yaml_until_they_can(staff: Client, draft: StudyDraft, said: str) -> None:
    start = write_settings(make_settings())
    told = save_text(staff, draft, f"{start}screening: {said}\n")
    (area,) = find_in(told, "//textarea[@name='screening']")
    assert yaml.safe_load(area.text) == yaml.safe_load(said)
    assert "Load it again" in save(staff, draft, row="screening.add")
    told = save(staff, draft, screening="- {rule: finished}")
    assert find_in(told, "//*[@id='field-screening-whole'][@hx-swap-oob]//select[@name='screening.0.rule']")
    assert find_said(draft)["screening"] == [{"rule": "finished"}]
