"""What the page of a draft shows, gathered for its template."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from judging.costing import PlanCost, estimate_plan
from judging.looking_at_protocols import Looked, look_at
from judging.models import StudyDraft
from judging.plan_numbers import PlanNumber, list_numbers
from judging.recruiters import RECRUITERS
from judging.recruiters.money import CURRENCIES, Money
from judging.versioning import Change, find_changes
from turingapp.errors import Problem
from turingapp.workplace.building.drawn import DrawnField, DrawnSubject
from turingapp.workplace.building.fields import draw_subjects


@dataclass(frozen=True, slots=True)
class DraftPage:
    """The draft with all that is told of it."""

    draft: StudyDraft
    looked: Looked
    subjects: list[DrawnSubject]
    in_force: int  # the version that it would change; 0 for a new study
    changes: list[Change]  # in the version now in force, where the draft is its next

    @property
    def is_change(self) -> bool:
        """Whether it is to become the next version of a study."""
        return self.draft.study_id is not None

    @property
    def is_behind(self) -> bool:
        """Whether another version came into force since it was begun."""
        return 0 < self.draft.base_version < self.in_force

    @property
    def is_readable(self) -> bool:
        """Whether the text can be read as fields."""
        return self.looked.document is not None

    @property
    def can_be_opened(self) -> bool:
        """Whether nothing is wrong, and something is new."""
        return self.looked.is_good and (not self.is_change or bool(self.changes))

    @property
    def fields(self) -> list[DrawnField]:
        """All fields that are drawn, those within others too."""
        return [drawn for subject in self.subjects for drawn in subject.all]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong."""
        return self.looked.problems

    @property
    def numbers(self) -> list[PlanNumber]:
        """What the plan comes to; nothing while a rule is broken."""
        if self.looked.settings is None or self.looked.foreseen is None:
            return []
        return list_numbers(self.looked.settings, self.looked.foreseen, self.cost)

    @property
    def cost(self) -> PlanCost | None:
        """What the people cost; None while nobody gets anything."""
        if not self.draft.reward or self.looked.settings is None or self.looked.foreseen is None:
            return None
        reward = Money(self.draft.reward, self.draft.currency)
        people = self.looked.foreseen.people
        return estimate_plan(self.looked.settings, people, reward, RECRUITERS[self.draft.recruiter])

    @property
    def pricing(self) -> dict[str, Any]:
        """What can be chosen for the cost."""
        return {
            "recruiters": [(recruiter.slug, recruiter.title) for recruiter in RECRUITERS if not recruiter.closed],
            "currencies": CURRENCIES,
        }


def gather_draft(draft: StudyDraft, *, at: datetime) -> DraftPage:
    """The page of a draft as it is saved."""
    study = draft.study
    looked = look_at(draft.content, at=at, study=study)
    document = looked.document
    subjects = [] if document is None else draw_subjects(document, looked.problems, is_change=study is not None)
    # Read first: where a version comes between, opening is refused once too often, never once too seldom.
    in_force = 0 if study is None else study.protocols.latest("version").version
    changes = find_changes(looked.settings) if study is not None and looked.settings is not None else []
    return DraftPage(draft, looked, subjects, in_force, changes)
