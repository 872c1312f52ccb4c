"""An offer from what an experimenter asks for, in a command or a form alike; the rest comes from the protocol."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from judging.models import Study
from judging.recruiters.money import Money
from judging.recruiters.values import Offer, Requirements
from turingapp.errors import InvalidOffer, Problem

DESCRIPTION = "Judge whether humans or machines gave some responses."
OPEN_HOURS = 72
LONGEST_JSON = 20_000
Options = Mapping[str, Any]


def read_options(study: Study, options: Options) -> Offer:
    """The offer that the options describe. What is not among them, or empty, has its usual value."""
    minutes = study.protocols.latest("version").settings.minutes
    return Offer(
        title=options.get("title") or study.title,
        description=options.get("description") or DESCRIPTION,
        address="",
        reward=Money(options.get("reward") or 0, options.get("currency") or "USD"),
        places=options["places"],
        minutes=minutes,
        allowed_minutes=options.get("allowed_minutes") or 4 * minutes,
        open_hours=options.get("open_hours") or OPEN_HOURS,
        keywords=tuple(options.get("keywords") or ()),
        requirements=read_requirements(options),
        part_places=options.get("part_places") or 0,
        details=options.get("details") or {},
    )


def read_requirements(options: Options) -> Requirements:
    """Who may take part."""
    return Requirements(
        countries=tuple(options.get("country") or ()),
        least_approval_percent=options.get("approval_percent"),
        least_approved=options.get("approved"),
        masters=bool(options.get("masters")),
        without=tuple(options.get("leave_out") or ()),
        only=tuple(options.get("only") or ()),
        filters=tuple(options.get("filters") or ()),
    )


def write_options(offer: Offer) -> dict[str, Any]:
    """The options that describe an offer: what `read_options` reads."""
    wanted = offer.requirements
    return {
        "title": offer.title,
        "description": offer.description,
        "reward": offer.reward.amount,
        "currency": offer.reward.currency,
        "places": offer.places,
        "allowed_minutes": offer.allowed_minutes,
        "open_hours": offer.open_hours,
        "keywords": list(offer.keywords),
        "part_places": offer.part_places,
        "details": dict(offer.details),
        "country": list(wanted.countries),
        "approval_percent": wanted.least_approval_percent,
        "approved": wanted.least_approved,
        "masters": wanted.masters,
        "leave_out": list(wanted.without),
        "only": list(wanted.only),
        "filters": list(wanted.filters),
    }


def parse_filters(text: str) -> list[dict[str, Any]]:
    """A JSON list of objects; empty text is none. Raises InvalidOffer with the place of the fault."""
    found = parse_json("filters", text or "[]")
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise InvalidOffer([Problem("filters", shorten(text), _("it should be a list of objects, [{...}, {...}]"))])
    return found


def parse_details(text: str) -> dict[str, Any]:
    """A JSON object; empty text is an empty one. Raises InvalidOffer with the place of the fault."""
    found = parse_json("details", text or "{}")
    if not isinstance(found, dict):
        raise InvalidOffer([Problem("details", shorten(text), _("it should be an object, {...}"))])
    return found


def parse_json(field: str, text: str) -> Any:
    """Any JSON that a database can hold. Raises InvalidOffer with line and column."""
    if len(text) > LONGEST_JSON:
        length = _("%(number)s characters long") % {"number": len(text)}
        rule = _("at most %(most)s are taken") % {"most": LONGEST_JSON}
        raise InvalidOffer([Problem(field, length, rule)])
    try:
        found = json.loads(text, parse_constant=refuse_constant)
        json.dumps(found, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        where = _("line %(line)s, column %(column)s") % {"line": error.lineno, "column": error.colno}
        rule = _("it is not JSON: %(fault)s") % {"fault": error.msg}
        raise InvalidOffer([Problem(field, shorten(text), rule, where)]) from None
    except (ValueError, RecursionError) as error:
        rule = _("it holds what cannot be stored: %(fault)s") % {"fault": error}
        raise InvalidOffer([Problem(field, shorten(text), rule)]) from None
    if "\\u0000" in text:
        raise InvalidOffer([Problem(field, shorten(text), _("it holds the character NUL; leave it out"))])
    return found


def refuse_constant(name: str) -> None:
    """NaN and the infinities are no JSON."""
    raise ValueError(_("%(name)s is no number") % {"name": name})


def shorten(text: str) -> str:
    """The beginning of a value, quoted."""
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
