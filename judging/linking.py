"""The links by which people come to a study: the plain one, personal ones, and those whose visits do not count."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from judging.models import Assignment, Study
from judging.tokens import sign_apart, sign_person

Kind = Assignment.Kind


@dataclass(frozen=True, slots=True)
class StudyLink:
    """One link: what it is for, and its address."""

    slug: str
    title: str
    meaning: str
    url: str


def make_link(study: Study, base_url: str, **fields: str) -> str:
    """The address of a study's link page with these fields in its query."""
    query = f"?{urlencode(fields)}" if fields else ""
    return f"{base_url.rstrip('/')}{reverse('join', args=[study.link])}{query}"


def list_links(study: Study, base_url: str) -> list[StudyLink]:
    """The link for everybody, and those for trying the study out."""
    everybody = _("For judges") if study.rule.judges_responses else _("For people")
    return [
        StudyLink("everybody", everybody, _("Each visit counts."), make_link(study, base_url)),
        StudyLink(
            "preview",
            _("Preview"),
            _("To look at the study as often as you like; never counted."),
            make_link(study, base_url, preview=sign_apart(study, Kind.PREVIEW)),
        ),
        StudyLink(
            "pilot",
            _("Pilot"),
            _("For people who try the study out; marked, never counted."),
            make_link(study, base_url, preview=sign_apart(study, Kind.PILOT)),
        ),
    ]


def list_personal_links(study: Study, base_url: str, people: Iterable[str]) -> list[tuple[str, str]]:
    """For each id of a person the link by which they come, and come back, to one visit."""
    return [(person, make_link(study, base_url, person=sign_person(study, person))) for person in people]
