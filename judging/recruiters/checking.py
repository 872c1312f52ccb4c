"""Checks of an offer that every platform shares: plain text, an address people can reach, fair and sane pay."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from judging.recruiters.money import Money
from judging.recruiters.values import Offer, Requirements
from turingapp.errors import Problem

COUNTRY = re.compile("[A-Z]{2}")
ID = re.compile("[A-Za-z0-9_-]{1,64}")  # of a group or a qualification
SPACES = re.compile(r"[\x00-\x20\x7f]")  # and controls
# Platforms refuse characters that take four bytes; halves of one and controls are no text at all.
NOT_PLAIN = re.compile("[^\n\x20-\x7e\xa0-\ud7ff\ue000-\uffff]")
MOST_PLACES, MOST_HOURS, MOST_MINUTES = 100_000, 24 * 365, 60 * 24 * 30
LONGEST_TITLE, LONGEST_DESCRIPTION = 128, 2000


def check_text(field: str, text: str, longest: int) -> Iterator[Problem]:
    """Text that platforms take: not empty, not too long, no pictographs, no control characters."""
    if not text.strip():
        yield Problem(field, _("empty"), _("say in a few words what people will do"))
    if len(text) > longest:
        length = _("%(number)s characters long") % {"number": len(text)}
        yield Problem(field, length, _("at most %(most)s are taken") % {"most": longest})
    if wrong := NOT_PLAIN.search(text):
        rule = _("platforms refuse the character %(character)s; leave it out") % {"character": ascii(wrong[0])}
        yield Problem(field, ascii(text[:60]), rule)


def check_address(address: str, *, is_local: bool) -> Iterator[Problem]:
    """An address in plain ASCII, by HTTPS unless the platform runs on this machine."""
    if not is_address(address):
        yield Problem("address", repr(address), _("it should be a web address of ASCII characters"))
    elif urlsplit(address).scheme != "https" and not is_local:
        yield Problem("address", repr(address), _("platforms show pages by https only"))


def is_address(address: str) -> bool:
    """Whether a text is an absolute web address of ASCII characters without spaces."""
    try:
        parts = urlsplit(address)
    except ValueError:  # half a bracket, as in an IPv6 address
        return False
    is_plain = address.isascii() and not SPACES.search(address)
    return is_plain and parts.scheme in ("http", "https") and bool(parts.hostname)


def check_pay(offer: Offer) -> Iterator[Problem]:
    """A reward between the floor and the ceiling per hour; a slip of the decimal point lands outside."""
    least = Money(settings.PAY_FLOOR_PER_HOUR, offer.reward.currency)
    most = Money(settings.PAY_CEILING_PER_HOUR, offer.reward.currency)
    shown = _("%(reward)s for %(minutes)s minutes, %(hourly)s an hour")
    shown %= {"reward": offer.reward, "minutes": offer.minutes, "hourly": offer.hourly}
    if offer.reward.amount <= 0 or offer.hourly.amount < least.amount:
        yield Problem("reward", shown, _("it should be %(least)s an hour or more") % {"least": least})
    elif offer.hourly.amount > most.amount:
        rule = _("it should be %(most)s an hour or less; amounts are in cents or pence") % {"most": most}
        yield Problem("reward", shown, rule)


def check_places(offer: Offer) -> Iterator[Problem]:
    """As many people as a study can have."""
    if not 1 <= offer.places <= MOST_PLACES:
        yield Problem(
            "places", str(offer.places), _("it should be %(least)s to %(most)s") % {"least": 1, "most": MOST_PLACES}
        )
    if offer.part_places < 0:
        yield Problem("part_places", str(offer.part_places), _("it should be 0 or more"))


def check_times(offer: Offer) -> Iterator[Problem]:
    """Numbers that make sense together."""
    if not 1 <= offer.open_hours <= MOST_HOURS:
        yield Problem(
            "open_hours",
            str(offer.open_hours),
            _("it should be %(least)s to %(most)s") % {"least": 1, "most": MOST_HOURS},
        )
    if not 2 * offer.minutes <= offer.allowed_minutes <= MOST_MINUTES:
        rule = _("give people twice the expected %(minutes)s or more, and at most %(most)s")
        rule %= {"minutes": offer.minutes, "most": MOST_MINUTES}
        yield Problem("allowed_minutes", str(offer.allowed_minutes), rule)


def check_requirements(wanted: Requirements) -> Iterator[Problem]:
    """Countries by their codes, and numbers that can be met."""
    for country in wanted.countries:
        if not COUNTRY.fullmatch(country):
            rule = _("a country has two capital letters (ISO 3166), as US or GB")
            yield Problem("countries", repr(country), rule)
    for field, ids in (("without", wanted.without), ("only", wanted.only)):
        for one in ids:
            if not ID.fullmatch(one):
                yield Problem(field, ascii(one[:60]), _("an id has letters, digits, _ and -"))
    if wanted.least_approval_percent is not None and not 0 <= wanted.least_approval_percent <= 100:
        yield Problem(
            "approval_percent",
            str(wanted.least_approval_percent),
            _("it should be %(least)s to %(most)s") % {"least": 0, "most": 100},
        )
    if wanted.least_approved is not None and wanted.least_approved < 0:
        yield Problem("approved", str(wanted.least_approved), _("it should be 0 or more"))


def check_offer(offer: Offer, *, is_local: bool, currencies: tuple[str, ...]) -> Iterator[Problem]:
    """All checks that platforms share."""
    yield from check_text("title", offer.title, LONGEST_TITLE)
    yield from check_text("description", offer.description, LONGEST_DESCRIPTION)
    yield from check_address(offer.address, is_local=is_local)
    if offer.reward.currency not in currencies:
        yield Problem(
            "currency",
            offer.reward.currency,
            _("it should be one of %(currencies)s") % {"currencies": ", ".join(currencies)},
        )
    yield from check_pay(offer)
    yield from check_places(offer)
    yield from check_times(offer)
    yield from check_requirements(offer.requirements)
