"""Answers given on this platform: kept, then taken into a pool or left out by whoever looks at them, or erased."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from agents.checking_answers import CheckedAnswer
from agents.loading_keys import digest
from agents.models import (
    PAIRING_LETTERS,
    Agent,
    Answer,
    AnswerAuthor,
    Authorship,
    Origin,
    Provenance,
    Response,
    Stimulus,
)

State = Answer.State
NAME_DIGITS = 16  # of a person's key, in the name of their agent; as loaded people are named


@dataclass(frozen=True, slots=True)
class Source:
    """What collected an answer: its name, what the answer is known by, and whether programs answered."""

    name: str
    key: str
    is_simulated: bool = False
    is_apart: bool = False  # a preview or pilot


@transaction.atomic
def keep_answer(
    stimulus: Stimulus, checked: CheckedAnswer, authors: Sequence[AnswerAuthor], source: Source, *, at: datetime
) -> Answer:
    """Write an answer down, to be looked at; `authors` are not saved yet. The key keeps the same from coming twice."""
    answer = Answer.objects.create(
        stimulus=stimulus,
        source=source.name,
        key=source.key,
        payload=checked.payload,
        raw=checked.raw,
        flags=list(checked.flags),
        provenance=Provenance.SIMULATED if source.is_simulated else Provenance.COLLECTED,
        state=State.APART if source.is_apart else State.WAITING,
        given_at=at,
    )
    for author in authors:
        author.answer = answer
    AnswerAuthor.objects.bulk_create(authors)
    return answer


@transaction.atomic
def accept(answers: QuerySet[Answer], *, pool: str, by: str, at: datetime) -> int:
    """Take those of these answers that wait into a pool, each under its author's agent; how many there were.

    Asked twice, or by two people at once, each answer becomes one response.
    """
    waiting = answers.filter(state=State.WAITING).select_for_update(no_key=True, of=("self",)).order_by("pk")
    taken = list(waiting.select_related("stimulus").prefetch_related("authors__agent"))
    for answer in taken:
        answer.response = make_response(answer, pool)
        answer.state, answer.decided_at, answer.decided_by = State.ACCEPTED, at, by
        answer.save(update_fields=("response", "state", "decided_at", "decided_by"))
    return len(taken)


def make_response(answer: Answer, pool: str) -> Response:
    """The response that an answer becomes, with its authorships."""
    task = answer.stimulus.plugin
    authors = {author.role: author for author in answer.authors.all()}
    agents = {role: find_agent(authors[role]) for role in task.roles}
    response = Response.objects.create(
        stimulus=answer.stimulus,
        pool=pool,
        key=digest(answer.key),
        pairing="".join(PAIRING_LETTERS[Origin(agent.origin)] for agent in agents.values()),
        payload=answer.payload,
        raw=answer.raw,
        provenance=answer.provenance,
        remarks=list(task.remarks(answer.payload)),
        created_at=answer.given_at,
    )
    Authorship.objects.bulk_create(
        Authorship(response=response, agent=agent, role=role, gender=authors[role].gender)
        for role, agent in agents.items()
    )
    return response


def find_agent(author: AnswerAuthor) -> Agent:
    """The AI agent that an author is, or the agent of a person: made at their first answer, without a name."""
    if author.agent is not None:
        return author.agent
    slug = f"human-{author.person_key[:NAME_DIGITS]}"
    agent, _ = Agent.objects.get_or_create(
        slug=slug, defaults={"title": slug, "origin": Origin.HUMAN, "person_key": author.person_key}
    )
    return agent


def leave_out(answers: QuerySet[Answer], *, by: str, at: datetime) -> int:
    """Keep those of these answers that wait out of every pool; how many there were."""
    waiting = answers.filter(state=State.WAITING)
    return waiting.update(state=State.LEFT_OUT, decided_at=at, decided_by=by)
