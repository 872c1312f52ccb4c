"""What is true of the trial at which a visit stands, from the database: pages do not tell."""

from dataclasses import dataclass

from agents.models import Authorship
from judging.models import Assignment
from judging.showing import find_trials_ahead
from judging.tokens import read_visit
from turingapp.errors import RobotStuck


@dataclass(frozen=True, slots=True)
class Truth:
    """The origins and genders of the authors by role, and the right control answer."""

    origins: dict[str, str]
    genders: dict[str, str]
    control: str


def find_truth(token: str) -> Truth:
    """The truth about the current trial of the visit with this token."""
    trials = find_trials_ahead(Assignment.objects.select_related("study").get(public_id=read_visit(token)))
    if not trials:
        raise RobotStuck("A robot was to judge a trial in a visit whose trials are all answered.")
    trial = trials[0]
    authorships = Authorship.objects.filter(response__places__trials=trial.pk)
    authors = list(authorships.values_list("role", "agent__origin", "gender"))
    return Truth(
        origins={role: origin for role, origin, _ in authors},
        genders={role: gender for role, _, gender in authors},
        control=trial.control["truth"] if trial.control else "",
    )
