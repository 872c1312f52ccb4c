"""What a protocol may say about screening: the names of the rules, and which bound each takes."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, get_args

from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field, model_validator

RuleName = Literal[
    "finished",
    "duplicates",
    "catch",
    "control_right",
    "control_share",
    "native_english",
    "native_language",
    "fastest_trial",
    "fastest_median",
    "visit_seconds",
    "straight_lining",
    "honeypot",
    "machine_text",
    "pasted",
    "translated",
    "hidden_share",
    "ai_tool",
    "put_aside",
    "word_coincides",
]
Bound = Literal["least", "most", "values"]
# Rules that take no bound are not named here.
BOUNDS: dict[RuleName, Bound] = {
    "catch": "most",
    "control_share": "least",
    "native_language": "values",
    "fastest_trial": "least",
    "fastest_median": "least",
    "visit_seconds": "least",
    "straight_lining": "least",
    "hidden_share": "most",
    "put_aside": "most",
}


class Part(BaseModel):
    """Base of the parts of a protocol: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    @classmethod
    def find_idle(cls, given: Mapping[str, Any]) -> frozenset[str]:
        """The fields that say nothing beside what is given in the others, unchecked."""
        return frozenset()


class Rule(Part):
    """One screening rule, by name, with its bound where it has one."""

    rule: RuleName
    least: Annotated[float, Field(ge=0)] | None = None
    most: Annotated[float, Field(ge=0)] | None = None
    values: list[str] = []

    @classmethod
    def find_idle(cls, given: Mapping[str, Any]) -> frozenset[str]:
        """The bounds that do not belong to the rule."""
        own = next((bound for rule, bound in BOUNDS.items() if rule == given.get("rule")), None)
        return frozenset(get_args(Bound)) - {own}

    @model_validator(mode="after")
    def check_bound(self) -> Self:
        """A rule has the bound that belongs to it, and no other."""
        own = BOUNDS.get(self.rule)
        given = {"least": self.least is not None, "most": self.most is not None, "values": bool(self.values)}
        wrong = [bound for bound, is_given in given.items() if is_given and bound != own]
        if wrong:
            told = {"rule": self.rule, "wrong": wrong[0], "right": own}
            if not own:
                raise ValueError(_("the rule %(rule)s has %(wrong)s; it takes no bound") % told)
            raise ValueError(_("the rule %(rule)s has %(wrong)s; it takes %(right)s") % told)
        if own == "values" and not self.values:
            raise ValueError(_("the rule %(rule)s names no values, such as [en]") % {"rule": self.rule})
        return self
