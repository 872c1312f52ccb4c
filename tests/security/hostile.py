"""A lab in which every text that anybody may have typed, loaded or said is an attack."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.db.models import CharField, Field, SlugField, TextField

from agents.adding import add_agent
from agents.ai_agents.eliza_chat import Eliza
from agents.models import AgentRun, Origin, Room, RunItem, Stimulus
from agents.models.runs import ItemTry
from analysis.models import EvaluationRun, StudyPackage
from analysis.packages.asking import sign_link
from analysis.sharing import share_report
from judging.collecting import change_collection, make_collection
from judging.drafting import draft_posting
from judging.models import Decision, Posting, Study, StudyDraft
from judging.models.alerting import Alert, AlertMessage, AlertReceiver
from judging.models.recruiting import LedgerEntry, Outgoing, PlatformIdentity, PlatformSubmission, PostingPart
from judging.preregistering import lock_plan
from judging.recruiters.money import Money
from tests.builders import AT, make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit
from tests.judging.conversing.visits import bring_to_present, open_chat_study, seat_two, talk
from tests.judging.recruiters.stories import make_offer
from tests.judging.test_preregistering import make_plan
from turingapp.api.tokens import make_token

# Ends a cell, an attribute, a script, a title and a text area; a template would make another number of it.
MARK = "hostile-mark"
HOSTILE = f"=1+1\"'></script></title></textarea><{MARK} onclick=alert(1)>{{{{ 7|add:14 }}}}{{% debug %}}"
FAR = AT.replace(year=9000)
LONG_ENOUGH = 100  # characters of a column that may hold it
OURS = ("agents", "judging", "analysis", "members", "api")
# Drawn, sealed or looked up by the platform, whatever their length: nobody types them.
DRAWN = {
    *("sealed", "person_key", "cause", "platform_assignment", "platform_id", "embedder"),
    *("content", "key", "name"),
}


# The audit log refuses to be changed; here it is to hold what it may hold.
UNGUARDED = {
    "sqlite": "DROP TRIGGER IF EXISTS audit_log_refuses_update",
    "postgresql": "SET LOCAL session_replication_role = replica",
}


def poison_all() -> "list[Field[Any, Any]]":
    """Write the attack into every column of free text; returns those columns."""
    poisoned = []
    with connection.cursor() as cursor:
        cursor.execute(UNGUARDED[connection.vendor])
    for column in list_typed():
        # A constraint may tie a name to a time: what is on was switched off by nobody.
        with suppress(IntegrityError), transaction.atomic():
            column.model._base_manager.update(**{column.name: HOSTILE[: column.max_length]})
            poisoned.append(column)
    return poisoned


def list_typed() -> "Iterator[Field[Any, Any]]":
    """The columns of our tables that hold free text."""
    for label in OURS:
        for model in apps.get_app_config(label).get_models():
            yield from (field for field in model._meta.fields if is_typed(field))


def is_typed(field: "Field[Any, Any]") -> bool:
    """Whether somebody may have typed what a column holds."""
    if isinstance(field, SlugField) or field.choices or field.unique or field.name in DRAWN:
        return False
    return isinstance(field, TextField) or (isinstance(field, CharField) and (field.max_length or 0) >= LONG_ENOUGH)


def build_lab() -> dict[str, dict[str, Any]]:
    """Rows of most tables, all poisoned; for the name of an address, what its parts stand for."""
    study = open_judged_study()
    posting, submission, decision = open_posting(study)
    room, run = hold_conversation(), run_agent()
    package = StudyPackage.objects.create(
        study=study, smallest_group=1, state="failed", error=HOSTILE, created_at=AT, expires_at=FAR
    )
    evaluation = EvaluationRun.objects.create(
        source=study.slug, judges=["ridge"], unit="response", state="failed", error=HOSTILE, created_at=AT
    )
    draft = StudyDraft.objects.create(content=f"title: {HOSTILE!r}", begun_at=AT, begun_by="", saved_at=AT, saved_by="")
    raise_alert(study)
    colleague = User.objects.create_user("colleague", first_name=HOSTILE[:150])
    make_token(colleague, name="x", scopes=["pools:read"], days=9, at=AT)
    poison_all()
    chat = {"slug": room.seats.first().seating.assignment.study.slug, "pk": room.pk}  # type: ignore[union-attr]
    of_run, of_decision = {"pk": run.pk}, {"pk": decision.pk}
    numbered: dict[str, dict[str, Any]] = {
        "agent_run": of_run,
        "agent_run_progress": of_run,
        "agent_run_failures": of_run,
        "evaluation": {"pk": evaluation.pk},
        "evaluation_progress": {"pk": evaluation.pk},
        "conversations": chat,
        "conversations_live": chat,
        "conversation": chat,
        "decision": of_decision,
        "outcomes": of_decision,
        "who": {"pk": submission.pk},
        "preregistration": {"slug": "planned"},
        "osf": {"slug": "planned", "form": "md"},
        "lab_account": {"pk": colleague.pk},
        "ai_agent": {"slug": run.agent.slug},
        "package_file": {"link": sign_link(package)},
    }
    usual = {
        "slug": study.slug,
        "public_id": posting.public_id,
        "task": "captioning",
        "pool": "tests",
        "system": "eliza",
        "draft": draft.public_id,
        "recruiter": "link",
        "environment": "live",
        "kind": "refusal",
        "page": "trial",
        "figure": "judges",
        "form": "csv",
    }
    return {"": usual, **{name: usual | values for name, values in numbered.items()}}


def open_judged_study() -> Study:
    """Captions, agents, stimuli and judges' remarks that attack, in a collection, with a plan and a public report."""
    texts = {"title": HOSTILE, "label": HOSTILE[:100], "consent": HOSTILE, "debrief": HOSTILE}
    study = make_study("captions", task="captioning", screening=[{"rule": "finished"}], **texts)
    people = [make_agent("person"), make_agent("machine", origin=Origin.AI)]
    for number in range(4):
        visit = make_visit(study, demographics={"gender": HOSTILE}, closing={"remarks": HOSTILE, "strategy": HOSTILE})
        for agent in people:
            key = f"{HOSTILE} {agent.slug} {number}"
            stimulus = make_stimulus(task="captioning", key=key, facets={HOSTILE: HOSTILE})
            response = make_response(agent, stimulus=stimulus, payload={"caption": HOSTILE})
            make_judgement(visit, response, "human" if number else "ai", answers={"reason": HOSTILE})
    change_collection(make_collection("captions"), add=["captions"])
    plan = make_plan(slug="planned", hypotheses=[HOSTILE], stopping=HOSTILE, rationale=HOSTILE)
    lock_plan(plan, slug="planned", who=HOSTILE, at=AT)
    share_report(study, who=HOSTILE, at=AT)
    return study


