"""The local Prolific's hooks: workspaces, the secret of one, and subscriptions, which send nothing until confirmed."""

import secrets
from collections.abc import Mapping

from judging.recruiters.local.prolific_pages import Operation, refuse, show_page
from judging.recruiters.local.prolific_state import HEADERS, Data, ProlificState

WORKSPACE = "workspace1"
EVENTS = ("submission.status.change", "study.status.change", "study.progress.change", "study.has_high_return_rate")


def list_workspaces(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """There is one."""
    return show_page("/api/v1/workspaces/", [{"id": WORKSPACE, "title": "Local workspace"}], query)


def check_workspace(body: Mapping[str, str]) -> None:
    """Refuse a request that names no workspace of the account."""
    if body.get("workspace_id") != WORKSPACE:
        raise refuse(f"There is no workspace {body.get('workspace_id')}.")


def make_secret(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """A new secret with which notices are signed, in place of the old one."""
    check_workspace(body)
    state.hook_secret = secrets.token_urlsafe(32)
    return {"id": state.make_id(), "value": state.hook_secret, "workspace_id": WORKSPACE}


def subscribe(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """Ask for notices of a kind at an address; the answer's header holds what confirms it."""
    check_workspace(body)
    if body.get("event_type") not in EVENTS:
        raise refuse(f"There is no event {body.get('event_type')}.")
    token = secrets.token_urlsafe(16)
    row = {**body, "id": state.make_id(), "is_enabled": False}
    state.subscriptions[row["id"]] = row
    state.confirmations[row["id"]] = token
    return {**row, HEADERS: {"X-Hook-Secret": token}}


def confirm(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """From now on notices are sent."""
    row = state.subscriptions.get(parts[2])
    if row is None or body.get("secret") != state.confirmations[parts[2]]:
        raise refuse("This does not confirm a subscription.")
    row["is_enabled"] = True
    return row


def list_subscriptions(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """The subscriptions of a workspace."""
    check_workspace(query)
    return show_page("/api/v1/hooks/subscriptions/", list(state.subscriptions.values()), query)


OPERATIONS: tuple[tuple[str, str, str, Operation], ...] = (
    ("list workspaces", "GET", r"workspaces", list_workspaces),
    ("make secret", "POST", r"hooks/secrets", make_secret),
    ("subscribe", "POST", r"hooks/subscriptions", subscribe),
    ("confirm", "POST", r"hooks/subscriptions/\w+", confirm),
    ("list subscriptions", "GET", r"hooks/subscriptions", list_subscriptions),
)
