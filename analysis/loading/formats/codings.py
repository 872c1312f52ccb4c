"""How the files of the original study spell origins, genders, groups of judges and AI systems."""

import re
from collections.abc import Mapping
from typing import Any

from agents.formats.base import Author
from agents.formats.paper import TITLES
from agents.models import Origin
from agents.normalizing import normalize_words
from agents.tasks.payloads import describe_value
from analysis.judge_groups import EDUCATION_GROUPS, GENDER_GROUPS, GROUPS, LANGUAGE_GROUPS, OLD, YOUNG
from turingapp.errors import InvalidPayload, Problem

ORIGINS = {
    "human": Origin.HUMAN,
    "h": Origin.HUMAN,
    "machine": Origin.AI,
    "m": Origin.AI,
    "ai": Origin.AI,
    "a": Origin.AI,
}
GENDERS = {"male": "male", "m": "male", "female": "female", "f": "female", "other": "other"}
UNNAMED = "unnamed"
# The names of systems, without case, spaces and signs, that are not those of the study's own answers.
SYSTEMS = {
    "mccq": "histogram",
    "deepgazeiii": "deepgaze",
    "deepgaze3": "deepgaze",
    "microsoft": "microsoft_api",
    "microsoftapi": "microsoft_api",
    "gpt3embedding": "gpt3emb",
    "gpt3embeddings": "gpt3emb",
    "gpt3curie": "gpt3promptcurie",
    "gpt3davinci": "gpt3promptdav",
    "gpt3promptdavinci": "gpt3promptdav",
    "gpt3promptdavinvci": "gpt3promptdav",
}
EDUCATIONS = {
    "highschool": "school",
    "college": "vocational",
    "somecollege": "vocational",
    "undergraduate": "bachelor",
    "pg": "master",
    "graduate": "master",
    "postgraduate": "master",
    "phd": "doctorate",
}
UNITED_STATES = frozenset({"united states", "united states of america", "usa", "us"})
AGE = re.compile(r"(?:\d{1,3}\s*[-–]\s*)?(\d{1,3})")


def fold(value: Any) -> str:
    """A code without case, spaces and signs; empty for what is no text and no number."""
    return re.sub(r"[\W_]+", "", str(value)).casefold() if isinstance(value, str | int) else ""


def read_origin(value: Any, *, field: str, where: str) -> Origin:
    """Human or AI, however it is spelled; raises InvalidPayload."""
    found = ORIGINS.get(fold(value))
    if found is None:
        given = "missing" if value in (None, "") else describe_value(value)
        raise InvalidPayload([Problem(field, given, "it should be human or machine", where)])
    return found


def read_gender(value: Any) -> str:
    """A gender's code; empty where none is told, such as for machines."""
    return GENDERS.get(fold(value), "")


def name_system(value: Any) -> str:
    """The name of an AI system as the study's published answers have it; a name not known there as it is."""
    folded = fold(value)
    return SYSTEMS.get(folded, folded)


def make_ai(task: str, role: str, value: Any, *, where: str) -> Author:
    """The AI author of a response, under the name that its published answers have here; raises InvalidPayload."""
    system = name_system(value)
    if not system:
        raise InvalidPayload([Problem("machine_groundtruth", "missing", "a machine should be named", where)])
    title = f"{TITLES.get(system, str(value).strip())} (original study)"
    return Author(role, Origin.AI, f"paper-{task}-{system}", title, details={"system": system})


def describe_judge(given: Mapping[str, Any]) -> dict[str, Any]:
    """What a judge told, in the groups of the reports; what fits none is left out.

    The study's age bins 31-35 and 45-50 reach over the groups' bounds: a bin counts by its upper end, and 35 as under.
    """
    education = fold(given.get("education"))
    native = fold(given.get("native"))
    country = given.get("country")
    found = {
        "age": group_age(given.get("age")),
        "gender": GENDER_GROUPS.get(GENDERS.get(fold(given.get("gender")), "").replace("other", "another")),
        "education": EDUCATION_GROUPS.get(EDUCATIONS.get(education, education)),
        "country": group_country(country) if isinstance(country, str) else None,
        "language": LANGUAGE_GROUPS.get(native),
    }
    groups = {name: group for name, group in found.items() if group}
    return {GROUPS: groups, **({"native_english": native} if native in LANGUAGE_GROUPS else {})}


def group_age(value: Any) -> str | None:
    """The group of an age, or of a bin of ages such as 31-35."""
    match = AGE.fullmatch(str(value).strip()) if isinstance(value, str | int) else None
    if match is None:
        return None
    age = int(match[1])
    return f"Under {YOUNG}" if age <= YOUNG else f"{YOUNG} to {OLD}" if age <= OLD else f"Over {OLD}"


def group_country(country: str) -> str | None:
    """From the United States, or from elsewhere; None where no country is told."""
    name = normalize_words(country)
    return None if not name else "United States" if name in UNITED_STATES else "Elsewhere"