def open_posting(study: Study) -> tuple[Posting, PlatformSubmission, Decision]:
    """A posting with a submission that somebody decided on."""
    offer = make_offer(title=HOSTILE, description=HOSTILE, reward=Money(0, "USD"))
    posting = draft_posting(study, offer, recruiter="link", environment="live", at=AT)
    Posting.objects.update(state="open", opened_at=AT)
    part = PostingPart.objects.create(posting=posting, number=1, places=4, recruiter="link", environment="live")
    identity = PlatformIdentity.objects.create(person_key="p", recruiter="link", sealed="x", created_at=AT)
    submission = PlatformSubmission.objects.create(
        part=part, platform_assignment="a", identity=identity, status="submitted", created_at=AT, seen_at=AT
    )
    asked = Outgoing.objects.create(
        cause="c", kind="open", payload={"places": 4}, part=part, state="failed", due_at=AT, created_at=AT
    )
    LedgerEntry.objects.create(
        part=part, study=study, submission=submission, outgoing=asked, kind="reward", amount=1, currency="USD",
        state="committed", created_at=AT,
    )  # fmt: skip
    decision = Decision.objects.create(posting=posting, kind="reject", terms={"reason": HOSTILE}, by=HOSTILE, at=AT)
    return posting, submission, decision


def hold_conversation() -> Room:
    """Two people talk, each message an attack."""
    room = talk(seat_two(open_chat_study(slug="talks")), 2)
    bring_to_present(room)
    return room


def run_agent() -> AgentRun:
    """A run of an AI agent whose service replied with an attack."""
    agent = add_agent(Eliza(), at=AT, title="Eliza")
    run = AgentRun.objects.create(agent=agent, task="captioning", pool="tests", state="stopped", created_at=AT)
    item = RunItem.objects.create(run=run, stimulus=Stimulus.objects.earliest("pk"), state="failed", due_at=AT)
    ItemTry.objects.create(item=item, number=1, outcome="refusal", sentence=HOSTILE, raw={"said": HOSTILE}, at=AT)
    return run


def raise_alert(study: Study) -> None:
    """An alert that was told to somebody."""
    alert = Alert.objects.create(kind="runs", subject="x", study=study, sentence=HOSTILE, raised_at=AT)
    receiver = AlertReceiver.objects.create(
        study=study, channel="hook", address="https://example.org", added_by="", added_at=AT
    )
    AlertMessage.objects.create(alert=alert, receiver=receiver, news="raised", due_at=AT, created_at=AT)
