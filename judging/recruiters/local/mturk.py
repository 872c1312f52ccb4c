"""The local MTurk: requester API (JSON 1.1 behind a target prefix) and workers' pages on one address."""

import json
from collections.abc import Iterator

from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk_notices import make_certificate, seal_question, seal_waiting
from judging.recruiters.local.mturk_operations import OPERATIONS, READING
from judging.recruiters.local.mturk_pages import SUBMIT_PATH, answer_worker, show
from judging.recruiters.local.mturk_state import Data, MTurkRefusal, MTurkState
from judging.recruiters.local.serving import Platform, Reply, Request, Silence
from judging.recruiters.mturk_notices import LOCAL_TOPIC
from judging.recruiters.sns import LOCAL_CERTIFICATE, LOCAL_CONFIRMATION

PREFIX = "MTurkRequesterServiceV20170117"
JSON = "application/x-amz-json-1.1"
BAD, BROKEN = 400, 500


class LocalMTurk(Platform):
    """A platform whose whole state is in memory."""

    def __init__(self, state: MTurkState | None = None) -> None:
        super().__init__()
        self.state = state or MTurkState()
        self.calls: list[str] = []

    def name_operation(self, request: Request) -> str:
        """The operation that the target names; empty for a worker's page."""
        return request.headers.get("x-amz-target", "").rpartition(".")[2]

    def reply(self, request: Request) -> Reply:
        """A request with a target is the requester's, any other a worker's."""
        target = request.headers.get("x-amz-target", "")
        if target:
            return self.answer_requester(target, request)
        if request.path == LOCAL_CERTIFICATE:
            return Reply(200, make_certificate(), "application/x-pem-file")
        if request.path == LOCAL_CONFIRMATION:
            self.state.is_confirmed = True
            return Reply(200, b"<ConfirmSubscriptionResponse/>", "text/xml")
        if request.path == SUBMIT_PATH and self.state.faults.strikes(Fault.ERROR_BEFORE, "externalSubmit"):
            return show("<p>Something went wrong.</p>", status=BROKEN)
        return answer_worker(self.state, request, url=self.url)

    def sign_notices(self) -> Iterator[tuple[str, bytes, dict[str, str]]]:
        """The notices that wait, which then count as sent; before the first one the question whether they may come."""
        with self.lock:
            address, is_confirmed = self.state.notices_go_to, self.state.is_confirmed
            waiting = self.state.notices if is_confirmed else []
            self.state.notices = [] if is_confirmed else self.state.notices
        if address and not is_confirmed:
            yield address, *seal_question(topic=LOCAL_TOPIC, at=self.state.clock(), url=self.url)
        for body, headers in seal_waiting(waiting, url=self.url):
            yield address, body, headers

    def answer_requester(self, target: str, request: Request) -> Reply:
        """One operation of the API, with the faults that strike it."""
        prefix, _, name = target.partition(".")
        faults = self.state.faults
        if prefix != PREFIX or name not in OPERATIONS:
            return refuse("UnknownOperationException", f"There is no operation {target}.")
        if "Credential=" not in request.headers.get("authorization", ""):
            return refuse("AccessDeniedException", "The request is not signed.")
        self.calls.append(name)
        if faults.strikes(Fault.THROTTLED, name):
            return refuse("ThrottlingException", "Rate exceeded")
        if faults.strikes(Fault.ERROR_BEFORE, name):
            return refuse("ServiceFault", "Something went wrong.", status=BROKEN)
        try:
            done = OPERATIONS[name](self.state, json.loads(request.body or b"{}"))
        except MTurkRefusal as refusal:
            return refuse("RequestError", f"{refusal} ({name})", code=refusal.code)
        changes = not name.startswith(READING)
        if changes and faults.strikes(Fault.ERROR_AFTER, name):
            return refuse("ServiceFault", "Something went wrong.", status=BROKEN)
        if changes and faults.strikes(Fault.SILENCE_AFTER, name):
            raise Silence(name)
        return Reply(200, json.dumps(done).encode(), JSON)


def refuse(kind: str, sentence: str, *, code: str = "", status: int = BAD) -> Reply:
    """An error in the form of the API."""
    body: Data = {"__type": kind, "Message": sentence, "message": sentence}
    return Reply(status, json.dumps({**body, "TurkErrorCode": code} if code else body).encode(), JSON)
