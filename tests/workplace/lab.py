"""A lab in which every page of the workplace has something to show; its visits can be made many."""

from collections.abc import Mapping, Sequence

from django.apps import apps
from django.db.models import AutoField, Model

from agents.accepting import Source, keep_answer
from agents.checking_answers import CheckedAnswer
from agents.failures import Failure
from agents.models import (
    Agent,
    AgentRun,
    Answer,
    AnswerAuthor,
    Authorship,
    ItemTry,
    Message,
    Origin,
    Response,
    Room,
    RunItem,
    Seat,
    Stimulus,
)
from analysis.models import EvaluationRun, StudyPackage
from judging.building import begin_draft
from judging.collecting import change_collection, make_collection
from judging.identifying.choosing import record_choice
from judging.models import (
    Assignment,
    Attempt,
    Choice,
    ControlAnswer,
    Decision,
    DecisionResult,
    Game,
    Judge,
    Judgement,
    Place,
    RevealedIdentity,
    Seating,
    Study,
    Trial,
    VisitStep,
    VisitTally,
)
from judging.models.recruiting import (
    LedgerEntry,
    Outgoing,
    PlatformIdentity,
    PlatformSubmission,
    Posting,
    PostingPart,
    WorkerPulse,
)
from judging.monitoring.counting import count_behind
from judging.offers import write_offer
from judging.opening import open_study
from judging.preregistering import lock_plan
from judging.protocol_text import write_settings
from tests.agents.chatting.rooms import later
from tests.builders import (
    AT,
    make_judgement,
    make_settings,
    make_stimulus,
    make_study,
    make_visit,
)
from tests.growing import grow
from tests.judging.conversing.visits import decide, guess, open_chat_study, seat_two, talk
from tests.judging.identifying.games import begin_game, open_game_study, talk_to_the_end
from tests.judging.recruiters.stories import finish, make_offer
from tests.judging.test_preregistering import make_plan
from tests.members import make_member
from tests.pools import make_payload, make_pool
from turingapp.members.models import AuditEntry
from turingapp.members.roles import Role

JUDGED, ANSWERED, TALKED, PLAYED = STUDIES = ("judged", "answered", "talked", "played")
GROWING: Sequence[type[Model]] = (
    *(Stimulus, Response, Authorship, Place, RunItem, ItemTry),
    *(Judge, Assignment, Trial, Judgement, ControlAnswer, Attempt, VisitStep, VisitTally),
    *(Room, Seat, Message, Seating, Game, Choice, Answer, AnswerAuthor),
    *(PlatformIdentity, PlatformSubmission, Outgoing, LedgerEntry, DecisionResult, RevealedIdentity, AuditEntry),
)
ROOMS = ("agents", "judging", "analysis", "members", "api")
VISITS, RESPONSES = 4, 4  # to one study in which people judge, to each stimulus
NUMBERED: Mapping[type[Model], Sequence[str]] = {AnswerAuthor: ("visit", "person_key")}


def make_lab(*, trials: int = 6) -> None:
    """Studies of each kind with visits, postings, drafts, runs, and whatever else has a page; VISITS are to judge."""
    responses = make_pool(stimuli=trials, machines=RESPONSES - 1)
    fill_judged(make_study(JUDGED, demographics=["gender"], label="Made up"), responses)
    fill_answered()
    fill_talked(open_chat_study(slug=TALKED))
    fill_played(open_game_study(slug=PLAYED))
    change_collection(make_collection("together"), add=[JUDGED])
    for slug in STUDIES:
        post(Study.objects.get(slug=slug))
        make_member("colleague", Role.OWNER, Study.objects.get(slug=slug))
    make_runs()
    begin_draft(write_settings(make_settings()), by="colleague", at=AT)
    lock_plan(make_plan(), slug="colors", who="colleague", at=AT)
    for study in Study.objects.all():
        StudyPackage.objects.create(
            study=study, smallest_group=1, state="ready", created_at=AT, expires_at=AT.replace(year=9000)
        )
        AuditEntry.objects.create(
            at=AT, who="colleague", way="page", deed="open", doing="a", study=study.slug, outcome="done"
        )
    count_behind(Study.objects.all())


def grow_lab(*, copies: int) -> None:
    """The same visits, and what belongs to them and is judged in them, so many times more."""
    grow(GROWING, copies=copies, numbered=NUMBERED)


def grow_all(*, copies: int) -> None:
    """Everything in the lab so many times more: studies, accounts, drafts, runs, and whatever else is listed."""
    kinds = [kind for kind in apps.get_models() if kind._meta.app_label in ROOMS and kind is not WorkerPulse]
    grow([kind for kind in kinds if isinstance(kind._meta.pk, AutoField)], copies=copies, numbered=NUMBERED, mark="a")


