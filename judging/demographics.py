"""What judges are asked about themselves: the questions, their options, and the codes that are stored."""

from datetime import datetime

from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from judging.countries import list_countries, list_languages

NO_ANSWER = "no_answer"
NO_ANSWER_TEXT = gettext_noop("Prefer not to say")
YOUNGEST, OLDEST = 18, 100

Choices = list[tuple[str, str]]

GENDERS: Choices = [
    ("female", gettext_noop("Female")),
    ("male", gettext_noop("Male")),
    ("another", gettext_noop("Another")),
]
EDUCATIONS: Choices = [
    ("below_school", gettext_noop("Some school")),
    ("school", gettext_noop("Finished secondary school")),
    ("vocational", gettext_noop("Vocational training or some college")),
    ("bachelor", gettext_noop("Bachelor's degree")),
    ("master", gettext_noop("Master's degree")),
    ("doctorate", gettext_noop("Doctorate")),
]
LABELS = {
    "native_language": gettext_noop("What is your native language?"),
    "native_english": gettext_noop("Is English a native language of yours?"),
    "birth_year": gettext_noop("In which year were you born?"),
    "gender": gettext_noop("What is your gender?"),
    "education": gettext_noop("What is the highest education you have finished?"),
    "country": gettext_noop("Which country do you come from?"),
}


def list_choices(question: str, *, at: datetime) -> Choices:
    """The options of a question in the language of the page, "prefer not to say" last."""
    options: dict[str, Choices] = {
        "native_english": [("yes", gettext_noop("Yes")), ("no", gettext_noop("No"))],
        "gender": GENDERS,
        "education": EDUCATIONS,
    }
    language = get_language() or ""
    if question == "birth_year":
        listed = [(str(year), str(year)) for year in range(at.year - YOUNGEST, at.year - OLDEST, -1)]
    elif question == "country":
        listed = [*list_countries(language)]
    elif question == "native_language":
        listed = [*list_languages(language), ("another", _("Another language"))]
    else:
        listed = [(code, _(text)) for code, text in options[question]]
    return [*listed, (NO_ANSWER, _(NO_ANSWER_TEXT))]
