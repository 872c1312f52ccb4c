"""Steps of a visit through HTTP, as a browser without scripts takes them."""

from dataclasses import dataclass, field

from django.http import HttpResponse
from django.test import Client
from lxml import html

from judging.models import Cell, Place, Study

OPENED = {"native_english": "yes", "gender": "female", "country": "US", "birth_year": "1980", "education": "bachelor"}


@dataclass
class Visitor:
    """A person with a browser that runs no scripts and keeps no cookies."""

    client: Client = field(default_factory=Client)
    address: str = ""
    page: HttpResponse | None = None

    def open(self, address: str) -> HttpResponse:
        """Look at a page."""
        self.address = address
        self.client.cookies.clear()
        self.page = self.client.get(address)
        return self.page

    def read_form(self) -> dict[str, str]:
        """The fields of the page's form as they stand, with the first option of each question chosen."""
        assert self.page is not None
        form = html.fromstring(self.page.content).forms[0]
        fields = {name: value or "" for name, value in form.form_values()}
        for group in form.xpath(".//input[@type='radio']"):
            fields.setdefault(group.get("name"), group.get("value"))
        for select in form.xpath(".//select"):
            if not fields.get(select.get("name")):
                fields[select.get("name")] = next(v for v in select.value_options if v)
        return fields

    def send(self, **changes: str) -> HttpResponse:
        """Fill in and send the page's form, then follow to where it leads."""
        fields = {**self.read_form(), **changes}
        answer = self.client.post(self.address, {name: value for name, value in fields.items() if value is not None})
        if answer.status_code == 302:
            self.open(answer["Location"])
        else:
            self.page = answer
        assert self.page is not None
        return self.page

    def begin(self, study: Study) -> None:
        """From the link to the first trial."""
        self.open(f"/join/{study.link}/")
        self.send()
        self.send(answer="agree")
        while b"Start</button>" not in self.page.content:  # type: ignore[union-attr]
            self.send()
        self.send()


def begin_and_judge(study: Study, trials: int = 2) -> Visitor:
    """A visitor who has judged some trials."""
    visitor = Visitor()
    visitor.begin(study)
    for _ in range(trials):
        visitor.send()
    return visitor


def count_taken() -> int:
    """How many places are held or judged, the same by places and by cells."""
    taken = sum(Place.objects.values_list("taken", flat=True))
    assert taken == sum(Cell.objects.values_list("taken", flat=True))
    return taken
