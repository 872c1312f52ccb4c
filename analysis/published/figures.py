"""What a paper states: figures from a file that the user gives, or the original study's, checked field by field."""

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from agents.formats.documents import expect, read_json
from agents.tasks.payloads import list_problems
from analysis.judge_groups import GROUPINGS
from turingapp.errors import InvalidPayload

Measure = Literal["HH", "HA", "AH", "AA", "balanced", "accuracy"]
Text = Annotated[str, Field(min_length=1, max_length=500)]


class Part(BaseModel):
    """Base of the parts of a file of figures: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Figure(Part):
    """One share in percent: of humans (HH, HA) or machines (AH, AA) judged human or machine, or of right verdicts.

    `balanced` is the mean of HH and AA. An agent narrows machines down; pairings and a group of judges narrow all down.
    """

    measure: Measure
    percent: Annotated[float, Field(ge=0, le=100)]
    judgements: Annotated[int, Field(ge=1)] | None = None
    agent: str = ""
    pairings: tuple[str, ...] = ()
    grouping: str = ""
    group: str = ""

    @model_validator(mode="after")
    def check_group(self) -> Self:
        """A group is one of its grouping."""
        known = {grouping.slug: grouping.groups for grouping in GROUPINGS}
        if bool(self.grouping) != bool(self.group):
            raise ValueError("grouping and group belong together, such as gender and Female")
        if self.grouping and self.group not in known.get(self.grouping, ()):
            told = "; ".join(f"{slug}: {', '.join(groups)}" for slug, groups in known.items())
            raise ValueError(f"there is no group {self.group!r} by {self.grouping!r}; there are {told}")
        return self

    @property
    def rounding(self) -> float:
        """Half of the last digit that is stated, as a share: two values this near may be the same number."""
        digits = repr(self.percent).partition(".")[2].rstrip("0")
        return 0.5 * 10.0 ** -(len(digits) + 2)


class Published(Part):
    """The figures of one task in one paper, and what the paper says of them that cannot all be true."""

    source: Text
    figures: Annotated[tuple[Figure, ...], Field(min_length=1)]
    conflicts: tuple[Text, ...] = ()


def read_published(path: Path) -> Published:
    """The figures in a JSON file; raises InvalidPayload."""
    document: dict[str, Any] = expect(dict, read_json(path), field="the file", where=path.name)
    try:
        return Published.model_validate(document)
    except ValidationError as error:
        raise InvalidPayload(list_problems(error, path.name)) from None
