"""What the protocol of a new study begins with: no more than its pool can give, so that it could be opened at once."""

from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import override

from agents.ai_agents import BASELINES
from agents.models import Response, Stimulus
from agents.tasks import TASKS
from judging.kind_rules import KIND_RULES
from judging.kinds import KINDS
from judging.models import Study
from judging.protocol import Settings
from judging.protocol_text import write_document

PAIRINGS = ("HH", "HA", "AH", "AA")
LIVE_SHARES = {"HH": 0.5, "HA": 0.25, "AH": 0.25}  # in a live conversation at least one of the two is a person
MINUTES = 10
LONGEST_SLUG = 50
SHORTEST_SLUG = 2
MOST_TOPICS = 10


@dataclass(frozen=True, slots=True)
class Beginning:
    """The text of a protocol, and in sentences what of it is as it is for want of material."""

    content: str
    remarks: tuple[str, ...] = ()


def find_misfit(kind: str, task: str) -> str:
    """Why a study of this kind cannot be of this task; empty where it can."""
    rule = KIND_RULES[kind]
    if rule.answers_alone and not TASKS[task].takes_answers:
        return _("Nobody answers this task alone. Choose a pool of another task, or let people judge or chat.")
    if rule.chats and len(TASKS[task].roles) != len("HA"):
        return _("This task has no two speakers. To let people chat, choose a pool of conversations.")
    return ""


def write_beginning(title: str, kind: str, task: str, pool: str, *, language: str) -> Beginning:
    """A short protocol with what every study of this kind needs."""
    document: dict[str, Any] = {
        "slug": choose_slug(title),
        "title": title,
        "kind": kind,
        "task": task,
        "pool": {"names": [pool]},
        **choose_language(kind, task, language),
        **describe_people(kind, task, pool),
        "minutes": MINUTES,
    }
    with override(str(document.get("language", "en"))):
        document["consent"] = _(
            "You take part in a study of what people and machines answer.\n\n"
            "Taking part is voluntary, and you can stop at any time. What you answer is kept without your name.\n\n"
            "I am 18 or older and take part of my own will.\n"
        )
    changes, remarks = fit_to_pool(document)
    return Beginning(write_document(document | changes), remarks)


def choose_slug(title: str) -> str:
    """A name after the title that no study has."""
    slug = slugify(title).replace("_", "-")[:LONGEST_SLUG].strip("-")
    base = slug if len(slug) >= SHORTEST_SLUG else "a-study"
    taken = set(Study.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    numbered = (f"{base}-{number}" for number in range(2, len(taken) + 3))
    return base if base not in taken else next(name for name in numbered if name not in taken)


def choose_language(kind: str, task: str, language: str) -> dict[str, str]:
    """The language of whoever begins, unless what people write could not be checked in it."""
    checked = TASKS[task].answer_languages if KIND_RULES[kind].answers_alone else ()
    usual = Settings.model_fields["language"].default
    return {} if language == usual or (checked and language not in checked) else {"language": language}


def describe_people(kind: str, task: str, pool: str) -> dict[str, Any]:
    """Who talks with whom, and of live conversations their topics and machines."""
    rule = KIND_RULES[kind]
    found: dict[str, Any] = {}
    if len(TASKS[task].roles) > 1 and "pairings" in rule.fields:
        found["pairings"] = LIVE_SHARES if rule.chats else share_out(list_pairings(task, pool))
    if rule.chats:
        partners = [system.slug for system in BASELINES if task in system.tasks]
        found["chat"] = {"topics": list_topics(task, pool) or [_("anything you like")], "partners": partners}
    return found


def list_pairings(task: str, pool: str) -> list[str]:
    """The pairings that a pool has; all that there are where it lacks people, or machines."""
    responses = Response.objects.in_use().filter(stimulus__task=task, pool=pool)
    there = set(responses.values_list("pairing", flat=True).distinct())
    return [pairing for pairing in PAIRINGS if pairing in there or not {"H", "A"} <= set("".join(there))]


def share_out(pairings: list[str]) -> dict[str, float]:
    """The same share for each, in hundredths; the first has what rounding leaves."""
    share = round(1 / len(pairings), 2)
    first, *others = pairings
    return {first: round(1 - share * len(others), 2), **dict.fromkeys(others, share)}


def list_topics(task: str, pool: str) -> list[str]:
    """The first topics of the pool, each once."""
    stimuli = Stimulus.objects.of_task(task).filter(pool=pool, set_aside_at=None).exclude(payload__topic="")
    topics = stimuli.order_by("payload__topic").values_list("payload__topic", flat=True).distinct()
    return [topic for topic in topics[: MOST_TOPICS + 1] if topic][:MOST_TOPICS]


def fit_to_pool(document: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What has to be said so that the pool can give one person all trials, and in sentences why.

    Nothing where it can anyway, or could give none at all: that is told as a fault of the draft.
    """
    settings = Settings.model_validate(document)
    most = KINDS[settings.kind].count_most_trials(settings)
    if not most and settings.control:
        free = settings.model_copy(update={"control": False})
        most = KINDS[settings.kind].count_most_trials(free)
        if most:
            remark = _("There are no control questions, as no stimulus of the pool has the truth that they need.")
            fewer, remarks = limit_trials(most, free)
            return {"control": False, **fewer}, (remark, *remarks)
    return limit_trials(most, settings)


def limit_trials(most: int, settings: Settings) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Fewer trials than the task usually has, where the pool can give no more."""
    if not 0 < most < settings.trials:
        return {}, ()
    told = _("The pool has enough for %(most)s trials per person, so there are no more; usual are %(usual)s.")
    return {"trials": most}, (told % {"most": most, "usual": settings.trials},)
