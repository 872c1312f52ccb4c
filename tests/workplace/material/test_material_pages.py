"""Stimuli and responses: found by what they are and say, looked at one by one, and only by those who may."""

import io
from http import HTTPStatus
from typing import Any

import lxml.html
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from agents.models import Origin, Provenance, Response, Stimulus
from tests.agents.pictures import store
from tests.builders import make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit
from tests.members import make_member
from tests.pools import MEDIA_ID, make_pool
from turingapp.members.roles import Role
from turingapp.workplace.material import turning

pytestmark = pytest.mark.django_db
NAMES = "//ul[@class='material']//p[@class='name']/a/text()"


def read(client: Client, name: str, *args: Any, **asked: Any) -> str:
    """What a page says."""
    return client.get(reverse(f"workplace:{name}", args=args), asked).content.decode()


def select(page: str, path: str) -> list[Any]:
    """The parts of a page at an XPath."""
    found: Any = lxml.html.fromstring(page).xpath(path)
    return list(found)


def list_names(client: Client, name: str, **asked: Any) -> list[str]:
    """What the lines of a list are called."""
    return select(read(client, name, **asked), NAMES)


def turn(client: Client, address: str) -> tuple[list[str], str, str]:
    """The names on a page of stimuli, the address of the next, and the page."""
    page = client.get(address).content.decode()
    return select(page, NAMES), "".join(select(page, "//a[@rel='next']/@href")), page


def test_stimuli_are_found_by_text_pool_facet_and_what_they_lack(staff: Client) -> None:
    make_stimulus(key="café-1", facets={"domain": "indoor", "size": 3})
    make_stimulus(
        task="association",
        key="cue-2",
        facets={"domain": "outdoor"},
        payload={"cue": 'Über 100% "wild"', "prompt": None},
    )
    Stimulus.objects.filter(key="café-1").update(has_picture=False)
    assert list_names(staff, "stimuli") == ["cue-2", "café-1"]
    assert list_names(staff, "stimuli", q="CAF") == ["café-1"]
    for text in ("Über", "100%", '"wild"'):
        assert list_names(staff, "stimuli", q=text) == ["cue-2"], text
    assert list_names(staff, "stimuli", facet="domain=outdoor") == ["cue-2"]
    assert list_names(staff, "stimuli", facet="size = 3") == ["café-1"]
    assert list_names(staff, "stimuli", state="picture") == ["café-1"]
    assert list_names(staff, "stimuli", task="color", pool="tests") == ["café-1"]
    assert "Lacks its picture" in read(staff, "stimuli")
    assert "No stimulus fits." in read(staff, "stimuli", pool="elsewhere")
    assert "Write a facet as name=value" in read(staff, "stimuli", facet="indoor")


def test_responses_are_found_by_author_provenance_and_what_is_odd(staff: Client) -> None:
    human, machine = make_agent("ada"), make_agent("blip", origin=Origin.AI)
    stimulus = make_stimulus(key="one", facets={"domain": "indoor"})
    make_response(human, stimulus=stimulus, payload={"color": "red"})
    make_response(machine, stimulus=stimulus, payload={"color": "blue"}, provenance=Provenance.COMPUTED)
    Response.objects.filter(pairing="A").update(remarks=["says more than a color"])
    assert list_names(staff, "responses") == ["blue", "red"]
    for asked in (
        {"origin": "ai"},
        {"agent": "blip"},
        {"provenance": "computed"},
        {"state": "remarks"},
        {"q": "BLU"},
        {"agent": "blip", "pool": "tests", "task": "color", "facet": "domain=indoor"},
    ):
        assert list_names(staff, "responses", **asked) == ["blue"], asked
    assert list_names(staff, "responses", origin="human") == ["red"]
    assert list_names(staff, "responses", q="one") == ["blue", "red"]
    assert list_names(staff, "responses", agent="ada") == []


def test_a_long_list_is_turned_page_by_page_with_its_filters_and_misses_nothing(staff: Client) -> None:
    for number in range(turning.PAGE_ROWS + 3):
        make_stimulus(key=f"s{number}")
    address = reverse("workplace:stimuli")
    first, following, _ = turn(staff, f"{address}?task=color&pool=tests")
    second, end, _ = turn(staff, address + following)
    assert [*first, *second] == [f"s{number}" for number in reversed(range(turning.PAGE_ROWS + 3))]
    assert end == ""


def test_a_rare_text_is_looked_for_in_steps_and_found(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "ROWS_LOOKED_THROUGH", 5)
    for number in range(12):
        make_stimulus(key="needle" if number == 0 else f"hay-{number}")
    address = reverse("workplace:stimuli")
    found, following, page = turn(staff, f"{address}?q=needle")
    for _ in range(2):
        assert found == []
        assert "there are older ones" in page
        found, following, page = turn(staff, address + following)
    assert (found, following) == (["needle"], "")


