"""Whom a platform shuts out by itself: who took part in this study, or in one whose judges it leaves out.

Each study has a list at each platform that keeps lists (a qualification, a participant group). It spares people a way
in vain; our own door has the last word.
"""

import hashlib
from dataclasses import replace

from judging.models import Study
from judging.models.recruiting import PostingPart
from judging.recruiters.values import Offer

LIST = "took_part"  # in a part's details: the platform's id of its study's list


def name_list(study: Study) -> str:
    """The name of a study's list. People may see it, so it tells nothing of the study and gives no link away."""
    return f"took-part-{hashlib.sha256(f'took part in {study.link}'.encode()).hexdigest()[:16]}"


def leave_out(part: PostingPart, offer: Offer) -> tuple[Offer, str]:
    """The offer that shuts out who is on the lists, and the id of the study's own one. May ask the platform."""
    study = part.posting.study
    own = find_own_list(part, offer)
    others = find_lists(part, study.protocols.latest("version").settings.without_judges_of)
    without = dict.fromkeys((*offer.requirements.without, own, *others))
    return replace(offer, requirements=replace(offer.requirements, without=tuple(without))), own


def find_own_list(part: PostingPart, offer: Offer) -> str:
    """The study's list, as another of its parts has it, else as the platform does."""
    study = part.posting.study
    known = find_lists(part, (study.slug,))
    return (
        known[0]
        if known
        else part.posting.plugin.find_list(name_list(study), offer=offer, environment=part.environment)
    )


def find_lists(part: PostingPart, slugs: tuple[str, ...] | list[str]) -> list[str]:
    """The lists that the part's platform keeps of these studies."""
    parts = PostingPart.objects.filter(recruiter=part.recruiter, environment=part.environment, details__has_key=LIST)
    return list(dict.fromkeys(row.details[LIST] for row in parts.filter(posting__study__slug__in=slugs).order_by("pk")))
