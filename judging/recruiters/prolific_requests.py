"""What Prolific is asked, as plain values: the study, its filters and completion codes, and bonuses."""

from typing import Any

from judging.recruiters.values import Bonus, Offer, Outcome, Requirements

Data = dict[str, Any]
PLACEHOLDERS = "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
CODE_TYPES = {
    Outcome.COMPLETE: "COMPLETED",
    Outcome.SCREENED_OUT: "SCREENED_OUT",
    Outcome.FULL: "OTHER",
    Outcome.FAILED: "OTHER",
}


def list_filters(requirements: Requirements) -> list[Data]:
    """The filters: what we can say ourselves, then those given in Prolific's own form."""
    filters: list[Data] = []
    if requirements.least_approval_percent is not None:
        span = {"lower": requirements.least_approval_percent, "upper": 100}
        filters.append({"filter_id": "approval_rate", "selected_range": span})
    if requirements.without:
        filters.append({"filter_id": "participant_group_blocklist", "selected_values": list(requirements.without)})
    if requirements.only:
        filters.append({"filter_id": "participant_group_allowlist", "selected_values": list(requirements.only)})
    return [*filters, *requirements.filters]


def list_codes(offer: Offer) -> list[Data]:
    """A code for each outcome. All are reviewed by a person: nothing is rejected, or paid, by a code alone."""
    return [
        {
            "code": offer.codes[outcome],
            "code_type": CODE_TYPES[outcome],
            "actor": "participant",
            "actions": [{"action": "MANUALLY_REVIEW"}],
        }
        for outcome in Outcome
        if outcome in offer.codes
    ]


def describe_study(offer: Offer, token: str) -> Data:
    """The body of a new draft; the internal name carries our token, by which a repeat finds the draft."""
    joint = "&" if "?" in offer.address else "?"
    study: Data = {
        "name": offer.title,
        "internal_name": token,
        "description": offer.description,
        "external_study_url": f"{offer.address}{joint}{PLACEHOLDERS}",
        "prolific_id_option": "url_parameters",
        "completion_codes": list_codes(offer),
        "filters": list_filters(offer.requirements),
        "estimated_completion_time": offer.minutes,
        "maximum_allowed_time": offer.allowed_minutes,
        "reward": offer.reward.amount,
        "total_available_places": offer.places,
        "device_compatibility": ["desktop", "tablet", "mobile"],
        "peripheral_requirements": [],
    }
    if project := offer.details.get("project"):
        study["project"] = project
    return study


def describe_bonus(submission_id: str, bonus: Bonus) -> str:
    """One line of csv_bonuses: here, unlike anywhere else at Prolific, the amount is in whole units."""
    return f"{submission_id},{bonus.amount.plain}"
