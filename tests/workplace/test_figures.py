"""The page of figures, their files, and who may have them."""

import pytest
from django.test import Client

from agents.models import Origin
from analysis.figures.rendering import name_bundle
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit

pytestmark = pytest.mark.django_db
FIGURES = "/workplace/studies/colors/figures"


@pytest.fixture(autouse=True)
def visit() -> None:
    """A visit with two judgements."""
    visit = make_visit(make_study("colors", label="Sample: the answers were written for it."))
    make_judgement(visit, make_response(make_agent()), "human")
    make_judgement(visit, make_response(make_agent("blip", origin=Origin.AI, title="<b>Blip</b>")), "ai")


def test_the_page_holds_each_figure_with_its_table_and_files(staff: Client) -> None:
    page = staff.get(FIGURES).content.decode()
    assert "Sample: the answers were written for it." in page
    for title in ("Confusion matrices", "Agents beside the human ceiling"):
        assert f"<h2>{title}</h2>" in page
    assert "No group of at least 5 judges has told enough about itself." in page
    assert "<b>Blip" not in page
    assert f"/figures/{name_bundle()}" in page


@pytest.mark.parametrize(
    ("name", "kind", "start"),
    [
        ("agents.svg", "image/svg+xml", b"<svg"),
        ("agents.svg?theme=dark", "image/svg+xml", b"<svg"),
        ("agents.png", "image/png", b"\x89PNG"),
        ("agents.json", "application/json", b'{"light": {"$schema"'),
        ("agents.csv", "text/csv; charset=utf-8", b"agent,"),
    ],
)
def test_a_figure_is_sent_in_every_form(staff: Client, name: str, kind: str, start: bytes) -> None:
    answer = staff.get(f"{FIGURES}/{name}")
    assert answer["Content-Type"] == kind
    assert answer.content.startswith(start)


@pytest.mark.parametrize(
    "name", ["agents.pdf", "nothing.svg", "judges.svg", "agents.svg?theme=pink", "agents.svg?version=7"]
)
def test_what_there_is_not_is_not_found(staff: Client, name: str) -> None:
    assert staff.get(f"{FIGURES}/{name}").status_code == 404


def test_figures_are_for_staff(client: Client) -> None:
    for path in (FIGURES, f"{FIGURES}/agents.svg"):
        assert client.get(path)["Location"].startswith("/workplace/login")
