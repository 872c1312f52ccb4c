"""What is written down of a study before it opens, checked field by field (docs/preregistration.md lists each)."""

import hashlib
import json
from typing import Annotated, Any, Literal, Self

from django.utils.translation import gettext as _
from pydantic import Field, model_validator

from judging.kind_rules import JUDGE
from judging.protocol import Settings
from judging.screening_rules import Part

Family = Literal["age", "gender", "education", "country", "language"]
Text = Annotated[str, Field(min_length=1, max_length=5_000)]


class Plan(Part):
    """Hypotheses, the family of tests, sample and stopping rule, and the protocol that is to be followed."""

    hypotheses: Annotated[list[Text], Field(min_length=1, max_length=20)]
    margin: Annotated[float, Field(gt=0, lt=0.5)]  # a share: 0.05 is five points
    family: list[Family]  # groupings of judges whose comparison is declared; all others are exploratory
    judges: Annotated[int, Field(ge=2, le=1_000_000)]  # that are to count when the study ends
    rationale: Text  # of that number
    stopping: Text
    description: Annotated[str, Field(max_length=5_000)] = ""
    exploratory: Annotated[str, Field(max_length=5_000)] = ""
    protocol: Settings

    @model_validator(mode="after")
    def check_kind(self) -> Self:
        """A plan is about verdicts."""
        if not self.protocol.rule.judges_responses:
            raise ValueError(
                _("the protocol's kind is %(kind)s; a plan is for a study of kind %(wanted)s")
                % {"kind": self.protocol.kind, "wanted": JUDGE}
            )
        return self

    @model_validator(mode="after")
    def check_family(self) -> Self:
        """Each grouping once, and asked of the judges."""
        repeated = sorted({name for name in self.family if self.family.count(name) > 1})
        if repeated:
            raise ValueError(_("family names %(name)s twice; name it once") % {"name": repr(repeated[0])})
        asked = set(self.protocol.demographics)
        for name in self.family:
            if not asked & set(QUESTIONS[name]):
                needed = " or ".join(QUESTIONS[name])
                raise ValueError(
                    _("family has %(name)s, but the protocol's demographics do not ask %(asked)s")
                    % {"name": repr(name), "asked": needed}
                )
        return self

    @property
    def document(self) -> dict[str, Any]:
        """The plan as plain values."""
        return self.model_dump(mode="json")

    @property
    def sha256(self) -> str:
        """The hash of the plan: SHA-256 of its JSON with sorted keys and no spaces, in UTF-8."""
        return hash_document(self.document)


QUESTIONS: dict[Family, tuple[str, ...]] = {
    "age": ("birth_year",),
    "gender": ("gender",),
    "education": ("education",),
    "country": ("country",),
    "language": ("native_english",),
}


def hash_document(document: object) -> str:
    """Return SHA-256 of a document's JSON with sorted keys and no spaces, in UTF-8, as hexadecimal digits."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
