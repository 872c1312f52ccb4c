"""The operations of the local MTurk's requester API, each from its parameters to its answer."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk_lists import show_page
from judging.recruiters.local.mturk_qualifications import associate, create_qualification, list_qualifications
from judging.recruiters.local.mturk_state import (
    ACCEPTED,
    APPROVED,
    FEW,
    REJECTED,
    SUBMITTED,
    Data,
    Hit,
    MTurkRefusal,
    MTurkState,
    Work,
)

Operation = Callable[[MTurkState, Data], Data]
BALANCE = Decimal(10_000)
REMEMBERED = "AWS.MechanicalTurk.DuplicateRequest"
NUMBER = "AWS.MechanicalTurk.InvalidMaximumAssignmentsIncrease"


def show_hit(state: MTurkState, hit: Hit) -> Data:
    """A HIT as the API shows it."""
    works = state.list_works(hit, ACCEPTED, SUBMITTED, APPROVED, REJECTED)
    pending = sum(work.status == ACCEPTED for work in works)
    available = state.count_available(hit)
    status = "Assignable" if available else "Unassignable" if pending else "Reviewable"
    return {
        **{name: value for name, value in state.types[hit.type_id].items() if name != "Token"},
        "HITId": hit.hit_id,
        "HITTypeId": hit.type_id,
        "HITGroupId": hit.type_id,
        "CreationTime": hit.created_at,
        "Question": hit.question,
        "HITStatus": status,
        "MaxAssignments": hit.most,
        "Expiration": hit.expires_at,
        "RequesterAnnotation": hit.annotation,
        "HITReviewStatus": "NotReviewed",
        "NumberOfAssignmentsPending": pending,
        "NumberOfAssignmentsAvailable": available,
        "NumberOfAssignmentsCompleted": sum(work.status in (APPROVED, REJECTED) for work in works),
    }


def show_work(work: Work, status: str) -> Data:
    """An assignment as the API shows it."""
    shown: Data = {
        "AssignmentId": work.assignment_id,
        "WorkerId": work.worker_id,
        "HITId": work.hit_id,
        "AssignmentStatus": status,
        "AcceptTime": work.accepted_at,
        "SubmitTime": work.submitted_at,
        "Answer": work.answer,
    }
    if status in (APPROVED, REJECTED):
        shown["ApprovalTime" if status == APPROVED else "RejectionTime"] = work.decided_at
        shown["RequesterFeedback"] = work.feedback
    return shown


def create_hit_type(state: MTurkState, params: Data) -> Data:
    """Equal values give the same type."""
    for type_id, known in state.types.items():
        if known == params:
            return {"HITTypeId": type_id}
    type_id = state.make_id("T")
    state.types[type_id] = params
    return {"HITTypeId": type_id}


def create_hit(state: MTurkState, params: Data) -> Data:
    """A HIT of a known type, once per token."""
    token = params.get("UniqueRequestToken", "")
    if token in state.tokens:
        known = state.tokens[token]
        raise MTurkRefusal("AWS.MechanicalTurk.HitAlreadyExists", f'The HIT with ID "{known}" already exists.')
    if params["HITTypeId"] not in state.types:
        raise MTurkRefusal("AWS.MechanicalTurk.HITTypeDoesNotExist", f"HITType {params['HITTypeId']} does not exist.")
    now, most = state.clock(), params.get("MaxAssignments", 1)
    hit = Hit(
        state.make_id("H"),
        params["HITTypeId"],
        params["Question"],
        most,
        now + params["LifetimeInSeconds"],
        now,
        params.get("RequesterAnnotation", ""),
        most,
    )
    state.hits[hit.hit_id] = hit
    if token:
        state.tokens[token] = hit.hit_id
    return {"HIT": show_hit(state, hit)}


def add_assignments(state: MTurkState, params: Data) -> Data:
    """More places of a HIT, once per token; a HIT of fewer than ten stays below ten."""
    remember(state, params, "extend")
    hit, more = state.find_hit(params["HITId"]), params["NumberOfAdditionalAssignments"]
    if hit.made_with < FEW <= hit.most + more:
        state.done.discard(("extend", params.get("UniqueRequestToken", "")))
        raise MTurkRefusal(NUMBER, f"A HIT made with fewer than {FEW} assignments cannot have {hit.most + more}.")
    hit.most += more
    return {}


def remember(state: MTurkState, params: Data, deed: str) -> None:
    """Refuse a token that was used for the same deed."""
    token = params.get("UniqueRequestToken", "")
    if token and (deed, token) in state.done:
        raise MTurkRefusal(REMEMBERED, "This request was carried out before.")
    state.done.add((deed, token))


def update_expiration(state: MTurkState, params: Data) -> Data:
    """The time from which nobody more may accept."""
    state.find_hit(params["HITId"]).expires_at = float(params["ExpireAt"])
    return {}


def list_assignments(state: MTurkState, params: Data) -> Data:
    """Submitted, approved and rejected assignments; a flicker shows a state as it was before."""
    wanted = params.get("AssignmentStatuses") or [SUBMITTED, APPROVED, REJECTED]
    rows = []
    for work in state.list_works(state.find_hit(params["HITId"]), SUBMITTED, APPROVED, REJECTED):
        flickers = work.before in wanted and state.faults.strikes(Fault.FLICKER, "ListAssignmentsForHIT")
        status = work.before if flickers else work.status
        rows += [show_work(work, status)] if status in wanted else []
    return show_page("Assignments", rows, params)


def get_assignment(state: MTurkState, params: Data) -> Data:
    """One assignment that was submitted."""
    work = state.find_work(params["AssignmentId"])
    require(work, SUBMITTED, APPROVED, REJECTED)
    return {"Assignment": show_work(work, work.status), "HIT": show_hit(state, state.hits[work.hit_id])}


def require(work: Work, *statuses: str) -> None:
    """Refuse an operation that the assignment's state does not allow."""
    if work.status not in statuses:
        raise MTurkRefusal(
            "AWS.MechanicalTurk.InvalidAssignmentState",
            f"This operation can be called with a status of: {', '.join(statuses)}. It is {work.status}.",
        )