def test_lists_ask_as_many_queries_for_many_as_for_one(staff: Client) -> None:
    make_pool(stimuli=1)
    counts = []
    for _ in range(2):
        for name in ("stimuli", "responses", "agents"):
            with CaptureQueriesContext(connection) as queries:
                read(staff, name)
            counts.append(len(queries))
        for _ in range(10):
            make_response(make_agent())
    assert counts[:3] == counts[3:]


def test_a_stimulus_shows_its_responses_with_verdicts_of_the_studies_that_one_may_see(client: Client) -> None:
    response = make_response(make_agent("blip", origin=Origin.AI, title="Blip"), payload={"color": "red"})
    seen, hidden = make_study("seen"), make_study("hidden")
    for study, verdict in ((seen, "human"), (seen, "human"), (seen, "ai"), (hidden, "ai")):
        make_judgement(make_visit(study), response, verdict)
    make_judgement(make_visit(seen, kind="pilot"), response, "ai")
    make_member("member", Role.ANALYST)
    client.force_login(make_member("member", Role.ANALYST, seen))
    page = read(client, "stimulus", response.stimulus_id)
    assert "Blip" in page
    assert "67% of 3" in page
    page = read(client, "response", response.pk)
    assert "Study seen" in page
    assert "Study hidden" not in page
    assert "67%" in page


def test_a_conversation_tells_the_verdicts_on_each_speaker(staff: Client) -> None:
    people = make_agent("ada"), make_agent("blip", origin=Origin.AI)
    response = make_response(*people, task="conversation")
    make_judgement(make_visit(make_study("talks", task="conversation")), response, "human", "ai")
    cells = select(read(staff, "response", response.pk), "//tbody//td//text()")
    assert cells == ["Study talks", "A", "1", "100%", "Study talks", "B", "1", "0%"]
    assert "100% of 1; 0% of 1" in read(staff, "stimulus", response.stimulus_id)


def test_a_person_is_shown_by_a_pseudonym_of_the_pool(staff: Client) -> None:
    agent = make_agent("human-0123456789abcdef", person_key="somebody's key")
    response = make_response(agent)
    for page in (read(staff, "responses"), read(staff, "response", response.pk)):
        assert "human-" in page
        assert agent.slug not in page
        assert agent.person_key not in page


def test_what_was_not_published_is_said_and_not_drawn(staff: Client) -> None:
    response = make_response(make_agent("ada"), payload={"taken_back": True}, provenance=Provenance.STAND_IN)
    assert "Its content is not here" in read(staff, "responses")
    assert "Not shown" in read(staff, "response", response.pk)


def test_what_somebody_wrote_is_text_and_no_markup(staff: Client) -> None:
    wild = "<script>alert(1)</script>"
    stimulus = make_stimulus(task="association", key=wild, payload={"cue": wild, "prompt": None}, facets={wild: wild})
    make_response(make_agent("ada"), stimulus=stimulus, payload={"word": wild})
    for page in (
        read(staff, "stimuli", q=wild),
        read(staff, "responses", facet=f"{wild}={wild}"),
        read(staff, "stimulus", stimulus.pk),
        read(staff, "response", Response.objects.get().pk),
    ):
        assert wild not in page
        assert "&lt;script&gt;" in page


def test_agents_of_both_origins_are_in_one_list_and_lead_to_their_responses(staff: Client) -> None:
    person = make_agent("human-0123456789abcdef", person_key="somebody's key")
    make_response(person, payload={"color": "red"})
    make_response(make_agent("blip", origin=Origin.AI, title="Blip"), payload={"color": "blue"})
    page = read(staff, "agents")
    assert select(page, NAMES) == ["Blip", f"Person {person.pk}"]
    assert person.slug not in page
    assert list_names(staff, "agents", origin="human") == [f"Person {person.pk}"]
    assert list_names(staff, "agents", q="BLI") == ["Blip"]
    assert list_names(staff, "agents", q="0123456789abcdef") == []
    addresses = select(page, f"{NAMES.removesuffix('/text()')}/@href")
    assert [select(staff.get(one).content.decode(), NAMES) for one in addresses] == [["blue"], ["red"]]


def test_a_thumbnail_is_small_and_only_for_members_of_the_lab(client: Client) -> None:
    store(Image.new("RGB", (1280, 960), "teal"), MEDIA_ID)
    address = reverse("workplace:thumbnail", args=[MEDIA_ID])
    client.force_login(make_member("colleague", Role.OWNER, make_study("colors")))
    assert client.get(address).status_code == HTTPStatus.FORBIDDEN
    client.force_login(make_member("member", Role.ANALYST))
    assert Image.open(io.BytesIO(client.get(address).content)).size == (192, 144)
    assert client.get(reverse("workplace:thumbnail", args=["f" * 32])).status_code == HTTPStatus.NOT_FOUND


def test_empty_lists_teach_and_lead_to_what_fills_them(staff: Client) -> None:
    for name, says in (("stimuli", "Load stimuli"), ("responses", "Load responses")):
        (link,) = select(read(staff, name), f"//a[contains(@class, 'button') and text()='{says}']/@href")
        assert link == reverse("workplace:load")
