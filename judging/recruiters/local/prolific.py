"""The local Prolific: the REST API for researchers, the participants' pages, and signed notices."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from html import escape
from http.cookies import SimpleCookie
from urllib.parse import quote, unquote, urlencode

from judging.recruiters.local.faults import Fault
from judging.recruiters.local.prolific_operations import find_operation
from judging.recruiters.local.prolific_state import ACTIVE, HEADERS, RETURNED, Data, ProlificRefusal, ProlificState
from judging.recruiters.local.serving import Platform, Reply, Request, Silence

API = "/api/v1/"
TOKEN = "Token "  # noqa: S105 - how the header begins, not a secret
HTML = "text/html; charset=utf-8"
BROKEN, THROTTLED, UNAUTHORIZED, NOT_FOUND, SEE_OTHER = 500, 429, 401, 404, 303


class LocalProlific(Platform):
    """A platform whose whole state is in memory."""

    def __init__(self, state: ProlificState | None = None) -> None:
        super().__init__()
        self.state = state or ProlificState()
        self.calls: list[str] = []

    def name_operation(self, request: Request) -> str:
        """The operation of a request below /api/v1/; empty for a participant's page."""
        found = find_operation(request.method, request.path.removeprefix(API).strip("/"))
        return found[0] if found and request.path.startswith(API) else ""

    def reply(self, request: Request) -> Reply:
        """A request below /api/v1/ is a researcher's, any other a participant's."""
        try:
            if request.path.startswith(API):
                return self.answer_researcher(request)
            return self.answer_participant(request)
        except ProlificRefusal as refusal:
            error = {"error": {"status": refusal.status, "title": "Error", "detail": str(refusal)}}
            return Reply(refusal.status, json.dumps(error).encode())

    def answer_researcher(self, request: Request) -> Reply:
        """One operation of the API, with the faults that strike it."""
        path = request.path.removeprefix(API).strip("/")
        found, faults = find_operation(request.method, path), self.state.faults
        if found is None:
            raise ProlificRefusal(NOT_FOUND, f"There is nothing at {request.path}.")
        if not request.headers.get("authorization", "").removeprefix(TOKEN):
            raise ProlificRefusal(UNAUTHORIZED, "Authentication credentials were not provided.")
        name, operation = found
        self.calls.append(name)
        if faults.strikes(Fault.THROTTLED, name):
            raise ProlificRefusal(THROTTLED, "Request was throttled.")
        if faults.strikes(Fault.ERROR_BEFORE, name):
            raise ProlificRefusal(BROKEN, "Something went wrong.")
        done = operation(self.state, path.split("/"), request.query, json.loads(request.body or b"{}"))
        if request.method != "GET" and faults.strikes(Fault.ERROR_AFTER, name):
            raise ProlificRefusal(BROKEN, "Something went wrong.")
        if request.method != "GET" and faults.strikes(Fault.SILENCE_AFTER, name):
            raise Silence(name)
        headers = done.pop(HEADERS, {})
        return Reply(200, json.dumps(done).encode(), headers=headers)

    def answer_participant(self, request: Request) -> Reply:
        """The pages of participants: the list, start, return, and the way back with a code."""
        parts = request.path.strip("/").split("/")
        cookie = SimpleCookie(request.headers.get("cookie", "")).get("participant")
        participant = request.query.get("participant") or (unquote(cookie.value) if cookie else "P1")
        if request.path == "/":
            return self.show_home(participant)
        if request.path == "/submissions/complete":
            part = self.state.complete(participant, request.query.get("cc", ""))
            return show_page(f"<p>Your submission is {escape(part.status)}. Thank you.</p>")
        if parts[0] == "start" and request.method == "POST":
            part = self.state.start(parts[1], participant)
            return Reply(SEE_OTHER, headers={"Location": self.name_study(part.submission_id)})
        if parts[0] == "return" and request.method == "POST":
            part = self.state.find_part(parts[1])
            if part.participant == participant and part.status == ACTIVE:
                self.state.move(part, RETURNED)
            return Reply(SEE_OTHER, headers={"Location": f"/?{urlencode({'participant': participant})}"})
        raise ProlificRefusal(NOT_FOUND, f"There is nothing at {request.path}.")

    def name_study(self, submission_id: str) -> str:
        """The study's address with the three parameters filled in."""
        part = self.state.find_part(submission_id)
        address: str = self.state.find_study(part.study_id)["external_study_url"]
        values = {"PROLIFIC_PID": part.participant, "STUDY_ID": part.study_id, "SESSION_ID": part.submission_id}
        for name, value in values.items():
            address = address.replace(f"{{{{%{name}%}}}}", value)
        return address

    def link_study(self, submission_id: str) -> str:
        """A link by which somebody who was interrupted goes on."""
        return f' <a href="{escape(self.name_study(submission_id))}">Go on</a>'

    def show_home(self, participant: str) -> Reply:
        """What a participant can take or has taken."""
        rows = [
            f"<li>{escape(study['name'])}"
            f'<form method="post" action="/start/{study["id"]}?{urlencode({"participant": participant})}">'
            "<button>Start</button></form></li>"
            for study in self.state.studies.values()
            if study["status"] == "ACTIVE"
        ]
        mine = [part for part in self.state.parts.values() if part.participant == participant]
        rows += [
            f"<li>{part.submission_id}: {escape(part.status)}"
            f"{self.link_study(part.submission_id) if part.status == 'ACTIVE' else ''}"
            f'<form method="post" action="/return/{part.submission_id}?{urlencode({"participant": participant})}">'
            "<button>Return</button></form></li>"
            for part in mine
        ]
        page = show_page(f"<p>You are participant {escape(participant)}.</p><ul>{''.join(rows)}</ul>")
        cookie = f"participant={quote(participant, safe='')}; Path=/; HttpOnly; SameSite=Lax"
        return Reply(page.status, page.body, page.content_type, {"Set-Cookie": cookie})

    def sign_notices(self) -> Iterator[tuple[str, bytes, dict[str, str]]]:
        """The notices that wait, each with its address, body and signed headers; they then count as sent."""
        with self.lock:
            waiting, self.state.notices = self.state.notices, []
        for notice in waiting:
            body = json.dumps(notice["body"]).encode()
            yield notice["to"], body, sign(notice, body, self.state.hook_secret)


def sign(notice: Data, body: bytes, secret: str) -> dict[str, str]:
    """The headers of a notice: HMAC-SHA256 of the time and the body, in base64."""
    stamp = str(int(notice["at"]))
    digest = hmac.new(secret.encode(), stamp.encode() + body, hashlib.sha256).digest()
    return {
        "X-Prolific-Request-Timestamp": stamp,
        "X-Prolific-Request-Signature": base64.b64encode(digest).decode(),
        "X-Event-ID": notice["id"],
        "Content-Type": "application/json",
    }


def show_page(body: str) -> Reply:
    """A page of the platform."""
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Local Prolific</title>'
    return Reply(200, f"{head}<h1>Local Prolific</h1>{body}</html>".encode(), HTML)
