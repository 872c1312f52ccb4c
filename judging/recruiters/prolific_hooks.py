"""Prolific's notices (it calls them hooks): the secret they are signed with, subscribing to them, and reading them."""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from urllib.parse import urlsplit

from django.conf import settings

from judging.recruiters.prolific_calls import ask, list_all, send
from judging.recruiters.values import Notice
from turingapp.errors import NotEligible, PermanentServiceError

EVENTS = ("submission.status.change", "study.status.change")
CONFIRM_HEADER = "X-Hook-Secret"
LONGEST_ID = 100


def find_workspace(environment: str, wanted: str = "") -> str:
    """The workspace of that id, or the account's only one; raises PermanentServiceError where that is not clear."""
    titles = {row["id"]: row.get("title", "") for row in list_all(environment, "workspaces/")}
    if wanted in titles:
        return wanted
    if not wanted and len(titles) == 1:
        return str(next(iter(titles)))
    known = ", ".join(f"{number} ({title})" for number, title in titles.items()) or "none"
    asked = f"has no workspace {wanted!r}" if wanted else f"has {len(titles)} workspaces: name one with --workspace"
    raise PermanentServiceError(f"The Prolific account {asked}; there are: {known}.")


def make_secret(environment: str, workspace: str) -> str:
    """A new secret, in place of any that the workspace has; Prolific shows it this once."""
    secret: str = ask(environment, "POST", "hooks/secrets/", body={"workspace_id": workspace})["value"]
    return secret


def subscribe(environment: str, workspace: str, target: str) -> list[str]:
    """Have both kinds of notices sent to an address, each once; gives the kinds that were not sent there before."""
    if environment != "local" and urlsplit(target).scheme != "https":
        raise PermanentServiceError(f"Prolific sends notices to https addresses only; PUBLIC_URL makes it {target}.")
    lacking = sorted(set(EVENTS) - set(list_subscribed(environment, workspace, target)))
    for event in lacking:
        body = {"workspace_id": workspace, "event_type": event, "target_url": target}
        answer = send(environment, "POST", "hooks/subscriptions/", body=body)
        confirmation = {"secret": answer.headers.get(CONFIRM_HEADER, "")}
        ask(environment, "POST", f"hooks/subscriptions/{answer.json()['id']}/", body=confirmation)
    return lacking


def list_subscribed(environment: str, workspace: str, target: str) -> list[str]:
    """The kinds of notices that are sent to an address."""
    rows = list_all(environment, "hooks/subscriptions/", workspace_id=workspace)
    return [row["event_type"] for row in rows if row["target_url"] == target and row.get("is_enabled")]


def read_notice(headers: Mapping[str, str], body: bytes) -> Notice:
    """A notice whose HMAC-SHA256 of time and body, in base64, is made with our secret; raises NotEligible."""
    given = {name.lower(): value for name, value in headers.items()}
    stamp = given.get("x-prolific-request-timestamp", "")
    digest = hmac.new(settings.PROLIFIC_HOOK_SECRET.encode(), stamp.encode() + body, hashlib.sha256).digest()
    signature = given.get("x-prolific-request-signature", "").encode()
    if not settings.PROLIFIC_HOOK_SECRET or not hmac.compare_digest(base64.b64encode(digest), signature):
        raise NotEligible("This notice is not signed by Prolific.")
    try:
        told = json.loads(body)
        kind, resource = str(told["event_type"]), str(told["resource_id"])
    except (ValueError, TypeError, KeyError) as error:
        raise NotEligible(f"This notice names no event and what it is about: {error!r}.") from None
    event_id = given.get("x-event-id", "")
    if not 0 < len(event_id) <= LONGEST_ID:
        event_id = hashlib.sha256(stamp.encode() + body).hexdigest()
    is_submission = kind.startswith("submission.")
    return Notice(event_id, "" if is_submission else resource, resource if is_submission else "")
