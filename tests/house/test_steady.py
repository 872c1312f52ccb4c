"""A steady part of a page is drawn once per language, and knows nothing of the page."""

from collections.abc import Iterator

import pytest
from django.template import Context, Template, engines
from django.urls import set_script_prefix
from django.utils.translation import override

from turingapp.templatetags.steady import MOST, Steady


def draw(text: str, *contexts: dict[str, str]) -> list[str]:
    """One template drawn with each context."""
    made: Template = engines["django"].from_string(text).template  # type: ignore[attr-defined]
    return [made.render(Context(context)) for context in contexts]


def test_what_one_page_says_never_comes_on_another() -> None:
    text = "{% load steady %}{{ name }}: {% steady %}[{{ name }}]{% endsteady %}"
    assert draw(text, {"name": "Ada"}, {"name": "Bob"}) == ["Ada: []", "Bob: []"]


def test_a_part_with_values_is_drawn_for_each_value_and_sees_no_other() -> None:
    text = "{% load steady %}{% steady said=verdict %}[{{ said }}{{ verdict }}{{ name }}]{% endsteady %}"
    pages = [
        {"name": "Ada", "verdict": "<ai>"},
        {"name": "Bob", "verdict": "human"},
        {"name": "Cid", "verdict": "<ai>"},
    ]
    assert draw(text, *pages) == ["[&lt;ai&gt;]", "[human]", "[&lt;ai&gt;]"]


def test_a_part_keeps_no_more_than_so_many_drawings() -> None:
    made = engines["django"].from_string("{% load steady %}{% steady n=n %}{{ n }}{% endsteady %}")
    (part,) = made.template.nodelist.get_nodes_by_type(Steady)  # type: ignore[attr-defined]
    assert [made.render({"n": n}) for n in range(2 * MOST)] == [str(n) for n in range(2 * MOST)]
    assert len(part.drawn) <= MOST


def test_each_language_has_its_own() -> None:
    made = engines["django"].from_string(
        "{% load steady i18n %}{% steady %}{% get_current_language as name %}{{ name }}{% endsteady %}"
    )
    drawn = []
    for language in ("en", "zh-hans", "en"):
        with override(language):
            drawn.append(made.render())
    assert drawn == ["en", "zh-hans", "en"]


@pytest.fixture
def _prefix_set_back() -> Iterator[None]:
    yield
    set_script_prefix("/")


@pytest.mark.usefixtures("_prefix_set_back")
def test_addresses_follow_the_prefix_of_the_request() -> None:
    made = engines["django"].from_string("{% load steady %}{% steady %}{% url 'start' %}{% endsteady %}")
    assert made.render() == "/"
    set_script_prefix("/tests/")
    assert made.render() == "/tests/"


def test_a_part_that_draws_another_template_draws_it() -> None:
    text = "{% load steady %}{% steady %}{% include 'visit/_measured.html' %}{% endsteady %}"
    first, second = draw(text, {}, {})
    assert 'name="rt_ms"' in first
    assert first == second
