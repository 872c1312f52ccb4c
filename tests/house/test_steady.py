"""A steady part of a page is drawn once per language, and knows nothing of the page."""

from collections.abc import Iterator

import pytest
from django.template import Context, Template, engines
from django.urls import set_script_prefix
from django.utils.translation import override


def draw(text: str, *contexts: dict[str, str]) -> list[str]:
    """One template drawn with each context."""
    made: Template = engines["django"].from_string(text).template  # type: ignore[attr-defined]
    return [made.render(Context(context)) for context in contexts]


def test_what_one_page_says_never_comes_on_another() -> None:
    text = "{% load steady %}{{ name }}: {% steady %}[{{ name }}]{% endsteady %}"
    assert draw(text, {"name": "Ada"}, {"name": "Bob"}) == ["Ada: []", "Bob: []"]


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
