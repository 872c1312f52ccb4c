"""Who is meant: a person by their platform's id, by a completion code, or by one of their visits."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.core import signing
from django.db.models import QuerySet

from agents.models import Agent, AnswerAuthor, Origin
from agents.normalizing import make_storable
from agents.people import make_person_key
from judging.models import Assignment, Judge, PlatformIdentity
from judging.recruiters import RECRUITERS
from judging.tokens import read_visit
from judging.withdrawing import find_by_code

PERSONAL_LINKS = "person"  # under which name the ids of personal links are hashed
SIGNER = signing.TimestampSigner(salt="people")
SIGNED_FOR = 3600  # seconds in which a page's form on a person holds


@dataclass(frozen=True, slots=True)
class Person:
    """One person by the keyed hashes of their ids, never by the ids themselves."""

    keys: tuple[str, ...]

    @property
    def visits(self) -> QuerySet[Assignment]:
        """Their visits to all studies, those that were erased where they are still known among them."""
        found = Assignment.objects.filter(judge__person_key__in=self.keys)
        return found.select_related("study", "protocol", "judge", "consent").order_by("pk")

    @property
    def identities(self) -> QuerySet[PlatformIdentity]:
        """What platforms know them by."""
        return PlatformIdentity.objects.filter(person_key__in=self.keys).order_by("pk")

    @property
    def agents(self) -> QuerySet[Agent]:
        """Whom they are as authors of responses."""
        return Agent.objects.filter(origin=Origin.HUMAN, person_key__in=self.keys).order_by("pk")


def find_by_id(text: str) -> Person | None:
    """The person of a platform's id, on whatever platform, or on the one before a colon; None where nobody is known.

    Ids in files without a platform are those of their pool, so the pools' names are tried too.
    """
    person = make_storable(text).strip()
    if not person:
        return None
    names = {*RECRUITERS.slugs, PERSONAL_LINKS}
    names |= set(Assignment.objects.values_list("platform", flat=True).distinct().order_by())
    names |= set(list_pools_of_people())
    keys = {make_person_key(name, person) for name in names}
    platform, colon, rest = person.partition(":")
    return find_known(keys | ({make_person_key(platform, rest)} if colon else set()))


def list_pools_of_people() -> QuerySet[Agent, str]:
    """The names of the pools in which people are known as authors."""
    people = Agent.objects.filter(origin=Origin.HUMAN, authorships__isnull=False).exclude(person_key="")
    return people.values_list("authorships__response__pool", flat=True).distinct().order_by()


def find_known(keys: Iterable[str]) -> Person | None:
    """The person of those of these keys that are anywhere in the database."""
    wanted = set(keys) - {""}
    tables = (Judge, Agent, PlatformIdentity, AnswerAuthor)
    known = {key for table in tables for key in read_keys(table.objects.filter(person_key__in=wanted))}
    return Person(tuple(sorted(known))) if known else None


def read_keys(
    rows: QuerySet[Judge] | QuerySet[Agent] | QuerySet[PlatformIdentity] | QuerySet[AnswerAuthor],
) -> set[str]:
    """The keys in these rows."""
    return set(rows.values_list("person_key", flat=True))


def find_by_completion_code(code: str) -> Person | None:
    """The person who was given this code."""
    visit = find_by_code(code)
    return Person((visit.judge.person_key,)) if visit else None


def find_by_visit(text: str) -> Person | None:
    """The person of a visit, by its number in files and pages, or by its address."""
    name = text.strip().rstrip("/").rsplit("/", 1)[-1]
    if name.isascii() and name.isdecimal() and len(name) < len(str(2**63)):
        visit = Assignment.objects.filter(pk=int(name)).first()
    else:
        visit = Assignment.objects.filter(public_id=read_visit(name) or name).first()
    return Person((visit.judge.person_key,)) if visit else None


def sign_person(person: Person) -> str:
    """What a form carries to say who is meant, for an hour; an address never does."""
    return SIGNER.sign_object(list(person.keys))


def read_person(signed: str) -> Person | None:
    """The person in a form; None where it is not ours, or too old."""
    try:
        return Person(tuple(SIGNER.unsign_object(signed, max_age=SIGNED_FOR)))
    except signing.BadSignature:
        return None


FINDERS = {"id": find_by_id, "code": find_by_completion_code, "visit": find_by_visit}
