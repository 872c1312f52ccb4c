"""The kinds of study: what people do in them. A new one costs one file here and one line in this list."""

from judging.kinds.base import StudyKind
from judging.kinds.converse import ConverseKind
from judging.kinds.identify import IdentifyKind
from judging.kinds.judge import JudgeKind
from judging.kinds.meeting import MeetingKind
from judging.kinds.respond import RespondKind

KINDS: dict[str, StudyKind] = {kind.slug: kind for kind in (JudgeKind(), RespondKind(), ConverseKind(), IdentifyKind())}
MEETINGS: dict[str, MeetingKind] = {slug: kind for slug, kind in KINDS.items() if isinstance(kind, MeetingKind)}


def find_kind_of_step(step: str) -> StudyKind | None:
    """The kind of study whose forms carry this stage; None for the pages that all kinds share."""
    return next((kind for kind in KINDS.values() if kind.step == step), None)
