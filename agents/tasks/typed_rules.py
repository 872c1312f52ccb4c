"""Rules that types alone make, as pydantic says them, with the values that let them be said in another language."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop
from pydantic_core import ErrorDetails

from turingapp.words import Words, ngettext_noop

# By pydantic's own name of the fault; the English is pydantic's, but for its capital.
TEXTS: Mapping[str, str] = {
    "missing": gettext_noop("field required"),
    "extra_forbidden": gettext_noop("extra inputs are not permitted"),
    "model_type": gettext_noop("input should be a valid dictionary or instance of %(class_name)s"),
    "greater_than": gettext_noop("input should be greater than %(gt)s"),
    "greater_than_equal": gettext_noop("input should be greater than or equal to %(ge)s"),
    "less_than": gettext_noop("input should be less than %(lt)s"),
    "less_than_equal": gettext_noop("input should be less than or equal to %(le)s"),
    "finite_number": gettext_noop("input should be a finite number"),
    "string_type": gettext_noop("input should be a valid string"),
    "string_pattern_mismatch": gettext_noop("string should match pattern '%(pattern)s'"),
    "enum": gettext_noop("input should be %(expected)s"),
    "literal_error": gettext_noop("input should be %(expected)s"),
    "dict_type": gettext_noop("input should be a valid dictionary"),
    "list_type": gettext_noop("input should be a valid list"),
    "tuple_type": gettext_noop("input should be a valid tuple"),
    "bool_type": gettext_noop("input should be a valid boolean"),
    "bool_parsing": gettext_noop("input should be a valid boolean, unable to interpret input"),
    "int_type": gettext_noop("input should be a valid integer"),
    "int_parsing": gettext_noop("input should be a valid integer, unable to parse string as an integer"),
    "int_from_float": gettext_noop("input should be a valid integer, got a number with a fractional part"),
    "float_type": gettext_noop("input should be a valid number"),
    "float_parsing": gettext_noop("input should be a valid number, unable to parse string as a number"),
}
COUNTED: Mapping[str, tuple[str, str]] = {
    "too_short": ngettext_noop(
        "%(kind)s should have at least %(number)s item after validation, not %(actual_length)s",
        "%(kind)s should have at least %(number)s items after validation, not %(actual_length)s",
    ),
    "too_long": ngettext_noop(
        "%(kind)s should have at most %(number)s item after validation, not %(actual_length)s",
        "%(kind)s should have at most %(number)s items after validation, not %(actual_length)s",
    ),
    "string_too_short": ngettext_noop(
        "string should have at least %(number)s character", "string should have at least %(number)s characters"
    ),
    "string_too_long": ngettext_noop(
        "string should have at most %(number)s character", "string should have at most %(number)s characters"
    ),
}


def word_rule(item: ErrorDetails) -> str:
    """The rule that was broken, as what follows a colon: our own where it is ours, else pydantic's."""
    told = item.get("ctx", {})
    ours = told.get("error")
    if isinstance(ours, ValueError) and ours.args and isinstance(ours.args[0], Words):
        return ours.args[0]
    # A bound of 1.0 is said as 1.
    told = {name: int(own) if isinstance(own, float) and own.is_integer() else own for name, own in told.items()}
    said = item["msg"].removeprefix("Value error, ")
    said = said[:1].lower() + said[1:]
    if item["type"] in COUNTED:
        number = told["min_length"] if "min_length" in told else told["max_length"]
        worded = Words(COUNTED[item["type"]], {**told, "number": number, "kind": told.get("field_type", "").lower()})
    else:
        worded = Words((TEXTS.get(item["type"], said),), told if item["type"] in TEXTS else {})
    # Another version of pydantic may say it otherwise, and is right about its own rules.
    return worded if worded == said else said
