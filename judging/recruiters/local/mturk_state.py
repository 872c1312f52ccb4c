"""What the local MTurk knows: HIT types, HITs, assignments, bonuses, qualifications; and what workers do with them."""

import itertools
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from judging.recruiters.local.faults import Fault, Faults

Data = dict[str, Any]
ACCEPTED, SUBMITTED, APPROVED, REJECTED = "Accepted", "Submitted", "Approved", "Rejected"
FEW = 10  # from so many assignments on a HIT costs the higher fee, and none with fewer may grow to it


class MTurkRefusal(Exception):
    """A request that MTurk refuses, with its code."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


@dataclass(slots=True)
class Work:
    """One worker's hold of one assignment."""

    assignment_id: str
    hit_id: str
    worker_id: str
    status: str
    accepted_at: float
    submitted_at: float = 0.0
    decided_at: float = 0.0
    answer: str = ""
    feedback: str = ""
    before: str = ""  # the status before the present one, which a flicker shows


@dataclass(slots=True)
class Hit:
    """One HIT."""

    hit_id: str
    type_id: str
    question: str
    most: int
    expires_at: float
    created_at: float
    annotation: str = ""
    made_with: int = 0
    returned: list[str] = field(default_factory=list)


class MTurkState:
    """All that a platform remembers; its methods are what workers do."""

    def __init__(
        self, *, faults: Faults | None = None, clock: Callable[[], float] = time.time, first_id: int = 1
    ) -> None:
        self.faults, self.clock = faults or Faults(), clock
        self.types: dict[str, Data] = {}
        self.hits: dict[str, Hit] = {}
        self.works: dict[str, Work] = {}
        self.bonuses: list[Data] = []
        self.qualifications: dict[str, Data] = {}
        self.unlisted: set[str] = set()  # qualifications so new that no search finds them
        self.holders: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self.tokens: dict[str, str] = {}  # of HITs
        self.done: set[tuple[str, str]] = set()  # deeds with their tokens
        self.mails: list[Data] = []
        self.notify: dict[str, Data] = {}
        self.notices: list[Data] = []
        self.notices_go_to = ""  # the address that has subscribed to the topic of notices
        self.is_confirmed = False  # that address has said that it wants them
        self._numbers = itertools.count(first_id)

    def make_id(self, letter: str) -> str:
        """An id in the manner of MTurk: 30 capital letters and digits."""
        return f"{letter}{next(self._numbers):029d}"

    def find_hit(self, hit_id: str) -> Hit:
        """The HIT; refused where there is none."""
        if hit_id not in self.hits:
            raise MTurkRefusal("AWS.MechanicalTurk.HITDoesNotExist", f"Hit {hit_id} does not exist.")
        return self.hits[hit_id]

    def find_work(self, assignment_id: str) -> Work:
        """The assignment; refused where there is none."""
        if assignment_id not in self.works:
            raise MTurkRefusal(
                "AWS.MechanicalTurk.AssignmentDoesNotExist", f"Assignment {assignment_id} does not exist."
            )
        return self.works[assignment_id]

    def list_works(self, hit: Hit, *statuses: str) -> list[Work]:
        """The assignments of a HIT in the order in which they were accepted."""
        return [work for work in self.works.values() if work.hit_id == hit.hit_id and work.status in statuses]

    def count_available(self, hit: Hit) -> int:
        """How many more workers may accept."""
        if hit.expires_at <= self.clock():
            return 0
        return hit.most - len(self.list_works(hit, ACCEPTED, SUBMITTED, APPROVED, REJECTED))

    def accept(self, hit_id: str, worker_id: str) -> Work:
        """A worker takes an assignment; once per HIT, as at MTurk."""
        hit = self.find_hit(hit_id)
        if any(work.worker_id == worker_id for work in self.list_works(hit, ACCEPTED, SUBMITTED, APPROVED, REJECTED)):
            raise MTurkRefusal("AWS.MechanicalTurk.InvalidAssignmentState", "This worker has taken this HIT already.")
        if self.count_available(hit) < 1:
            raise MTurkRefusal("AWS.MechanicalTurk.InvalidHITState", "There are no more of these HITs.")
        if not self.is_qualified(hit, worker_id):
            raise MTurkRefusal("AWS.MechanicalTurk.QualificationRequired", "This worker is not qualified.")
        reuse = hit.returned and self.faults.strikes(Fault.SAME_ASSIGNMENT, "accept")
        assignment_id = hit.returned.pop() if reuse else self.make_id("3")
        work = Work(assignment_id, hit_id, worker_id, ACCEPTED, self.clock())
        self.works[assignment_id] = work
        self.tell("AssignmentAccepted", work)
        return work

    def give_back(self, assignment_id: str, worker_id: str) -> None:
        """A worker returns an assignment."""
        work = self.find_work(assignment_id)
        if work.worker_id != worker_id or work.status != ACCEPTED:
            raise MTurkRefusal("AWS.MechanicalTurk.InvalidAssignmentState", "Only who holds it can return it.")
        del self.works[assignment_id]
        self.hits[work.hit_id].returned.append(assignment_id)
        self.tell("AssignmentReturned", work)

    def submit(self, assignment_id: str, answer: str) -> Work:
        """The study's page sends the assignment back."""
        work = self.find_work(assignment_id)
        if work.status != ACCEPTED:
            raise MTurkRefusal("AWS.MechanicalTurk.InvalidAssignmentState", "This assignment is not being worked on.")
        work.before, work.status = work.status, SUBMITTED
        work.submitted_at, work.answer = self.clock(), answer
        self.tell("AssignmentSubmitted", work)
        return work

    def is_qualified(self, hit: Hit, worker_id: str) -> bool:
        """Whether the worker meets the custom qualifications; the platform's own are taken as met."""
        for rule in self.types[hit.type_id].get("QualificationRequirements", []):
            kind, holders = rule["QualificationTypeId"], self.holders[rule["QualificationTypeId"]]
            wanted = {"Exists": True, "DoesNotExist": False}.get(rule["Comparator"])
            if kind in self.qualifications and wanted is not None and (worker_id in holders) != wanted:
                return False
        return True

    def tell(self, event: str, work: Work) -> None:
        """A notice, where the HIT type asks for it."""
        type_id = self.hits[work.hit_id].type_id
        target = self.notify.get(type_id)
        if target is not None and event in target["EventTypes"]:
            self.put_notice(event, target, hit=work.hit_id, assignment=work.assignment_id, type_id=type_id)

    def put_notice(self, event: str, target: Data, *, hit: str = "", assignment: str = "", type_id: str = "") -> None:
        """Have a notice sent to its target; some are lost, some come twice."""
        if self.faults.strikes(Fault.NOTICE_LOST, event):
            return
        notice = {"id": self.make_id("N"), "event": event, "assignment": assignment, "hit": hit, "type": type_id}
        times = 2 if self.faults.strikes(Fault.NOTICE_TWICE, event) else 1
        self.notices += [{**notice, "target": target, "at": self.clock()}] * times
