"""What MTurk is asked, as plain values: the question's XML, qualification requirements, the HIT type, and its fees."""

from typing import Any
from xml.sax.saxutils import escape

from judging.recruiters.money import take_percent
from judging.recruiters.values import Offer, Requirements

Data = dict[str, Any]
SCHEMA = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/ExternalQuestion.xsd"
MASTERS = {"sandbox": "2ARFPLSP75KLA8M8DH1HTEQVJT3SY6", "live": "2F1QJWKUDD8XADTFD2Q0G6UTO95ALH"}
APPROVED_PERCENT, APPROVED_COUNT = "000000000000000000L0", "00000000000000000040"
LOCALE, ADULT = "00000000000000000071", "00000000000000000060"
MOST_RULES, MOST_LOCALES = 10, 30
FEE, FEE_FOR_MANY, FEE_FOR_MASTERS, LEAST_FEE = 20, 20, 5, 1  # percent of the amount, and cents
MANY = 10  # a HIT with so many assignments costs the higher fee
HABIT = 9


def write_question(address: str) -> str:
    """The ExternalQuestion that shows an address in a frame of automatic height."""
    return (
        f'<ExternalQuestion xmlns="{SCHEMA}">'
        f"<ExternalURL>{escape(address)}</ExternalURL><FrameHeight>0</FrameHeight></ExternalQuestion>"
    )


def list_rules(requirements: Requirements, environment: str) -> list[Data]:
    """The QualificationRequirements; one country is EqualTo, several are In."""
    rules: list[Data] = []
    if requirements.masters and environment in MASTERS:
        rules.append({"QualificationTypeId": MASTERS[environment], "Comparator": "Exists"})
    for kind, least in (
        (APPROVED_PERCENT, requirements.least_approval_percent),
        (APPROVED_COUNT, requirements.least_approved),
    ):
        if least is not None:
            rules.append({"QualificationTypeId": kind, "Comparator": "GreaterThanOrEqualTo", "IntegerValues": [least]})
    if requirements.countries:
        comparator = "EqualTo" if len(requirements.countries) == 1 else "In"
        values = [{"Country": country} for country in requirements.countries]
        rules.append({"QualificationTypeId": LOCALE, "Comparator": comparator, "LocaleValues": values})
    if requirements.adult:
        rules.append({"QualificationTypeId": ADULT, "Comparator": "EqualTo", "IntegerValues": [1]})
    rules += [{"QualificationTypeId": kind, "Comparator": "DoesNotExist"} for kind in requirements.without]
    rules += [{"QualificationTypeId": kind, "Comparator": "Exists"} for kind in requirements.only]
    return [{**rule, "ActionsGuarded": "DiscoverPreviewAndAccept"} for rule in rules]


def describe_type(offer: Offer, environment: str) -> Data:
    """The parameters of CreateHITType; equal offers give the same type."""
    return {
        "Title": offer.title,
        "Description": offer.description,
        "Keywords": ",".join(offer.keywords),
        "Reward": offer.reward.plain,
        "AssignmentDurationInSeconds": offer.allowed_minutes * 60,
        "AutoApprovalDelayInSeconds": offer.approve_after_hours * 3600,
        "QualificationRequirements": list_rules(offer.requirements, environment),
    }


def describe_hit(offer: Offer, type_id: str, token: str) -> Data:
    """The parameters of CreateHITWithHITType; the token makes a repeat harmless and tells whose HIT it is."""
    return {
        "HITTypeId": type_id,
        "MaxAssignments": offer.places,
        "LifetimeInSeconds": offer.open_hours * 3600,
        "Question": write_question(offer.address),
        "RequesterAnnotation": token,
        "UniqueRequestToken": token,
    }


def count_fee(amount: int, *, part_places: int, masters: bool) -> int:
    """MTurk's fee in cents on a reward or a bonus (for which `part_places` is 0)."""
    percent = FEE + (FEE_FOR_MANY if part_places >= MANY else 0) + (FEE_FOR_MASTERS if masters and part_places else 0)
    return max(take_percent(amount, percent), LEAST_FEE) if amount else 0


def share_out(places: int, size: int) -> tuple[int, ...]:
    """So many places in HITs of a size, the last one smaller."""
    full, rest = divmod(places, size or HABIT)
    return (size or HABIT,) * full + ((rest,) if rest else ())


def plan_extension(places: list[int], more: int, size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """New sizes of the HITs there are, and further HITs: a HIT of fewer than ten never grows to ten."""
    grown = []
    for number in places:
        room = more if number >= MANY else max(0, MANY - 1 - number)
        grown.append(number + min(room, more))
        more -= min(room, more)
    return tuple(grown), share_out(more, size)
