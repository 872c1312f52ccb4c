"""What a robot sees of a page: the form as the page offers it, and where the visit stands. Nothing is known before."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx
from lxml import html

FORM = "answers"
SCRIPTED = ("waiting", "game-ready", "chat")
PANE = "pane"  # one of the conversations of a page that has several
VERDICT, COMPREHENSION = "verdict-", "comprehension-"


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a visit: the hidden fields to send back, and the questions with the values they offer."""

    status: int
    address: str
    hidden: Mapping[str, str]
    questions: Mapping[str, tuple[str, ...]]
    number: int = 0
    total: int = 0
    seconds_left: int = 0
    text: str = ""
    has_form: bool = False
    is_timed: bool = False  # whether the page asks about a stimulus, for which there may be a minimum time

    links: Mapping[str, str] = field(default_factory=dict)  # what the page's scripts ask
    conversations: tuple[Mapping[str, str], ...] = ()  # what they ask for each conversation

    @property
    def is_waiting(self) -> bool:
        """Whether a partner is waited for."""
        return "wait-url" in self.links

    @property
    def is_conversation(self) -> bool:
        """Whether the page is a conversation."""
        return bool(self.conversations)

    @property
    def is_readying(self) -> bool:
        """Whether others are waited for before a game begins, and nothing is to be said any more."""
        return "phase-url" in self.links and not self.has_form

    @property
    def is_debrief(self) -> bool:
        """Whether the page asks to keep a conversation or take it back."""
        return "withdraw" in self.questions.get("answer", ())

    @property
    def token(self) -> str:
        """The token of the visit, from its address."""
        return httpx.URL(self.address).path.rstrip("/").rsplit("/", 1)[-1]

    @property
    def is_trial(self) -> bool:
        """Whether the page asks for a verdict."""
        return any(name.startswith(VERDICT) for name in self.questions)

    @property
    def is_answer(self) -> bool:
        """Whether the page asks for an answer to a stimulus, as agents give it."""
        return self.is_timed and not self.is_trial

    @property
    def is_comprehension(self) -> bool:
        """Whether the page asks if the instructions were understood."""
        return any(name.startswith(COMPREHENSION) for name in self.questions)

    @property
    def is_consent(self) -> bool:
        """Whether the page asks to agree or decline."""
        return "decline" in self.questions.get("answer", ())


def read_page(response: httpx.Response) -> Page:
    """The page in an answer of the server."""
    status, address, body = response.status_code, str(response.url), response.text
    if not body.strip():
        return Page(status, address, {}, {})
    root = html.fromstring(body)
    main = next(root.iter("main"), root)
    text = next((" ".join(str(said.xpath("string()")).split()) for said in main.iter("p")), "")
    form = next((form for form in root.iter("form") if form.get("id") == FORM), None)
    links, talks = find_links(root), find_conversations(root)
    if form is None:
        return Page(status, address, {}, {}, text=text, links=links, conversations=talks)
    progress = next(root.iter("progress"), html.Element("progress"))
    hidden, questions = read_fields(form)
    return Page(
        status,
        address,
        hidden,
        questions,
        number=int(progress.get("value") or 0),
        total=int(progress.get("max") or 0),
        seconds_left=int(form.get("data-seconds-left") or 0),
        text=text,
        has_form=True,
        links=links,
        conversations=talks,
        is_timed=form.get("data-wait-seconds") is not None,
    )


def find_links(root: html.HtmlElement) -> dict[str, str]:
    """The addresses that the scripts of a waiting room or a conversation ask."""
    found = [element for element in root.iter("div") if element.get("id") in SCRIPTED]
    return {name: address for element in found for name, address in read_links(element).items()}


def find_conversations(root: html.HtmlElement) -> tuple[dict[str, str], ...]:
    """The addresses of each conversation that goes on: one, or those of a game."""
    panes = [element for element in root.iter("section") if PANE in (element.get("class") or "").split()]
    going_on = [element for element in panes if element.get("data-over") is None]
    alone = [element for element in root.iter("div") if element.get("id") == "chat"]
    return tuple(read_links(element) for element in [*going_on, *alone])


def read_links(element: html.HtmlElement) -> dict[str, str]:
    """The addresses that an element carries for a script."""
    named = {str(name): str(value) for name, value in element.attrib.items() if str(name).endswith("-url")}
    return {name.removeprefix("data-"): value for name, value in named.items()}


def read_fields(form: html.HtmlElement) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """The hidden fields with their values, and the offered values of radios, lists and buttons; texts stay empty."""
    hidden: dict[str, str] = {}
    offered: dict[str, list[str]] = {}
    for element in form.iter("input", "select", "button"):
        name, kind, value = element.get("name"), element.get("type"), element.get("value") or ""
        passes_questions_by = element.get("formnovalidate") is not None
        if not name or passes_questions_by:
            continue
        if element.tag == "select":
            offered[name] = [choice for choice in list_choices(element) if choice]
        elif kind == "hidden":
            hidden[name] = value
        elif kind in {"radio", "submit"}:
            offered.setdefault(name, []).append(value)
    return hidden, {name: tuple(values) for name, values in offered.items()}


def list_choices(element: html.HtmlElement) -> list[str]:
    """The values in a list to choose from."""
    return [option.get("value") or "" for option in element.iter("option")]
