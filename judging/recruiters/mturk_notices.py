"""MTurk's notices: which we ask for and where they go, and what they say."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from judging.recruiters.sns import CONFIRMATION, confirm, open_envelope
from judging.recruiters.values import Notice
from turingapp.errors import NotEligible

VERSION = "2006-05-05"  # what the service's model asks for; documents of 2014-08-15 have the same form
VERSIONS = (VERSION, "2014-08-15")
LOCAL_TOPIC = "arn:aws:sns:us-east-1:000000000000:local"
ACCEPTED = "AssignmentAccepted"
EVENTS = (
    ACCEPTED,
    "AssignmentAbandoned",
    "AssignmentReturned",
    "AssignmentSubmitted",
    "AssignmentApproved",
    "AssignmentRejected",
    "HITReviewable",
    "HITExpired",
)
LONGEST_ID = 100


def describe_notification(environment: str) -> dict[str, Any] | None:
    """The Notification of a HIT type; None where no topic is set."""
    topic = find_topic(is_local=environment == "local")
    if not topic:
        return None
    return {"Destination": topic, "Transport": "SNS", "Version": VERSION, "EventTypes": list(EVENTS)}


def find_topic(*, is_local: bool) -> str:
    """The topic that notices go to; empty where none is set."""
    return LOCAL_TOPIC if is_local else str(settings.MTURK_NOTIFICATION_TOPIC)


def read_notices(body: bytes) -> tuple[Notice, ...]:
    """The events in a request from our topic; none where it asks us to confirm that they may come here.

    Raises NotEligible for what is not signed, or is of another topic.
    """
    local_url = str(settings.MTURK_LOCAL_URL)
    envelope = open_envelope(body, local_url=local_url)
    if envelope.topic != find_topic(is_local=envelope.is_local):
        raise NotEligible(
            f"This notice is of the topic {envelope.topic[:200]!r}, which MTURK_NOTIFICATION_TOPIC is not."
        )
    if envelope.kind == CONFIRMATION:
        confirm(envelope, local_url=local_url)
        return ()
    return tuple(read_events(envelope.message, is_local=envelope.is_local))


def read_events(message: str, *, is_local: bool) -> Iterator[Notice]:
    """Each event of a document; raises NotEligible where it is no document of MTurk's."""
    try:
        document = json.loads(message)
        version, number, events = document["EventDocVersion"], document["EventDocId"], document["Events"]
        known = [read_event(str(number), event, is_local=is_local) for event in events]
    except (ValueError, TypeError, KeyError) as error:
        raise NotEligible(f"This notice is no document of MTurk's: {error!r}.") from None
    if version not in VERSIONS:
        raise NotEligible(f"This notice has version {version!r}; we read {' and '.join(VERSIONS)}.")
    yield from known


def read_event(document_id: str, event: Mapping[str, Any], *, is_local: bool) -> Notice:
    """One event; a document that is sent again has the same id, an event in it the same type and assignment."""
    kind, hit, assignment = event["EventType"], event.get("HITId", ""), event.get("AssignmentId", "")
    at = datetime.fromisoformat(event["EventTimestamp"])
    event_id = f"{document_id}:{kind}:{assignment or hit}"
    if len(event_id) > LONGEST_ID:
        event_id = hashlib.sha256(event_id.encode()).hexdigest()
    accepted_at = at.replace(tzinfo=at.tzinfo or UTC) if kind == ACCEPTED else None
    return Notice(event_id, hit, assignment, accepted_at, is_local)
