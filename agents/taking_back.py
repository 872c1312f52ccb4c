"""Answers that their authors take back: gone where they only waited, emptied where they had joined a pool."""

import secrets
from collections.abc import Sequence

from django.db.models import QuerySet

from agents.models import Agent, Answer, AnswerAuthor, Origin, Provenance, Response

State = Answer.State
NOTHING = {"taken_back": True}  # what is left of what was answered


def take_back_answers(visit: str) -> list[int]:
    """Erase the answers of a visit, inside the caller's transaction; the responses that some of them had become.

    Such a response stays until nobody is being shown it any more (`empty_responses`), so that judgements stay true.
    """
    # Locked before their state is read: a reviewer may be taking them into a pool at this moment.
    answers = list(
        Answer.objects.filter(authors__visit=visit).select_for_update(no_key=True, of=("self",)).order_by("pk")
    )
    accepted = {answer.pk: answer.response_id for answer in answers if answer.state == State.ACCEPTED}
    keys = list(accepted)
    Answer.objects.filter(pk__in=[answer.pk for answer in answers if answer.pk not in keys]).delete()
    Answer.objects.filter(pk__in=keys).update(state=State.TAKEN_BACK, payload=NOTHING, raw=NOTHING, flags=[])
    AnswerAuthor.objects.filter(answer__in=keys).delete()
    return [response for response in accepted.values() if response is not None]


def list_taken_back() -> QuerySet[Response]:
    """The responses whose authors took them back and whose content is still there."""
    return Response.objects.filter(answer__state=State.TAKEN_BACK).exclude(provenance=Provenance.STAND_IN)


def empty_responses(responses: Sequence[int]) -> None:
    """Delete the content of responses, inside the caller's transaction, and who made them where that was all."""
    Response.objects.filter(pk__in=responses).update(
        payload=NOTHING, raw=NOTHING, remarks=[], provenance=Provenance.STAND_IN
    )
    people = Agent.objects.filter(origin=Origin.HUMAN, authorships__response__in=responses).exclude(person_key="")
    forget_empty(people.distinct())


def forget_empty(people: QuerySet[Agent]) -> None:
    """Take from those of these people of whom no response says anything any more all that could tell who they are."""
    for agent in people:
        if not agent.authorships.exclude(response__provenance=Provenance.STAND_IN).exists():
            agent.slug = agent.title = f"erased-{secrets.token_hex(8)}"
            agent.person_key, agent.details = "", {}
            agent.save(update_fields=("slug", "title", "person_key", "details"))
