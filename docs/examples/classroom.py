"""A recruiter: students come by a list of seats, and go back to the course's page."""

from collections.abc import Mapping

from judging.recruiters.base import Recruiter
from judging.recruiters.checking import check_offer
from judging.recruiters.values import Coming, Exit, Offer, Outcome
from turingapp.errors import NotEligible, Problem

COURSE = "https://course.example.edu/turing"


class Classroom(Recruiter):
    """`?seat=12` says who comes; the teacher gives credit, so nothing is paid through us."""

    slug, title = "classroom", "Classroom"
    environments = ("live", "local")
    how_to_return = "Please tell your teacher that you will not take part."

    def validate(self, offer: Offer, environment: str) -> tuple[Problem, ...]:
        """What every offer must have."""
        return tuple(check_offer(offer, is_local=environment == "local", currencies=self.currencies))

    def read_arrival(self, offer: Offer, query: Mapping[str, str]) -> Coming:
        """The number of the seat, which stands for the person and for their place."""
        seat = query.get("seat", "").strip()
        if not seat.isdecimal():
            raise NotEligible("The address does not say which seat is yours: please start from the course's page.")
        return Coming("", seat, seat)

    def find_exit(self, offer: Offer, outcome: Outcome, *, environment: str, coming: Coming, code: str) -> Exit:
        """Back to the course, with the code of who has finished."""
        finished = outcome is Outcome.COMPLETE
        return Exit("get", f"{COURSE}/done?code={code}" if finished else COURSE, code=code if finished else "")
