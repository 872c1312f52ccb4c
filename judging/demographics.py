"""What judges are asked about themselves: the questions, their options, and the codes that are stored."""

from datetime import datetime

import pycountry

NO_ANSWER = "no_answer"
NO_ANSWER_TEXT = "Prefer not to say"
YOUNGEST, OLDEST = 18, 100

Choices = list[tuple[str, str]]

GENDERS: Choices = [("female", "Female"), ("male", "Male"), ("another", "Another")]
EDUCATIONS: Choices = [
    ("below_school", "Some school"),
    ("school", "Finished secondary school"),
    ("vocational", "Vocational training or some college"),
    ("bachelor", "Bachelor's degree"),
    ("master", "Master's degree"),
    ("doctorate", "Doctorate"),
]
LABELS = {
    "native_language": "What is your native language?",
    "native_english": "Is English a native language of yours?",
    "birth_year": "In which year were you born?",
    "gender": "What is your gender?",
    "education": "What is the highest education you have finished?",
    "country": "Which country do you come from?",
}


def list_choices(question: str, *, at: datetime) -> Choices:
    """The options of a question, "prefer not to say" last."""
    options: dict[str, Choices] = {
        "native_english": [("yes", "Yes"), ("no", "No")],
        "gender": GENDERS,
        "education": EDUCATIONS,
    }
    if question == "birth_year":
        listed = [(str(year), str(year)) for year in range(at.year - YOUNGEST, at.year - OLDEST, -1)]
    elif question == "country":
        listed = sorted(
            ((c.alpha_2, getattr(c, "common_name", c.name)) for c in pycountry.countries), key=lambda c: c[1]
        )
    elif question == "native_language":
        languages = ((la.alpha_2, la.name) for la in pycountry.languages if getattr(la, "alpha_2", ""))
        listed = [*sorted(languages, key=lambda la: la[1]), ("another", "Another language")]
    else:
        listed = options[question]
    return [*listed, (NO_ANSWER, NO_ANSWER_TEXT)]
