"""Sharing out the stimuli of a study to people who answer them, so many answers to each."""

import random

from django.db.models import F, QuerySet, Sum
from django.utils.translation import gettext as _

from agents.models import Authorship, Stimulus
from judging.drawing import OrderedPlaces
from judging.foreseeing import Foreseen, PlannedCell
from judging.models import Assignment, Cell, Judge, Place, Protocol, Trial, TrialKind
from judging.placing import BATCH, SALTS, find_stimuli
from judging.planning import describe_pending
from judging.protocol import Settings
from turingapp.errors import NotEligible, PoolTooSmall, Problem, StudyFull

NAME = "stimuli"  # of the one cell


def list_stimuli(settings: Settings) -> QuerySet[Stimulus]:
    """The stimuli of the pools that can be shown."""
    return find_stimuli(settings, settings.pool, is_catch=False).filter(pool__in=settings.pool.names)


def lay_out_stimuli(protocol: Protocol, settings: Settings, *, seed: int) -> None:
    """A place for each stimulus; raises PoolTooSmall where there are fewer than one person is given."""
    rng = random.Random(f"{settings.slug}/{protocol.version}/{seed}")
    stimuli = list(list_stimuli(settings).order_by("pk").values_list("pk", flat=True))
    if len(stimuli) < settings.trials:
        raise PoolTooSmall(
            _("The pool %(pools)s cannot meet the plan: %(shortage)s")
            % {"pools": ", ".join(settings.pool.names), "shortage": describe_lack(settings, len(stimuli))}
        )
    cell = Cell.objects.create(protocol=protocol, kind=TrialKind.MAIN, name=NAME, places_count=len(stimuli))
    Place.objects.bulk_create(
        (Place(cell=cell, stimulus_id=pk, view=0, salt=rng.randrange(1, SALTS)) for pk in stimuli), batch_size=BATCH
    )


def foresee_answers(settings: Settings) -> Foreseen:
    """How many visits and answers the stimuli of the pools have room for, as they are now."""
    stimuli = list_stimuli(settings).count()
    people = stimuli * settings.answers_per_stimulus // settings.trials if stimuli >= settings.trials else 0
    return Foreseen(
        trials=settings.trials,
        people=people,
        given=people * settings.trials,
        cells=(PlannedCell(TrialKind.MAIN, NAME, "", stimuli),),
        problems=() if people else (Problem("pool", _("too small"), describe_lack(settings, stimuli)),),
    )


def describe_lack(settings: Settings, stimuli: int) -> str:
    """That so many stimuli are fewer than one person is given."""
    needed = _("%(number)s different stimuli are needed per person, there are %(there)s.")
    told = needed % {"number": settings.trials, "there": stimuli}
    return " ".join(filter(None, (told, describe_pending(settings), _("Load stimuli into it first."))))


def find_seen(judge: Judge) -> QuerySet[Stimulus]:
    """The stimuli that a person was shown in any visit that counts, or has answered elsewhere."""
    shown = Trial.objects.filter(assignment__judge=judge, assignment__kind=Assignment.Kind.MAIN)
    answered = Authorship.objects.filter(agent__person_key=judge.person_key)
    return Stimulus.objects.filter(
        pk__in=shown.exclude(issued_at=None).values("stimulus_id")
    ) | Stimulus.objects.filter(pk__in=answered.values("response__stimulus_id"))


def draw_stimuli(judge: Judge, protocol: Protocol, rng: random.Random, *, takes_places: bool) -> OrderedPlaces:
    """The stimuli answered least so far that this person has not seen, in a drawn order.

    Raises StudyFull, and NotEligible where it is the person's earlier visits that leave too few.
    """
    settings = protocol.settings
    open_places = Place.objects.filter(cell__protocol=protocol)
    if takes_places:
        open_places = open_places.filter(taken__lt=settings.answers_per_stimulus)
    new = open_places.exclude(stimulus__in=find_seen(judge))
    drawn = list(new.order_by("taken", "salt")[: settings.trials])
    if len(drawn) < settings.trials:
        if open_places.count() >= settings.trials:
            raise NotEligible(_("You have seen too much of this study's material in others, so it is not open to you."))
        raise StudyFull(_("Every place of this study is taken. Thank you for your interest."))
    rng.shuffle(drawn)
    return [(TrialKind.MAIN, place) for place in drawn]


def count_answer_visits_left(protocol: Protocol) -> int:
    """How many more visits the stimuli can give, at most."""
    most = protocol.settings.answers_per_stimulus
    open_places = Place.objects.filter(cell__protocol=protocol, taken__lt=most)
    left = open_places.aggregate(left=Sum(most - F("taken")))["left"] or 0
    return int(left) // protocol.settings.trials