def fill_judged(study: Study, responses: Sequence[Response]) -> None:
    """Visits that finished, left, and go on."""
    for first, state in enumerate(("finished", "finished", "expired", "open")):
        visit = make_visit(study, state=state, demographics={"gender": "female"})
        for number, response in enumerate(responses[first::RESPONSES]):
            make_judgement(visit, response, "human" if number % 2 else "ai", control_right=bool(number % 3))
        trial = visit.trials.first()
        Attempt.objects.create(trial=trial, at=AT, seconds_left=1.5)
        VisitStep.objects.create(assignment=visit, stage="consent", position=0, outcome="taken", at=AT)


def fill_answered() -> None:
    """A study in which two people have answered."""
    stimuli = [make_stimulus(task="objects", payload=make_payload("objects", number)) for number in range(4)]
    study = open_study(make_settings("objects", kind="respond", slug=ANSWERED), at=AT)
    for _ in range(2):
        visit = make_visit(study)
        for number, stimulus in enumerate(stimuli, 1):
            words = {"words": ["cup", "table", f"spoon{number}"]}
            author = AnswerAuthor(role="agent", visit=visit.public_id, person_key=visit.judge.person_key)
            checked, source = (
                CheckedAnswer(words, words, ("pasted",)),
                Source(study.slug, f"{visit.public_id}/{number}"),
            )
            keep_answer(stimulus, checked, [author], source, at=AT)


def fill_talked(study: Study) -> None:
    """A conversation of two people that is over, kept by both."""
    visits = seat_two(study)
    talk(visits, 4)
    for visit in visits:
        guess(visit, 20)
        finish(decide(visit, 21), at=later(22))


def fill_played(study: Study) -> None:
    """A game that is over, with its choice."""
    game, judge, _ = begin_game(study)
    talk_to_the_end(game)
    record_choice(judge, {"side": "left", "confidence": "3", "reason": "So."}, at=later(20))


def post(study: Study) -> None:
    """A posting from which everybody came, each paid; and one that is a draft."""
    common = {"study": study, "recruiter": "mturk", "environment": "local", "currency": "USD", "places": 9}
    offer = write_offer(make_offer())
    Posting.objects.create(public_id=f"draft-{study.slug}", offer=offer, created_at=AT, **common)
    posting = Posting.objects.create(
        public_id=study.slug, offer=offer, state="open", opened_at=AT, created_at=AT, **common
    )
    part = PostingPart.objects.create(
        posting=posting,
        number=1,
        places=9,
        state="open",
        recruiter="mturk",
        environment="local",
        platform_id=study.slug,
    )
    decision = Decision.objects.create(posting=posting, kind="approve", at=AT)
    for visit in study.assignments.select_related("judge"):
        identity, _ = PlatformIdentity.objects.get_or_create(
            recruiter="mturk", person_key=visit.judge.person_key, defaults={"created_at": AT}
        )
        submission = PlatformSubmission.objects.create(
            part=part,
            platform_assignment=str(visit.pk),
            identity=identity,
            assignment=visit,
            status="approved",
            created_at=AT,
            seen_at=AT,
        )
        request = Outgoing.objects.create(
            part=part,
            kind="approve",
            submission=submission,
            state="done",
            due_at=AT,
            created_at=AT,
            cause=f"approve:{submission.pk}",
        )
        LedgerEntry.objects.create(
            part=part,
            study=study,
            submission=submission,
            outgoing=request,
            kind="reward",
            amount=100,
            currency="USD",
            state="paid",
            created_at=AT,
        )
        DecisionResult.objects.create(decision=decision, submission=submission, state="asked", outgoing=request)
        RevealedIdentity.objects.create(submission=submission, by="colleague", at=AT)


def make_runs() -> None:
    """A run of an AI agent with an item that failed, and an evaluation."""
    agent = Agent.objects.create(
        slug="scripted", title="Scripted", origin=Origin.AI, system="scripted", fingerprint="f", settings={}
    )
    run = AgentRun.objects.create(agent=agent, task="color", pool="tests", state="finished", created_at=AT, over_at=AT)
    for stimulus in Stimulus.objects.filter(task="color"):
        item = RunItem.objects.create(run=run, stimulus=stimulus, state="failed", due_at=AT)
        ItemTry.objects.create(item=item, number=1, outcome=Failure.REFUSAL, sentence="No.", at=AT)
    EvaluationRun.objects.create(source=JUDGED, judges=[], unit="part", state="canceled", created_at=AT, finished_at=AT)
