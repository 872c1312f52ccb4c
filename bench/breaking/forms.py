"""Made-up forms to every address: those of participants at each stage of each kind of study, and of the workplace."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import strategies as st

from bench.breaking.trying import Kind
from bench.breaking.world import World

REQUESTS_BETWEEN = 20  # from one world that is as it was to the next
Fields = dict[str, Any]
USUAL = ("answer", "step", "submission", "visit", "title", "slug", "text", "fields", "reason", "amount", "page", "kind")
ODD = (
    *("", "0", "-1", "1e999", "NaN", "a" * 3000, "\x00", "{{7*7}}", "[]", "{}", "null", "2001-02-30", "١"),
    *("99999999999999999999", "0x10", "-0.0", "True", "../../etc/passwd", "a\r\nb", "<b>", "'", "%", "\u202e", "on"),
)
values = st.sampled_from(ODD) | st.text(max_size=20)
uploads = st.binary(max_size=200) | st.sampled_from((b"PK\x03\x04", b"\xff\xd8\xff\xe0", b"\xef\xbb\xbfa,b\n1,2\n"))


@dataclass
class Address:
    """A path, and the forms that pages send there, each with the values that it has."""

    path: str
    forms: list[Fields] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The names of all fields."""
        return sorted({name for form in self.forms for name in form} | set(USUAL[:4] if self.forms else USUAL))


@dataclass(frozen=True)
class Request:
    """A made-up request."""

    path: str
    method: str
    fields: Fields
    is_partial: bool  # as a part of a page, by a script


class ServerFault(Exception):
    """The server answered that something is wrong on its side."""


def make_kind(name: str, world: World, addresses: list[Address], cookies: Mapping[str, str]) -> Kind:
    """Requests to any of these addresses, by whoever has these cookies."""
    client, asked = Client(), 0

    def take(request: Request) -> None:
        nonlocal asked
        if asked % REQUESTS_BETWEEN == 0:
            world.restore()
        asked += 1
        client.cookies.clear()
        client.cookies.load(dict(cookies))
        send(client, request, world)

    return Kind(name, st.sampled_from(addresses).flatmap(make_requests), take)


def make_requests(address: Address) -> st.SearchStrategy[Request]:
    """A form of the address with some fields changed and some left out, or any fields at all."""
    names = st.sampled_from(address.names)
    changes = st.dictionaries(names | st.text(max_size=8), values, max_size=5)
    forms = st.sampled_from([{}, *address.forms, *address.forms])
    methods = st.sampled_from(("POST", "POST", "POST", "GET"))
    left_out = st.sets(names, max_size=2)
    return st.tuples(methods, forms, changes, left_out, uploads, st.booleans()).map(
        lambda made: Request(address.path, made[0], merge(*made[1:5]), made[5])
    )


def merge(form: Fields, changes: Fields, left_out: set[str], upload: bytes) -> Fields:
    """The fields that are sent."""
    merged = {name: value for name, value in {**form, **changes}.items() if name not in left_out}
    return {name: SimpleUploadedFile("file.zip", upload) if value is None else value for name, value in merged.items()}


def send(client: Client, request: Request, world: World) -> None:
    """Send it; raises where the server is at fault, or changes something and refuses."""
    headers = {"HX-Request": "true"} if request.is_partial else {}
    ask = client.post if request.method == "POST" else client.get
    world.remember()
    try:
        answer = ask(request.path, request.fields, headers=headers)
        if answer.streaming:
            list(answer)  # type: ignore[call-overload]
        if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise ServerFault(f"{answer.status_code}")
        if answer.status_code >= HTTPStatus.BAD_REQUEST:
            world.check_unchanged()
    finally:
        world.forget()
