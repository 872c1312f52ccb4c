"""Participant groups at Prolific: found by their names, made where they are new; each belongs to a project."""

from judging.recruiters.prolific_calls import ask, list_all


def find_or_make_group(name: str, environment: str, *, project: str = "") -> str:
    """The id of the group of this name in a project, the account's present one where none is named."""
    project = project or str(ask(environment, "GET", "users/me/").get("current_project_id") or "")
    for row in list_all(environment, "participant-groups/", project_id=project):
        if row["name"] == name:
            return str(row["id"])
    made = ask(environment, "POST", "participant-groups/", body={"name": name, "project_id": project})
    return str(made["id"])


def add_to_group(group: str, person: str, environment: str) -> None:
    """Put a participant into a group; again changes nothing."""
    ask(environment, "POST", f"participant-groups/{group}/participants/", body={"participant_ids": [person]})
