"""Finding what is at MTurk already: a HIT by our token, a bonus by its reference."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from judging.recruiters.mturk_calls import connect, translated_errors
from judging.recruiters.values import Part, Payee
from turingapp.errors import PlatformRefused

ALREADY = "AWS.MechanicalTurk.HitAlreadyExists"
HIT_ID = re.compile(r"\b[0-9A-Z]{20,64}\b")


def make_part(hit: Mapping[str, Any], environment: str) -> Part:
    """What we keep of a HIT."""
    return Part(hit["HITId"], environment, {"hit_type": hit["HITTypeId"]})


def list_hits(environment: str) -> Iterator[dict[str, Any]]:
    """Every HIT of the account."""
    with translated_errors(_("list the HITs")):
        for page in connect(environment).get_paginator("list_hits").paginate(MaxResults=100):
            yield from page.get("HITs", [])


def find_hit(token: str, environment: str) -> Part | None:
    """The HIT that carries our token; None where there is none."""
    for hit in list_hits(environment):
        if hit.get("RequesterAnnotation") == token:
            return make_part(hit, environment)
    return None


def read_hit(hit_id: str, environment: str) -> dict[str, Any] | None:
    """One HIT; None where MTurk does not know it."""
    try:
        with translated_errors(_("show a HIT")):
            hit: dict[str, Any] = connect(environment).get_hit(HITId=hit_id)["HIT"]
    except PlatformRefused:
        return None
    return hit


def adopt_hit(refusal: PlatformRefused, token: str, environment: str) -> Part:
    """The HIT that MTurk says exists already: named in its answer, else found by our token."""
    if refusal.code != ALREADY:
        raise refusal
    for hit_id in HIT_ID.findall(str(refusal)):
        hit = read_hit(hit_id, environment)
        if hit and hit.get("RequesterAnnotation") == token:
            return make_part(hit, environment)
    found = find_hit(token, environment)
    if found is None:
        raise refusal
    return found


def has_bonus(payee: Payee, reference: str) -> bool:
    """Whether MTurk lists a bonus whose reason carries the reference."""
    with translated_errors(_("list the bonuses")):
        pages = connect(payee.part.environment).get_paginator("list_bonus_payments")
        rows = [
            row
            for page in pages.paginate(AssignmentId=payee.platform_assignment, MaxResults=100)
            for row in page.get("BonusPayments", [])
        ]
    return any(reference in row["Reason"] and row["WorkerId"] == payee.person for row in rows)
