"""What is true of a visit and of the trial at which it stands, from the database: pages do not tell."""

from dataclasses import dataclass

from agents.models import Authorship, Origin, Seat
from agents.tasks.base import Task
from judging.models import Assignment, Seating, Trial, TrialKind
from judging.tokens import read_visit
from turingapp.errors import RobotStuck


@dataclass(frozen=True, slots=True)
class Truth:
    """The origins and genders of the authors by role, the right control answer, and whether everybody should know."""

    origins: dict[str, str]
    genders: dict[str, str]
    control: str
    is_catch: bool = False


def find_assignment(token: str) -> Assignment:
    """The visit with this token."""
    return Assignment.objects.select_related("protocol").get(public_id=read_visit(token))


def find_truth(token: str) -> Truth:
    """The truth about the current trial of the visit with this token."""
    trial = Trial.objects.waiting().filter(assignment=find_assignment(token)).order_by("position").first()
    if trial is None and (seating := find_seating(token)) is not None:
        return Truth({"partner": find_partner_origin(seating)}, {}, "")
    if trial is None:
        raise RobotStuck("A robot was to judge a trial in a visit whose trials are all answered.")
    authorships = Authorship.objects.filter(response__places__trials=trial.pk)
    authors = list(authorships.values_list("role", "agent__origin", "gender"))
    return Truth(
        origins={role: origin for role, origin, _ in authors},
        genders={role: gender for role, _, gender in authors},
        control=trial.control["truth"] if trial.control else "",
        is_catch=trial.kind == TrialKind.CATCH,
    )


def find_task(token: str) -> Task:
    """The task that the person of this visit answers."""
    return find_assignment(token).task


def find_comprehension(token: str) -> dict[str, str]:
    """The right answers to the questions on the instructions, by field."""
    asked = find_assignment(token).settings.comprehension
    return {f"comprehension-{number}": question.answer for number, question in enumerate(asked)}


def is_finished(token: str) -> bool:
    """Whether the visit went to its planned end, and was not stopped by a rule of its protocol."""
    return find_assignment(token).state == Assignment.State.FINISHED


def find_seating(token: str) -> Seating | None:
    """The seating of a visit to a study of conversations; None in others."""
    return Seating.objects.filter(assignment=find_assignment(token), seat__isnull=False).first()


def find_partner_origin(seating: Seating) -> str:
    """What sits on the other seat."""
    machines = Seat.objects.filter(room__seats__seating=seating, agent__isnull=False)
    return Origin.AI if machines.exists() else Origin.HUMAN
