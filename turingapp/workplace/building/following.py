"""One side of a draft's page follows the other: what was typed as the text to save, and what is drawn anew after it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext as _

from judging.models import StudyDraft
from judging.protocol_files import parse_fields
from judging.protocol_text import HERE, change_fields
from turingapp.errors import Refused
from turingapp.workplace.building.draft_shown import DraftPage
from turingapp.workplace.building.drawn import DrawnField
from turingapp.workplace.building.fields import draw_subjects
from turingapp.workplace.building.reading import SHOWN, read_changes
from turingapp.workplace.building.rows import Deed, find_focus, read_deed

TEXT = "text"  # the side of the page that is not the fields
Layout = Mapping[str, list[str]]  # of each field with rows, what is drawn within it


@dataclass(frozen=True, slots=True)
class Typed:
    """What to save, from which side it came, and what the fields had been."""

    content: str
    is_text: bool
    moves_all: bool = True  # what may be chosen in the fields hangs on what was changed
    layout: Layout = field(default_factory=dict)
    deed: Deed | None = None


@dataclass(frozen=True, slots=True)
class Followed:
    """What is drawn anew: all fields, or these; and the id of what then has the focus, "" for what had it."""

    all_fields: bool
    fields: list[DrawnField]
    focus: str = ""

    @property
    def told(self) -> list[str]:
        """The names of fields that are drawn anew, whose faults come with them."""
        return [inner.name for drawn in self.fields for inner in drawn.all]


def read_typed(posted: QueryDict, draft: StudyDraft) -> Typed:
    """What a form says. Raises InvalidProtocol where fields come for a text that has none, InvalidPayload, Refused."""
    if posted.get("side") == TEXT:
        return Typed(posted.get("content", "").replace("\r\n", "\n"), is_text=True)
    document = parse_fields(draft.content.encode(), HERE)[0]
    subjects = draw_subjects(document, is_change=draft.study_id is not None)
    drawn = [one for subject in subjects for one in subject.fields]
    layout, deed = find_layout([inner for one in drawn for inner in one.all]), read_deed(posted)
    if deed is not None and deed.field not in list_in_rows(drawn, posted):
        raise Refused(_("%(field)s has no rows here.") % {"field": deed.field})
    changes = read_changes(document, drawn, posted)
    return Typed(
        change_fields(draft.content, changes) if changes else draft.content,
        is_text=False,
        moves_all=any(name in ("kind", "task", "pool") or name.endswith("pool.names") for name in changes),
        layout=layout,
        deed=deed,
    )


def find_layout(drawn: list[DrawnField]) -> Layout:
    """What is drawn within each field that has rows; where it stands as YAML, itself."""
    return {one.name: [inner.name for inner in one.within] or [one.control] for one in drawn if one.rows is not None}


def list_in_rows(drawn: list[DrawnField], posted: QueryDict) -> set[str]:
    """The names of fields that a form has as rows."""
    shown = posted.getlist(SHOWN)
    return {inner.name for one in drawn if one.name in shown for inner in one.all if inner.control == "rows"}


def follow(typed: Typed, page: DraftPage) -> Followed:
    """What is to be drawn anew once it is saved: the field of a deed, and those with others within than before."""
    now = find_layout(page.fields)
    named = typed.deed.field if typed.deed is not None else ""
    moved = [name for name, within in now.items() if name == named or within != typed.layout.get(name)]
    fields = [one for one in page.fields if one.name in moved]
    focus = next((find_focus(typed.deed, one) for one in fields if typed.deed and one.name == named), "")
    return Followed(typed.moves_all, [] if typed.moves_all else fields, focus)
