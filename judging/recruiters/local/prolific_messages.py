"""Messages at the local Prolific: sent again when asked again, and listed by participant."""

from collections.abc import Mapping
from html import escape

from judging.recruiters.local.prolific_pages import Operation, refuse, show_page
from judging.recruiters.local.prolific_state import Data, ProlificState


def send_message(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """A message to somebody who has taken part in the study; the text is stored as markup."""
    missing = [name for name in ("recipient_id", "study_id", "body") if not body.get(name)]
    if missing:
        raise refuse(f"These fields are needed: {', '.join(missing)}.")
    if body["recipient_id"] not in {part.participant for part in state.list_parts(body["study_id"])}:
        raise refuse("You cannot write to somebody who has not taken part in your study.")
    state.messages.append({**body, "body": escape(body["body"], quote=False).replace("\n", "<br>")})
    return {}


def list_messages(state: ProlificState, parts: list[str], query: Mapping[str, str], body: Data) -> Data:
    """What was sent to one participant."""
    if not query.get("user_id"):
        raise refuse("Either user_id or created_after is needed.")
    rows = [
        {"sender_id": "researcher", "body": row["body"], "study_id": row["study_id"]}
        for row in state.messages
        if row["recipient_id"] == query["user_id"]
    ]
    return show_page("/api/v1/messages/", rows, query)


OPERATIONS: tuple[tuple[str, str, str, Operation], ...] = (
    ("send message", "POST", r"messages", send_message),
    ("list messages", "GET", r"messages", list_messages),
)
