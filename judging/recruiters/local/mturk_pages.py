"""The local MTurk's pages for workers: the list of HITs, a HIT in its frame, accept, return, and externalSubmit."""

from html import escape
from urllib.parse import urlencode, urlsplit
from xml.sax.saxutils import escape as escape_xml

from lxml import etree

from judging.recruiters.local.mturk_state import Hit, MTurkRefusal, MTurkState, Work
from judging.recruiters.local.serving import Reply, Request

NOT_AVAILABLE = "ASSIGNMENT_ID_NOT_AVAILABLE"
SUBMIT_PATH = "/mturk/externalSubmit"
HTML = "text/html; charset=utf-8"
SEE_OTHER, REFUSED, NOT_FOUND = 303, 400, 404


def show(body: str, *, status: int = 200) -> Reply:
    """A page of the platform."""
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Local MTurk</title>'
    return Reply(status, f"{head}<h1>Local MTurk</h1>{body}</html>".encode(), HTML)


def read_address(hit: Hit) -> tuple[str, int]:
    """The external address of a HIT and the height of its frame."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    root = etree.fromstring(hit.question.encode(), parser)
    values = {etree.QName(child).localname: (child.text or "").strip() for child in root}
    return values["ExternalURL"], int(values["FrameHeight"]) or 600


def name_frame(state_url: str, hit: Hit, work: Work | None) -> str:
    """The address that the frame shows: MTurk appends its four parameters, and no worker in a preview."""
    address, _ = read_address(hit)
    fields = {"assignmentId": work.assignment_id if work else NOT_AVAILABLE, "hitId": hit.hit_id}
    if work:
        fields |= {"turkSubmitTo": state_url, "workerId": work.worker_id}
    return f"{address}{'&' if urlsplit(address).query else '?'}{urlencode(fields)}"


def button(action: str, label: str, **fields: str) -> str:
    """A form of one button."""
    hidden = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in fields.items()
    )
    return f'<form method="post" action="{escape(action)}">{hidden}<button>{escape(label)}</button></form>'


def list_hits(state: MTurkState, request: Request) -> Reply:
    """What a worker can take."""
    worker = request.query.get("worker", "W1")
    rows = [
        f'<li><a href="/hits/{hit.hit_id}?{urlencode({"worker": worker})}">'
        f"{escape(state.types[hit.type_id]['Title'])}</a>"
        f" (USD {escape(state.types[hit.type_id]['Reward'])}, {state.count_available(hit)} left)</li>"
        for hit in state.hits.values()
        if state.count_available(hit) and state.is_qualified(hit, worker)
    ]
    return show(f"<p>You are worker {escape(worker)}.</p><ul>{''.join(rows) or '<li>No HITs</li>'}</ul>")


def show_hit(state: MTurkState, request: Request, *, url: str, hit: Hit) -> Reply:
    """A HIT in its frame: a preview, or the work of the worker who has accepted it."""
    worker = request.query.get("worker", "W1")
    held = [work for work in state.works.values() if (work.hit_id, work.worker_id) == (hit.hit_id, worker)]
    work = next((work for work in held if work.status == "Accepted"), None)
    source, height = escape(name_frame(url, hit, work)), read_address(hit)[1]
    frame = (
        f'<iframe title="HIT" src="{source}" width="100%" height="{height}"'
        ' sandbox="allow-scripts allow-same-origin allow-forms allow-popups"></iframe>'
    )
    here = f"/hits/{hit.hit_id}"
    if work:
        act = button(f"{here}/return", "Return", worker=worker, assignment=work.assignment_id)
    else:
        act = button(f"{here}/accept", "Accept", worker=worker)
    state_line = escape(held[-1].status if held else "Preview")
    return show(f'<p><a href="/?worker={escape(worker)}">All HITs</a> {state_line}</p>{act}{frame}')


def submit(state: MTurkState, request: Request) -> Reply:
    """Take the form that the study's page sends: the assignment's id and at least one more field."""
    fields = request.form
    assignment_id = fields.pop("assignmentId", "")
    if not assignment_id or not fields:
        return show("<p>The assignment's id and one more field are needed.</p>", status=REFUSED)
    answers = "".join(
        f"<Answer><QuestionIdentifier>{escape_xml(name)}</QuestionIdentifier>"
        f"<FreeText>{escape_xml(value)}</FreeText></Answer>"
        for name, value in fields.items()
    )
    state.submit(assignment_id, f"<QuestionFormAnswers>{answers}</QuestionFormAnswers>")
    return show("<p>Your HIT was submitted. Thank you.</p>")


def answer_worker(state: MTurkState, request: Request, *, url: str) -> Reply:
    """The page of one of the workers' addresses."""
    parts = request.path.strip("/").split("/")
    try:
        if request.path == SUBMIT_PATH and request.method == "POST":
            return submit(state, request)
        if request.path == "/" or parts[0] == "projects":
            return list_hits(state, request)
        if parts[0] != "hits" or len(parts) not in (2, 3):
            return show("<p>There is no such page.</p>", status=NOT_FOUND)
        hit = state.find_hit(parts[1])
        if request.method != "POST":
            return show_hit(state, request, url=url, hit=hit)
        worker = request.form.get("worker", "W1")
        if parts[-1] == "accept":
            state.accept(hit.hit_id, worker)
        else:
            state.give_back(request.form.get("assignment", ""), worker)
    except MTurkRefusal as refusal:
        return show(f"<p>{escape(str(refusal))}</p>", status=REFUSED)
    return Reply(SEE_OTHER, headers={"Location": f"/hits/{hit.hit_id}?{urlencode({'worker': worker})}"})
