"""The local Prolific's REST API: each operation from what was asked to its answer."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation

from judging.recruiters.local.prolific_groups import OPERATIONS as GROUP_OPERATIONS
from judging.recruiters.local.prolific_hooks import OPERATIONS as HOOK_OPERATIONS
from judging.recruiters.local.prolific_messages import OPERATIONS as MESSAGE_OPERATIONS
from judging.recruiters.local.prolific_pages import Operation, refuse, show_page
from judging.recruiters.local.prolific_state import (
    ACTIVE,
    APPROVED,
    AWAITING,
    REJECTED,
    TIMED_OUT,
    Data,
    Part,
    ProlificState,
)

NEEDED = (
    "name",
    "description",
    "external_study_url",
    "completion_codes",
    "estimated_completion_time",
    "reward",
    "total_available_places",
)
FILTERS = {
    "age",
    "approval_rate",
    "current-country-of-residence",
    "custom_allowlist",
    "fluent-languages",
    "participant_group_allowlist",
    "participant_group_blocklist",
    "sex",
}
RETIRED = {"eligibility_requirements", "completion_code"}
CHANGEABLE = {"total_available_places", "internal_name"}  # once published
MOVES = {
    ("UNPUBLISHED", "PUBLISH"): "ACTIVE",
    ("ACTIVE", "PAUSE"): "PAUSED",
    ("PAUSED", "START"): "ACTIVE",
    ("ACTIVE", "STOP"): "AWAITING REVIEW",
    ("PAUSED", "STOP"): "AWAITING REVIEW",
}
FEE_PERCENT, SHORTEST_MESSAGE = 43, 100
RESEARCHER = {"id": "researcher", "currency_code": "GBP", "current_project_id": "project1"}


def check_study(study: Data) -> None:
    """Refuse a draft that lacks something, names a retired field, or has an unknown filter."""
    missing = [name for name in NEEDED if not study.get(name)]
    if missing:
        raise refuse(f"These fields are needed: {', '.join(missing)}.")
    if retired := RETIRED & study.keys():
        raise refuse(f"{', '.join(sorted(retired))} is no longer accepted.")
    unknown = [row["filter_id"] for row in study.get("filters", []) if row.get("filter_id") not in FILTERS]
    if unknown:
        raise refuse(f"There is no filter {unknown[0]}.")
    codes = [row["code"] for row in study["completion_codes"]]
    if len(codes) != len(set(codes)):
        raise refuse("Completion codes must differ.")


def create_study(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """A draft; asking twice makes two."""
    check_study(body)
    study = {**body, "id": state.make_id(), "status": "UNPUBLISHED"}
    state.studies[study["id"]] = study
    return show_study(state, study)


def show_study(state: ProlificState, study: Data) -> Data:
    """A study as the API shows it."""
    return {**study, "places_taken": state.count_taken(study["id"]), "study_currency_code": "GBP"}


def change_study(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """Change a draft; of a published study only the number of places, and only upwards."""
    study = state.find_study(parts[1])
    if study["status"] == "UNPUBLISHED":
        check_study({**study, **body})
    elif body.keys() - CHANGEABLE:
        raise refuse(f"A published study cannot change {', '.join(sorted(body.keys() - CHANGEABLE))}.")
    elif body.get("total_available_places", study["total_available_places"]) < study["total_available_places"]:
        raise refuse("The number of places can only go up.")
    study.update(body)
    return show_study(state, study)


def move_study(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """Publish, pause, start again, or stop."""
    study = state.find_study(parts[1])
    status = MOVES.get((study["status"], body.get("action", "")))
    if status is None:
        raise refuse(f"A study that is {study['status']} cannot {body.get('action')}.")
    study["status"] = status
    state.tell("study.status.change", study["id"], status)
    return show_study(state, study)


def show_cost(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """What all places cost, with the fee."""
    study = state.find_study(parts[1])
    rewards = study["reward"] * study["total_available_places"]
    return {"rewards": rewards, "fees": round(rewards * FEE_PERCENT / 100), "currency": "GBP"}


def show_part(state: ProlificState, part: Part, status: str) -> Data:
    """A submission as the API shows it; bonuses appear when they are settled."""
    paid = [amount for shown_at, amount in part.bonuses if shown_at <= state.clock()]
    return {
        "id": part.submission_id,
        "study_id": part.study_id,
        "participant_id": part.participant,
        "participant": part.participant,
        "status": status,
        "started_at": write_time(part.started_at),
        "completed_at": write_time(part.completed_at) if part.completed_at else None,
        "study_code": part.code or None,
        "entered_code": part.code or None,
        "bonus_payments": paid,
    }


def write_time(seconds: float) -> str:
    """A time as Prolific writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def list_submissions(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """The submissions of a study, page by page."""
    state.find_study(query.get("study", ""))
    rows = [show_part(state, part, state.show_status(part)) for part in state.list_parts(query["study"])]
    return show_page("/api/v1/submissions/", rows, query)


def move_submission(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """Approve or reject what awaits review; a rejection needs a category and 100 letters of reason."""
    part, action = state.find_part(parts[1]), body.get("action")
    if action == "REJECT" and (len(body.get("message", "")) < SHORTEST_MESSAGE or not body.get("rejection_category")):
        raise refuse(f"A rejection needs a category and a message of {SHORTEST_MESSAGE} characters or more.")
    allowed = {"APPROVE": (AWAITING, TIMED_OUT, REJECTED), "REJECT": (AWAITING,)}
    if part.status not in allowed.get(str(action), ()):
        raise refuse(f"A submission that is {part.status} cannot {action}.")
    state.move(part, APPROVED if action == "APPROVE" else REJECTED)
    return show_part(state, part, part.status)


def set_up_bonuses(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """Bonuses to be paid by a second request; amounts are in whole units, with decimals."""
    state.find_study(body.get("study_id", ""))
    rows = []
    for line in body.get("csv_bonuses", "").splitlines():
        name, _, amount = line.partition(",")
        known = state.list_parts(body["study_id"])
        part = next((part for part in known if name in (part.submission_id, part.participant)), None)
        if part is None:
            raise refuse(f"{name} has not taken part in this study.")
        try:
            rows.append((part.submission_id, int(Decimal(amount) * 100)))
        except InvalidOperation:
            raise refuse(f"{amount} is not an amount.") from None
    bulk_id, total = state.make_id(), sum(amount for _, amount in rows)
    state.bulks[bulk_id] = {"rows": rows}
    return {"id": bulk_id, "study": body["study_id"], "amount": total, "fees": round(total * FEE_PERCENT / 100)}


def pay_bonuses(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """Pay them, again and again if asked: this request is not idempotent, and it takes effect a little later."""
    if parts[1] not in state.bulks:
        raise refuse(f"There are no bonuses {parts[1]}.", 404)
    for submission_id, amount in state.bulks[parts[1]]["rows"]:
        state.find_part(submission_id).bonuses.append((state.clock() + state.settling_seconds, amount))
    return {"message": "The bonuses will be paid."}


OPERATIONS: tuple[tuple[str, str, str, Operation], ...] = (
    ("users", "GET", r"users/me", lambda *_: {**RESEARCHER}),
    ("create study", "POST", r"studies", create_study),
    (
        "list studies",
        "GET",
        r"studies",
        lambda state, _, query, __: show_page(
            "/api/v1/studies/", [show_study(state, row) for row in state.studies.values()], query
        ),
    ),
    ("get study", "GET", r"studies/\w+", lambda state, parts, *_: show_study(state, state.find_study(parts[1]))),
    ("change study", "PATCH", r"studies/\w+", change_study),
    ("move study", "POST", r"studies/\w+/transition", move_study),
    ("cost", "GET", r"studies/\w+/cost", show_cost),
    ("list submissions", "GET", r"submissions", list_submissions),
    ("set up bonuses", "POST", r"submissions/bonus-payments", set_up_bonuses),
    (
        "get submission",
        "GET",
        r"submissions/\w+",
        lambda state, parts, *_: show_part(state, state.find_part(parts[1]), state.find_part(parts[1]).status),
    ),
    ("move submission", "POST", r"submissions/\w+/transition", move_submission),
    ("pay bonuses", "POST", r"bulk-bonus-payments/\w+/pay", pay_bonuses),
    *GROUP_OPERATIONS,
    *HOOK_OPERATIONS,
    *MESSAGE_OPERATIONS,
)


def find_operation(method: str, path: str) -> tuple[str, Operation] | None:
    """The operation of a method and a path below /api/v1/, with its name."""
    for name, known_method, pattern, operation in OPERATIONS:
        if method == known_method and re.fullmatch(pattern, path):
            return name, operation
    return None


def sum_bonuses(state: ProlificState) -> int:
    """All bonuses that were paid or are being settled."""
    return sum(amount for part in state.parts.values() for _, amount in part.bonuses)


def sum_rewards(state: ProlificState) -> int:
    """All rewards that were paid."""
    approved = [part for part in state.parts.values() if part.status == APPROVED]
    return sum(int(state.studies[part.study_id]["reward"]) for part in approved)


def expire(state: ProlificState, submission_id: str) -> None:
    """The allowed time of an active submission is over."""
    part = state.find_part(submission_id)
    if part.status == ACTIVE:
        state.move(part, TIMED_OUT)
