"""The parity reports of a study's pools: which cues are open, and who knows of them and goes on all the same."""

from datetime import datetime

from django.db import transaction

from agents.parity_cues import Cue
from agents.parity_rows import acknowledge_cue, find_open_cues
from judging.models import Study

NOTE = "with all other cues of the study {slug}"


def list_open_cues(study: Study) -> dict[str, tuple[Cue, ...]]:
    """For each pool of the study's present protocol the telling cues that nobody has acknowledged."""
    settings = study.protocols.latest("version").settings
    return {pool: find_open_cues(study.task, pool, tuple(settings.normalizations)) for pool in settings.pool.names}


def acknowledge_parity(study: Study, *, who: str, at: datetime) -> int:
    """Write down that somebody knows of every open cue of the study's pools; returns how many were open.

    Cues that come with responses loaded later are open again.
    """
    opened = list_open_cues(study)
    note = NOTE.format(slug=study.slug)
    with transaction.atomic():
        for pool, cues in opened.items():
            for cue in cues:
                acknowledge_cue(task=study.task, pool=pool, cue=cue.slug, who=who, note=note, at=at)
    return sum(len(cues) for cues in opened.values())
