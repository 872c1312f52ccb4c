"""Signed tokens: the address of a visit, and the step that a form belongs to. No cookie takes part."""

import hashlib
import hmac

from django.core.signing import BadSignature, Signer
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from judging.models import Assignment, Study
from turingapp.errors import StaleStep

VISITS = Signer(salt="visit", sep=".")
STEPS = Signer(salt="step", sep=".")
ROBOTS = Signer(salt="robot", sep=".")
PERSONS = Signer(salt="person", sep=".")
APART = Signer(salt="preview", sep=".")

FEEDBACK = "feedback"  # the stage in a step that goes past a feedback page
CONVERSE = "converse"  # the stage in a step of the pages around a conversation
IDENTIFY = "identify"  # the stage in a step of the pages around a game of three
ANSWER = "answer"  # the stage in a step that answers a stimulus
NOT_SHOWN_YET = gettext_noop(
    "That page was not shown yet. Here is where you are."
)  # to a form that is ahead of its visit


def sign_visit(assignment: Assignment) -> str:
    """The token in the address of a visit."""
    return VISITS.sign(assignment.public_id)


def read_visit(token: str) -> str | None:
    """The public id in a visit's token; None where the signature is not ours."""
    try:
        return VISITS.unsign(token)
    except BadSignature:
        return None


def sign_step(assignment: Assignment, stage: str, position: int) -> str:
    """What a form carries to say which step of which visit it answers."""
    return STEPS.sign(f"{assignment.public_id}.{stage}.{position}").removeprefix(f"{assignment.public_id}.")


def read_step(public_id: str, step: str) -> tuple[str, int]:
    """The stage and position that a form answers; raises StaleStep where it is not of this visit."""
    try:
        __, stage, position = STEPS.unsign(f"{public_id}.{step}").split(".")
    except (BadSignature, ValueError):
        raise StaleStep(_("This form does not belong to this visit.")) from None
    return stage, int(position)


def sign_robot(study: Study, seed: int) -> str:
    """What a robot's form carries to be let in; its seed makes a run with one robot at a time repeatable."""
    return ROBOTS.sign(f"{study.link}.{seed}")


def read_robot(study: Study, signature: str) -> int | None:
    """The seed of a robot that may judge this study; None for anybody else."""
    try:
        link, seed = ROBOTS.unsign(signature).split(".")
    except (BadSignature, ValueError):
        return None
    return int(seed) if link == study.link else None


def name_submission(assignment: Assignment, stage: str, position: int, loads: int) -> str:
    """The id of one load of one form: the same after a double click, another after a reload."""
    message = f"{assignment.public_id}.{stage}.{position}.{loads}".encode()
    return hmac.new(assignment.seed.to_bytes(8, "big", signed=True), message, hashlib.sha256).hexdigest()[:32]


def sign_apart(study: Study, kind: Assignment.Kind) -> str:
    """What a link carries to begin visits that do not count: previews and pilots, as often as one likes."""
    return APART.sign(f"{study.link}.{kind}")


def read_apart(study: Study, signature: str) -> Assignment.Kind | None:
    """The kind of visit that a link asks for; None where the signature is not ours or of another study."""
    try:
        link, kind = APART.unsign(signature).split(".")
    except (BadSignature, ValueError):
        return None
    return Assignment.Kind(kind) if link == study.link else None


def sign_person(study: Study, person: str) -> str:
    """What a personal link carries: the person's id, signed, so that nobody comes as somebody else."""
    return PERSONS.sign(f"{study.link}.{person}").removeprefix(f"{study.link}.")


def read_person(study: Study, signed: str) -> str | None:
    """The id in a personal link of this study; None where there is none, or the signature is not ours."""
    try:
        return PERSONS.unsign(f"{study.link}.{signed}").removeprefix(f"{study.link}.")
    except BadSignature:
        return None
