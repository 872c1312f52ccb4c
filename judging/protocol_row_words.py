"""What the rows of a protocol's lists and mappings are called, with their fields; what each screening rule keeps."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.protocol_words import SUBJECTS
from judging.screening_rules import RuleName

# What each of the rows of a field is called, and what adding one is.
ROWS = {
    "facets": (_("Facet"), _("Add a facet")),
    "comprehension": (_("Question"), _("Add a question")),
    "screening": (_("Rule"), _("Add a rule")),
}
# The fields of rows, by the last two parts of their names; those of a pool are called alike wherever one stands.
INNER = {
    "facets.name": (_("Name of the facet"), _("Such as domain.")),
    "facets.values": (_("One of these values"), _("One on a line.")),
    "comprehension.question": (_("What is asked"), _("About what the instructions say.")),
    "comprehension.options": (_("Answers to choose from"), _("One on a line, two to eight.")),
    "comprehension.answer": (_("Right answer"), _("One of the answers to choose from.")),
    "screening.rule": (_("What counts"), _("All else is left out.")),
    "screening.least": (_("At least"), _("Empty: what stands faint in it.")),
    "screening.most": (_("At most"), _("Empty: what stands faint in it.")),
    "screening.values": (_("One of"), _("One on a line, such as en.")),
}
WORDS = {**INNER, **{full: told for subject in SUBJECTS for full, told in subject.fields.items()}}
RULES: dict[RuleName, Promise] = {
    "finished": _("visits that were finished"),
    "duplicates": _("the first visit of each person who is known"),
    "catch": _("judges with few catch trials wrong"),
    "control_right": _("trials without a wrong control answer"),
    "control_share": _("judges with enough control answers right: a share up to 1, or a number"),
    "native_english": _("native speakers of English"),
    "native_language": _("native speakers of these languages"),
    "fastest_trial": _("trials with a long enough reaction time, in milliseconds"),
    "fastest_median": _("judges with a long enough median reaction time, in milliseconds"),
    "visit_seconds": _("visits that took long enough, in seconds"),
    "straight_lining": _("judges who gave both verdicts, or too few judgements to tell"),
    "honeypot": _("visits that filled in no field that people do not see"),
    "machine_text": _("visits that obeyed no text that only programs read"),
    "pasted": _("trials into which nothing was pasted"),
    "translated": _("trials that no browser had translated"),
    "hidden_share": _("trials in sight for enough of their reaction time; the share out of sight"),
    "ai_tool": _("judges who did not say that they had used an AI tool"),
    "put_aside": _("visits with few trials put aside"),
    "word_coincides": _("stimuli on which no human and no AI agent gave the same response"),
}


def find_words(name: str) -> tuple[Promise, Promise]:
    """What a field is called and what it means, by its dotted name; positions of rows in it are passed over."""
    said = [part for part in name.split(".") if not part.isdecimal()]
    return WORDS.get(".".join(said)) or WORDS[".".join(said[-2:])]