def decide(state: MTurkState, work: Work, status: str, feedback: str) -> Data:
    """Approve or reject."""
    work.before, work.status = work.status, status
    work.decided_at, work.feedback = state.clock(), feedback
    state.tell(f"Assignment{status}", work)
    return {}


def approve(state: MTurkState, params: Data) -> Data:
    """Pay the reward; a rejected one only with OverrideRejection."""
    work = state.find_work(params["AssignmentId"])
    require(work, SUBMITTED, *([REJECTED] if params.get("OverrideRejection") else []))
    return decide(state, work, APPROVED, params.get("RequesterFeedback", ""))


def reject(state: MTurkState, params: Data) -> Data:
    """Refuse to pay, with a reason."""
    work = state.find_work(params["AssignmentId"])
    require(work, SUBMITTED)
    return decide(state, work, REJECTED, params["RequesterFeedback"])


def send_bonus(state: MTurkState, params: Data) -> Data:
    """Pay a bonus for an assignment that was submitted, once per token."""
    work = state.find_work(params["AssignmentId"])
    require(work, SUBMITTED, APPROVED, REJECTED)
    if work.worker_id != params["WorkerId"]:
        raise MTurkRefusal("AWS.MechanicalTurk.WorkerDoesNotExist", "This worker did not do this assignment.")
    remember(state, params, "bonus")
    paid = {name: params[name] for name in ("WorkerId", "AssignmentId", "BonusAmount", "Reason")}
    state.bonuses.append({**paid, "GrantTime": state.clock()})
    return {}


