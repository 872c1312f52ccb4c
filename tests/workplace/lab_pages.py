"""The way to every page of the workplace in the lab of these tests, and to whatever else each can be asked for."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, reverse

from agents.models import AgentRun, Response, Room
from analysis.figures import FIGURES
from analysis.models import EvaluationRun, StudyPackage
from analysis.packages.asking import sign_link
from judging.models import Decision, Study, StudyDraft
from judging.models.recruiting import PlatformSubmission
from tests.addresses import ADDRESSES
from tests.workplace.lab import STUDIES

Filled = dict[str, Any]
ASKED_FOR = {
    "review": ("show=all", "show=flags", "show=approved&page=9999"),
    "visits": ("state=finished&page=9999",),
    "judges": ("counted=left_out", "state=finished"),
    "stimuli": ("q=nowhere", "task=color&pool=tests", "facet=size=1", "state=truth", "before=600"),
    "responses": (
        *("q=nowhere", "q=red", "pool=tests", "task=color", "task=conversation", "facet=size=1", "origin=ai"),
        *("origin=human", "agent=color-system-0", "provenance=collected", "state=remarks", "state=aside", "before=600"),
    ),
    "agents": ("q=system", "origin=human"),
    "answers": ("page=9999",),
    "log": ("study=judged", "who=nobody", "page=9999"),
}
OF_DRAFTS = {"redraft", "launch", "launch_checks"}


def list_paths() -> Iterator[tuple[str, str]]:
    """The name and path of every address, for each kind of study, and of whatever it can be asked for."""
    for address in ADDRESSES:
        name = str(address.name)
        for filled in fill(address):
            path = reverse(f"workplace:{name}", kwargs=filled)
            yield name, path
            yield from ((name, f"{path}?{asked}") for asked in ASKED_FOR.get(name, ()))


def fill(address: URLPattern) -> Iterator[Filled]:
    """What the parts of an address are in this lab, one after the other where there are several."""
    route, name = str(address.pattern), str(address.name)
    if not address.pattern.converters:
        yield {}
    elif route.startswith("studies/"):
        for study in list_studies():
            yield from ({"slug": study.slug, **rest} for rest in fill_of_study(name, study))
    elif route.startswith("postings/"):
        for study in list_studies():
            posting = f"draft-{study.slug}" if name in OF_DRAFTS else study.slug
            yield {"public_id": posting, **fill_of_posting(name, study)}
    else:
        yield from fill_other(route, name)


def list_studies() -> Iterator[Study]:
    """One study of each kind."""
    yield from Study.objects.filter(slug__in=STUDIES).order_by("pk")


def fill_of_study(name: str, study: Study) -> Iterator[Filled]:
    """The rest of an address that names a study."""
    if name == "figure":
        yield from ({"figure": figure.slug, "form": form} for figure in [*FIGURES][:1] for form in ("svg", "csv"))
    elif name == "visit":
        yield {"pk": study.assignments.earliest("pk").pk}
    elif name in ("draft", "estimate"):
        yield {"recruiter": "mturk"}
    elif name in ("conversation", "stop_conversation", "extend_conversation"):
        rooms = Room.objects.filter(seats__seating__assignment__study=study).order_by("pk")
        yield from ({"pk": room.pk} for room in rooms[:1])
    elif name == "stop_sharing":
        yield {"account": 1}
    else:
        yield {}


def fill_of_posting(name: str, study: Study) -> Filled:
    """The rest of an address that names a posting."""
    if name == "who":
        return {"pk": PlatformSubmission.objects.filter(part__posting__public_id=study.slug).earliest("pk").pk}
    if name in ("decision", "outcomes", "decide_again"):
        return {"pk": Decision.objects.get(posting__public_id=study.slug).pk}
    return {"number": 1} if name == "posting_again" else {}


def fill_other(route: str, name: str) -> Iterator[Filled]:
    """The parts of an address that names no study."""
    run, evaluation = AgentRun.objects.earliest("pk"), EvaluationRun.objects.earliest("pk")
    response, draft = Response.objects.filter(stimulus__task="color").earliest("pk"), StudyDraft.objects.earliest("pk")
    known: dict[str, Filled] = {
        "collections": {"slug": "together"},
        "preregistrations": {"slug": "colors", "form": "md"},
        "ai-agents/catalogue": {"task": "color"},
        "ai-agents/add": {"system": "endpoint"},
        "ai-agents/runs": {"pk": run.pk, "kind": "refusal"},
        "ai-agents/agent": {"slug": run.agent.slug},
        "ai-judges": {"pk": evaluation.pk, "kind": "roc"},
        "drafts": {"draft": draft.public_id, "page": "trial"},
        "pools": {"task": "color", "pool": response.pool},
        "stimuli": {"pk": response.stimulus_id},
        "responses": {"pk": response.pk},
        "packages": {"link": sign_link(StudyPackage.objects.earliest("pk"))},
        "recruiters": {"recruiter": "mturk", "environment": "local"},
        "lab": {"pk": 1},
        "api-tokens": {"pk": 1},
        "load": {"token": "a"},
        "pictures": {"media": "a"},
    }
    found = [parts for start, parts in known.items() if route.startswith(f"{start}/")]
    assert found, f"The page {name} is new here: say what the parts of its address are in the lab."
    for parts in found:
        yield {part: value for part, value in parts.items() if f":{part}>" in route}
