"""An offer as JSON, and back."""

from dataclasses import asdict
from typing import Any

from judging.recruiters.money import Money
from judging.recruiters.values import Offer, Outcome, Requirements

TUPLES = ("countries", "without", "only", "filters")


def write_offer(offer: Offer) -> dict[str, Any]:
    """What a posting keeps of its offer."""
    document = asdict(offer)
    document["codes"] = {str(outcome): code for outcome, code in offer.codes.items()}
    return document


def read_offer(document: dict[str, Any]) -> Offer:
    """The offer that a posting keeps."""
    requirements: dict[str, Any] = {
        name: tuple(value) if name in TUPLES else value for name, value in document["requirements"].items()
    }
    changes = {
        "reward": Money(**document["reward"]),
        "keywords": tuple(document["keywords"]),
        "requirements": Requirements(**requirements),
        "codes": {Outcome(outcome): code for outcome, code in document["codes"].items()},
    }
    return Offer(**{**document, **changes})