def list_bonuses(state: MTurkState, params: Data) -> Data:
    """The bonuses of an assignment, or of a HIT."""
    hits = {work.assignment_id: work.hit_id for work in state.works.values()}
    wanted, hit_id = params.get("AssignmentId"), params.get("HITId")
    rows = [
        bonus
        for bonus in state.bonuses
        if (not wanted or bonus["AssignmentId"] == wanted) and (not hit_id or hits[bonus["AssignmentId"]] == hit_id)
    ]
    return show_page("BonusPayments", rows, params)


def delete_hit(state: MTurkState, params: Data) -> Data:
    """Dispose of a HIT when nothing of it is left to do."""
    hit = state.find_hit(params["HITId"])
    if show_hit(state, hit)["HITStatus"] != "Reviewable" or state.list_works(hit, SUBMITTED):
        raise MTurkRefusal("AWS.MechanicalTurk.InvalidHITState", "This HIT is still being worked on.")
    del state.hits[hit.hit_id]
    return {}


def get_balance(state: MTurkState, params: Data) -> Data:
    """What is left after rewards and bonuses, without fees."""
    return {"AvailableBalance": f"{BALANCE - sum_rewards(state) - sum_bonuses(state):.2f}"}


def sum_rewards(state: MTurkState) -> Decimal:
    """All rewards that were paid."""
    approved = [state.hits[work.hit_id] for work in state.works.values() if work.status == APPROVED]
    return sum((Decimal(state.types[hit.type_id]["Reward"]) for hit in approved), Decimal(0))


def sum_bonuses(state: MTurkState) -> Decimal:
    """All bonuses that were paid."""
    return sum((Decimal(bonus["BonusAmount"]) for bonus in state.bonuses), Decimal(0))


def notify_workers(state: MTurkState, params: Data) -> Data:
    """A mail to workers who have worked for this requester; others are listed as failed."""
    known = {work.worker_id for work in state.works.values()}
    state.mails += [{**params, "WorkerIds": [name]} for name in params["WorkerIds"] if name in known]
    failed: list[dict[str, Any]] = [
        {"WorkerId": name, "NotifyWorkersFailureCode": "HardFailure", "NotifyWorkersFailureMessage": "No work yet."}
        for name in params["WorkerIds"]
        if name not in known
    ]
    return {"NotifyWorkersFailureStatuses": failed}


def set_notifications(state: MTurkState, params: Data) -> Data:
    """Where a HIT type's notices go."""
    state.notify.pop(params["HITTypeId"], None)
    if params.get("Active", True) and params.get("Notification"):
        state.notify[params["HITTypeId"]] = params["Notification"]
    return {}


def send_test_notice(state: MTurkState, params: Data) -> Data:
    """A notice that nothing has happened for."""
    state.put_notice(params["TestEventType"], params["Notification"])
    return {}


OPERATIONS: dict[str, Operation] = {
    "CreateHITType": create_hit_type,
    "CreateHITWithHITType": create_hit,
    "GetHIT": lambda state, params: {"HIT": show_hit(state, state.find_hit(params["HITId"]))},
    "ListHITs": lambda state, params: show_page("HITs", [show_hit(state, hit) for hit in state.hits.values()], params),
    "CreateAdditionalAssignmentsForHIT": add_assignments,
    "UpdateExpirationForHIT": update_expiration,
    "DeleteHIT": delete_hit,
    "ListAssignmentsForHIT": list_assignments,
    "GetAssignment": get_assignment,
    "ApproveAssignment": approve,
    "RejectAssignment": reject,
    "SendBonus": send_bonus,
    "ListBonusPayments": list_bonuses,
    "GetAccountBalance": get_balance,
    "CreateQualificationType": create_qualification,
    "ListQualificationTypes": list_qualifications,
    "AssociateQualificationWithWorker": associate,
    "NotifyWorkers": notify_workers,
    "UpdateNotificationSettings": set_notifications,
    "SendTestEventNotification": send_test_notice,
}
READING = ("Get", "List")
