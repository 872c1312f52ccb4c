"""The local Prolific's participant groups, and who may not start a study because of them."""

from collections.abc import Mapping

from judging.recruiters.local.prolific_pages import Operation, refuse, show_page
from judging.recruiters.local.prolific_state import Data, ProlificState


def show_group(group: Data) -> Data:
    """A group as the API shows it: without its members."""
    return {name: value for name, value in group.items() if name != "members"}


def create_group(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """A new group; asking twice makes two."""
    if not body.get("name") or not body.get("project_id"):
        raise refuse("A group needs a name and a project.")
    group = {"id": state.make_id(), "name": body["name"], "project_id": body["project_id"], "members": set()}
    state.groups[group["id"]] = group
    return show_group(group)


def list_groups(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """The groups of a project."""
    rows = [show_group(row) for row in state.groups.values() if row["project_id"] == query.get("project_id")]
    return show_page("/api/v1/participant-groups/", rows, query)


def add_members(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """More participants in a group; who is there stays."""
    if parts[1] not in state.groups:
        raise refuse(f"There is no group {parts[1]}.", 404)
    members: set[str] = state.groups[parts[1]]["members"]
    members |= set(body.get("participant_ids", []))
    return {"results": [{"participant_id": name} for name in sorted(members)]}


OPERATIONS: tuple[tuple[str, str, str, Operation], ...] = (
    ("create group", "POST", r"participant-groups", create_group),
    ("list groups", "GET", r"participant-groups", list_groups),
    ("add to group", "POST", r"participant-groups/\w+/participants", add_members),
)
