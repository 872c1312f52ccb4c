"""What the page of a draft draws: subjects with their fields, parts with fields within, and rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise


def write_id(name: str) -> str:
    """The name of a field or row for the page: letters, digits and dashes."""
    return f"field-{name.replace('.', '-').replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class Option:
    """One value to choose."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class DrawnField:
    """One field with its control. `usual` is what holds where nothing is said."""

    name: str
    label: Promise
    help: Promise
    control: str
    text: str = ""
    usual: str = ""
    options: Sequence[Option] = ()
    bounds: Mapping[str, float] = field(default_factory=dict)
    is_on: bool = False
    is_fixed: bool = False
    problems: Sequence[str] = ()
    fields: Sequence["DrawnField"] = ()  # of a part
    rows: "DrawnRows | None" = None  # also where they cannot show the value, which then stands as YAML

    @property
    def id(self) -> str:
        """For the page."""
        return write_id(self.name)

    @property
    def last(self) -> str:
        """Its name within its part or row."""
        return self.name.rpartition(".")[2]

    @property
    def is_group(self) -> bool:
        """Whether it is drawn by the fields within it."""
        return self.control in ("part", "rows")

    @property
    def within(self) -> list["DrawnField"]:
        """The fields within it: of the part, or of all rows."""
        rows = self.rows.rows if self.rows is not None else ()
        return [*self.fields, *(cell for row in rows for cell in row.fields)]

    @property
    def all(self) -> Iterator["DrawnField"]:
        """The field and those within it, at any depth."""
        yield self
        for inner in self.within:
            yield from inner.all

    @property
    def is_wrong(self) -> bool:
        """Whether something is wrong in it, at any depth."""
        return any(one.problems for one in self.all)


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """One row; only what has an order can be moved."""

    name: str
    title: str
    fields: Sequence[DrawnField]
    goes_up: bool
    goes_down: bool

    @property
    def id(self) -> str:
        """For the page."""
        return write_id(self.name)


@dataclass(frozen=True, slots=True)
class DrawnRows:
    """The rows of a field, and what adding another is called."""

    rows: Sequence[DrawnRow]
    adding: Promise


@dataclass(frozen=True, slots=True)
class DrawnSubject:
    """Fields that belong together."""

    slug: str
    title: Promise
    fields: Sequence[DrawnField]

    @property
    def all(self) -> Iterator[DrawnField]:
        """All fields, those within others too."""
        for drawn in self.fields:
            yield from drawn.all

    @property
    def problems(self) -> int:
        """How many there are in its fields."""
        return sum(len(drawn.problems) for drawn in self.all)
