"""Answers trials through the WSGI application in this process, forms filled in before the clock runs."""

import io
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from agents.tasks import TASKS
from bench.measuring import Figure, compare
from judging.admitting import Arrival, admit
from judging.models import Assignment, Collection, Study, Trial
from judging.presenting import present
from judging.tokens import sign_step, sign_visit
from judging.views.visiting import PAGE
from tests.pools import make_pool, open_small_study

TIMES, ROUNDS = 20, 9
TRIALS = 60  # as in most of the original study's tasks
OK = "200"
READ = "read"  # the row that the bare view reads
_numbers = count(1)

# What `startproject` writes into a new project.
USUAL_MIDDLEWARE = (
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
)

Application = Callable[[dict[str, Any], Callable[..., Any]], Any]


@csrf_exempt
def insert_row(request: HttpRequest) -> HttpResponse:
    """The bare counterpart: one row read, one inserted, one short answer."""
    known = Collection.objects.get(slug=READ)
    Collection.objects.create(slug=token_hex(8), title=f"{known.title} {request.POST['title']}")
    return HttpResponse("inserted")


urlpatterns = [path("bare/", insert_row)]


def compare_trials(task: str, *, limit_ms: float) -> Figure:
    """Milliseconds of a trial of this task beside those of an insert."""
    make_pool(task, stimuli=TRIALS)
    study = open_small_study(task, trials=TRIALS)
    # As a web process has it, start-up's objects frozen for the garbage collector, for both alike.
    application, bare = import_module("turingapp.wsgi").application, make_bare_application()
    answers = list_answers(study, TIMES * (ROUNDS + 1))

    def answer_trial() -> None:
        address, body = next(answers)
        call(application, address, body)

    def insert() -> None:
        call(bare, "/bare/", b"title=A+row")

    ours_ms, bare_ms = compare(answer_trial, insert, times=TIMES, rounds=ROUNDS)
    return Figure(f"a trial of {task}", ours_ms, "a bare view that inserts a row", bare_ms, limit_ms)


def make_bare_application() -> Application:
    """An application with a new project's middleware whose one address reads and inserts a row."""
    Collection.objects.get_or_create(slug=READ, defaults={"title": "A row"})
    handler = WSGIHandler()
    with override_settings(MIDDLEWARE=[*USUAL_MIDDLEWARE, f"{__name__}.lead_to_bare_view"]):
        handler.load_middleware()
    return handler


def lead_to_bare_view(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware that takes the addresses of this module."""

    def respond(request: HttpRequest) -> HttpResponse:
        request.urlconf = __name__
        return get_response(request)

    return respond


def list_answers(study: Study, number: int) -> Iterator[tuple[str, bytes]]:
    """Addresses and filled-in forms of `number` trials or more, in order; the last of a visit leads to no other."""
    visits = [begin_visit(study) for _ in range(-(-number // (TRIALS - 1)))]
    return iter([answer for visit in visits for answer in fill_in(visit)])


def begin_visit(study: Study) -> Assignment:
    """A visit at its first trial, which is shown."""
    now, name = timezone.now(), f"judge-{next(_numbers)}"
    visit = admit(study, Arrival("link", "live", name, name), at=now, seed=next(_numbers))
    visit.stage, visit.consented_at, visit.began_at = Assignment.Stage.TRIALS, now, now
    visit.save()
    present(visit, at=now)
    return visit


def fill_in(visit: Assignment) -> list[tuple[str, bytes]]:
    """The address and the form of each trial of a visit but the last."""
    address = f"/visit/{sign_visit(visit)}/"
    trials = visit.trials.order_by("position")[: TRIALS - 1]
    return [(address, urlencode(answer(visit, trial)).encode()) for trial in trials]


def answer(visit: Assignment, trial: Trial) -> dict[str, str]:
    """What the form of one trial sends."""
    fields = {f"verdict-{role}": "human" for role in TASKS[visit.study.task].roles}
    if trial.control:
        fields["control"] = trial.control["truth"]
    step = sign_step(visit, Assignment.Stage.TRIALS, trial.position)
    return {**fields, "step": step, "submission": f"submission-{trial.pk}", "rt_ms": "4000", "ms_since_painted": "4000"}


def call(application: Application, address: str, body: bytes) -> None:
    """Send a form as a script does, and read the page to its end; anything else is an error."""
    seen: list[str] = []
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": address,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_PREFER": PAGE,
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
    }
    response = application(environ, lambda status, headers: seen.append(status))
    b"".join(response)
    response.close()
    if not seen[0].startswith(OK):
        raise AssertionError(f"{address} answered {seen[0]!r}; it should be {OK}.")
