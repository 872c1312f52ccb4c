"""What the local Prolific knows: studies, submissions, bonuses, hooks; and what participants do with them."""

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from judging.recruiters.local.faults import Fault, Faults

Data = dict[str, Any]
ACTIVE, AWAITING, PROCESSING = "ACTIVE", "AWAITING REVIEW", "PROCESSING"
APPROVED, REJECTED, RETURNED, TIMED_OUT, SCREENED_OUT = "APPROVED", "REJECTED", "RETURNED", "TIMED-OUT", "SCREENED OUT"
FREEING = (RETURNED, TIMED_OUT, REJECTED, SCREENED_OUT)  # these give the place to somebody else
CHANGED = "submission.status.change"
HEADERS = "headers"  # in an operation's answer: headers, not part of the body


class ProlificRefusal(Exception):
    """A request that Prolific refuses, with its HTTP status."""

    def __init__(self, status: int, sentence: str) -> None:
        self.status = status
        super().__init__(sentence)


@dataclass(slots=True)
class Part:
    """One participant's submission."""

    submission_id: str
    study_id: str
    participant: str
    status: str
    started_at: float
    completed_at: float = 0.0
    code: str = ""
    before: str = ""  # the status before the present one, which a flicker shows
    bonuses: list[tuple[float, int]] = field(default_factory=list)  # when it shows, and how much


class ProlificState:
    """All that the platform remembers; its methods are what participants do."""

    def __init__(
        self,
        *,
        faults: Faults | None = None,
        clock: Callable[[], float] = time.time,
        settling_seconds: float = 0.0,
        first_id: int = 1,
    ) -> None:
        self.faults, self.clock, self.settling_seconds = faults or Faults(), clock, settling_seconds
        self.studies: dict[str, Data] = {}
        self.parts: dict[str, Part] = {}
        self.bulks: dict[str, Data] = {}
        self.groups: dict[str, Data] = {}
        self.messages: list[Data] = []
        self.subscriptions: dict[str, Data] = {}
        self.confirmations: dict[str, str] = {}  # what confirms each subscription
        self.hook_secret = ""
        self.notices: list[Data] = []
        self._numbers = itertools.count(first_id)

    def make_id(self) -> str:
        """An id in the manner of Prolific: 24 hexadecimal digits."""
        return f"{next(self._numbers):024x}"

    def find_study(self, study_id: str) -> Data:
        """The study; 404 where there is none."""
        if study_id not in self.studies:
            raise ProlificRefusal(404, f"There is no study {study_id}.")
        return self.studies[study_id]

    def find_part(self, submission_id: str) -> Part:
        """The submission; 404 where there is none."""
        if submission_id not in self.parts:
            raise ProlificRefusal(404, f"There is no submission {submission_id}.")
        return self.parts[submission_id]

    def list_parts(self, study_id: str) -> list[Part]:
        """The submissions of a study in the order in which they began."""
        return [part for part in self.parts.values() if part.study_id == study_id]

    def count_taken(self, study_id: str) -> int:
        """How many places are held or done."""
        return sum(part.status not in FREEING for part in self.list_parts(study_id))

    def start(self, study_id: str, participant: str) -> Part:
        """A participant takes a place; once per study."""
        study = self.find_study(study_id)
        if study["status"] != "ACTIVE":
            raise ProlificRefusal(400, "This study is not open.")
        if not self.is_admitted(study, participant):
            raise ProlificRefusal(400, "This study is for others.")
        if any(part.participant == participant for part in self.list_parts(study_id)):
            raise ProlificRefusal(400, "This participant has taken this study already.")
        if self.count_taken(study_id) >= study["total_available_places"]:
            raise ProlificRefusal(400, "All places of this study are taken.")
        left = [part.submission_id for part in self.list_parts(study_id) if part.status == RETURNED]
        reuse = left and self.faults.strikes(Fault.SAME_ASSIGNMENT, "start")
        part = Part(left[0] if reuse else self.make_id(), study_id, participant, ACTIVE, self.clock())
        self.parts[part.submission_id] = part
        self.tell(CHANGED, part.submission_id, part.status)
        return part

    def is_admitted(self, study: Data, participant: str) -> bool:
        """Whether the study's lists and groups let the participant in; all other filters are taken as met."""
        chosen = {row["filter_id"]: row.get("selected_values", []) for row in study.get("filters", [])}
        blocked, allowed = (
            [participant in self.groups[group]["members"] for group in chosen.get(f"participant_group_{kind}list", [])]
            for kind in ("block", "allow")
        )
        named = chosen.get("custom_allowlist", [participant])
        return participant in named and not any(blocked) and (any(allowed) or not allowed)

    def complete(self, participant: str, code: str) -> Part:
        """A participant comes back with a completion code."""
        part = next(
            (part for part in self.parts.values() if part.participant == participant and part.status == ACTIVE), None
        )
        if part is None:
            raise ProlificRefusal(400, "You have no study to complete.")
        known = {row["code"]: row for row in self.studies[part.study_id]["completion_codes"]}
        if code not in known:
            raise ProlificRefusal(400, f"The completion code {code} is not of this study.")
        part.code, part.completed_at = code, self.clock()
        self.move(part, AWAITING)
        return part

    def move(self, part: Part, status: str) -> None:
        """Give a submission another status and tell those who subscribed."""
        part.before, part.status = part.status, status
        self.tell(CHANGED, part.submission_id, part.status)

    def show_status(self, part: Part) -> str:
        """The status as a list shows it: for a moment as it was, or as being processed."""
        if part.before and self.faults.strikes(Fault.FLICKER, "submissions"):
            return part.before if part.status != APPROVED else PROCESSING
        return part.status

    def tell(self, event: str, resource_id: str, status: str) -> None:
        """A notice for each confirmed subscription to such events; some are lost, some come twice."""
        wanted = [row for row in self.subscriptions.values() if row["event_type"] == event and row["is_enabled"]]
        for subscription in wanted:
            if self.faults.strikes(Fault.NOTICE_LOST, event):
                continue
            times = 2 if self.faults.strikes(Fault.NOTICE_TWICE, event) else 1
            body = {"event_type": event, "resource_id": resource_id, "status": status}
            notice = {"id": self.make_id(), "to": subscription["target_url"], "body": body, "at": self.clock()}
            self.notices += [notice] * times
