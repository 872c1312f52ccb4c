"""The form of a system's settings is in the language of the page."""

import re

import pytest
from django.utils.translation import override

from agents.ai_agents import AI_AGENTS
from turingapp.workplace.ai_agents.forms import AgentForm

CHINESE = re.compile(r"[\u4e00-\u9fff]")
SAME = {"API"}


@pytest.mark.parametrize("slug", AI_AGENTS.slugs)
def test_every_setting_has_a_title_and_its_meaning_in_the_language_of_the_page(slug: str) -> None:
    with override("zh-hans"):
        form = AgentForm(AI_AGENTS[slug])
        told = [str(text) for field in form.fields.values() for text in (field.label, field.help_text) if text]
    assert [text for text in told if not CHINESE.search(text) and text not in SAME] == []


def test_a_name_in_a_meaning_keeps_its_capitals() -> None:
    form = AgentForm(AI_AGENTS["gguf"])
    assert form.fields["file"].help_text == "A GGUF file; empty: SmolLM2 from its package"
