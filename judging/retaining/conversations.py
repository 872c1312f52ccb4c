"""Texts of live conversations, erased once their time is over; what joined a pool stays there, as judges see it."""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from agents.chatting.leaving import ERASED
from agents.models import Answer, Message, Room
from judging.conversing.keeping import ROOM_KEYS
from judging.models import Game, Study

BATCH = 1000
IN_NO_POOL = (Answer.State.WAITING, Answer.State.LEFT_OUT, Answer.State.APART)


def select_messages(study: Study) -> QuerySet[Message]:
    """What was said in the rooms of a study, those of games with a machine among them."""
    seated = Room.objects.filter(seats__seating__assignment__study=study)
    of_games = Game.objects.filter(human_room__in=seated).values("machine_room")
    return Message.objects.filter(Q(room__in=seated) | Q(room__in=of_games)).exclude(text=ERASED)


def select_answers(study: Study) -> QuerySet[Answer]:
    """The same conversations where they wait for a reviewer, or were left out."""
    return Answer.objects.filter(source=study.slug, key__startswith=ROOM_KEYS, state__in=IN_NO_POOL)


def count(study: Study) -> int:
    """How many messages, and how many conversations that joined no pool."""
    return select_messages(study).count() + select_answers(study).count()


def erase(study: Study, *, at: datetime) -> Iterator[int]:
    """Erase them, batch by batch; how many rows each."""
    while rows := erase_some(study):
        yield rows
    with transaction.atomic():
        answers = list(select_answers(study).select_for_update(no_key=True, of=("self",)).values_list("pk", flat=True))
        Answer.objects.filter(pk__in=answers).delete()
    if answers:
        yield len(answers)


@transaction.atomic
def erase_some(study: Study) -> int:
    """One batch of messages."""
    some = list(
        select_messages(study)
        .order_by("pk")
        .select_for_update(no_key=True, of=("self",))
        .values_list("pk", flat=True)[:BATCH]
    )
    return Message.objects.filter(pk__in=some).update(text=ERASED, flags=[])
