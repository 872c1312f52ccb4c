"""The agents that file rows name: made where they are not known, and never taken for somebody else."""

import re
from collections.abc import Iterable

from django.utils.text import slugify

from agents.formats.base import Author
from agents.models import Agent, Gender, Origin
from agents.normalizing import make_storable, normalize_text
from agents.people import make_person_key
from agents.tasks.payloads import describe_value
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

PERSON_DIGITS = 16
LONGEST_SLUG, LONGEST_TITLE = 120, 200  # as their columns
NAME_IN_FILES = "name_in_files"  # where an agent's details keep a name that its slug does not spell out


class AgentShelf:
    """The agents of one load, by slug."""

    def __init__(self, pool: str) -> None:
        self._pool = pool
        self._known: dict[str, Agent] = {}
        self._described: dict[tuple[str, ...], Agent] = {}

    def describe(self, author: Author) -> Agent:
        """The agent that `author` names, not looked up yet; raises InvalidPayload."""
        check_author(author)
        names = (author.origin, author.agent, author.title, author.person)
        if names not in self._described:
            self._described[names] = self._make(author)
        return self._described[names]

    def _make(self, author: Author) -> Agent:
        key = self._make_key(make_storable(author.person))
        name = author.agent or (f"human-{key[:PERSON_DIGITS]}" if key else f"{self._pool}-human")
        slug, title = slugify(name), make_storable(author.title or author.agent or name)
        if not slug:
            raise InvalidPayload(
                [Problem("agent", repr(author.agent), say_later("a name should have a letter or a digit"))]
            )
        check_length("agent", slug, most=LONGEST_SLUG)
        check_length("title" if author.title else "agent", title, most=LONGEST_TITLE)
        folded = fold_name(name)
        spelled = {} if folded == slug else {NAME_IN_FILES: folded}
        return Agent(
            slug=slug, title=title, origin=author.origin, person_key=key, details={**author.details, **spelled}
        )

    def _make_key(self, person: str) -> str:
        """Persons are known by platform and id; an id without a platform is one of this pool."""
        if not person:
            return ""
        platform, colon, name = person.partition(":")
        return make_person_key(platform, name) if colon else make_person_key(self._pool, person)

    def fetch(self, described: Iterable[Agent]) -> None:
        """Look up those agents and make the new ones."""
        wanted: dict[str, Agent] = {}
        for agent in described:
            if agent.slug not in self._known:
                wanted.setdefault(agent.slug, agent)
        if not wanted:
            return
        # In one order everywhere, so that two loads cannot wait for each other in a circle.
        known = set(Agent.objects.filter(slug__in=wanted).values_list("slug", flat=True))
        Agent.objects.bulk_create([wanted[slug] for slug in sorted(wanted) if slug not in known], ignore_conflicts=True)
        self._known.update(Agent.objects.in_bulk(list(wanted), field_name="slug"))

    def take(self, described: Agent) -> Agent:
        """The agent in the database, after fetch; raises InvalidPayload where its name is taken by another."""
        agent = self._known[described.slug]
        if agent.origin != described.origin:
            rule = say_later(
                "the agent of this name is known as %(known)s, not %(given)s",
                known=agent.origin,
                given=described.origin,
            )
            raise InvalidPayload([Problem("agent", repr(described.slug), rule)])
        if described.person_key and agent.person_key != described.person_key:
            rule = say_later(
                "the agent of this name is another person; give each person an agent, or leave the agent empty"
            )
            raise InvalidPayload([Problem("agent", repr(described.slug), rule)])
        if get_name(agent) != get_name(described):
            rule = say_later(
                "its short name %(slug)s is that of %(title)s; the two should differ in letters or digits",
                slug=repr(agent.slug),
                title=repr(agent.title),
            )
            raise InvalidPayload([Problem("agent", repr(described.title), rule)])
        return agent


def fold_name(name: str) -> str:
    """A name without what makes no other agent of it, case and kinds of spaces; "GPT-3.5" and "GPT-35" stay two."""
    return re.sub(r"[\s-]+", "-", normalize_text(name).casefold()).strip("-_")


def get_name(agent: Agent) -> str:
    """The name by which files know the agent."""
    return str(agent.details.get(NAME_IN_FILES, agent.slug))


def check_length(field: str, text: str, *, most: int) -> None:
    """Raise InvalidPayload for a name that its column cannot hold: if it were cut, two agents could become one."""
    if len(text) > most:
        raise InvalidPayload(
            [Problem(field, describe_value(text), say_later("it should have at most %(most)s characters", most=most))]
        )


def check_author(author: Author) -> None:
    """Raise InvalidPayload for an author that cannot be."""
    if author.gender and author.gender.lower() not in Gender.values:
        rule = say_later("it should be %(names)s, or empty", names=", ".join(Gender.values))
        raise InvalidPayload([Problem("gender", repr(author.gender), rule)])
    if author.origin == Origin.AI and author.person:
        raise InvalidPayload(
            [Problem("person", say_later("given"), say_later("an AI agent is no person; leave it empty"))]
        )
    if author.origin == Origin.AI and not author.agent:
        raise InvalidPayload([Problem("agent", say_later("missing"), say_later("an AI agent should be named"))])
