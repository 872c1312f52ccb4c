"""The fields that a draft's page draws: those that mean something for its kind and task, with what is wrong in each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from agents.tasks import TASKS
from judging.beginning import PAIRINGS
from judging.kind_rules import FIELDS, JUDGE, KIND_RULES
from judging.protocol import HUMAN_SHARE
from judging.protocol_words import SUBJECTS
from turingapp.errors import Problem
from turingapp.words import say_words
from turingapp.workplace.building.controls import (
    find_bounds,
    find_field,
    find_value,
    list_literals,
    name_control,
    show,
)
from turingapp.workplace.building.known import list_known

FIXED = ("slug", "kind", "task", "simulated")  # of a study that is open


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
    text: str
    usual: str
    options: Sequence[Option] = ()
    bounds: Mapping[str, float] = field(default_factory=dict)
    is_on: bool = False
    is_fixed: bool = False
    problems: Sequence[str] = ()

    @property
    def id(self) -> str:
        """For the page: letters, digits and dashes."""
        return f"field-{self.name.replace('.', '-').replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class DrawnSubject:
    """Fields that belong together."""

    slug: str
    title: Promise
    fields: Sequence[DrawnField]

    @property
    def problems(self) -> int:
        """How many there are in its fields."""
        return sum(len(drawn.problems) for drawn in self.fields)


def draw_subjects(
    document: Mapping[str, Any], problems: Sequence[Problem] = (), *, is_change: bool = False
) -> list[DrawnSubject]:
    """The subjects that have fields for the document's kind and task."""
    kind, task = find_kind(document), str(document.get("task", ""))
    pools = find_value(document, "pool.names")
    known = list_known(task, [str(name) for name in pools] if isinstance(pools, list) else [])
    subjects = []
    for subject in SUBJECTS:
        drawn = [
            draw_field(document, name, words, known=known.get(name), is_fixed=is_change and name in FIXED)
            for name, words in subject.fields.items()
            if has_meaning(name, kind, task)
        ]
        told = [add_problems(one, problems) for one in drawn]
        if told:
            subjects.append(DrawnSubject(subject.slug, subject.title, told))
    return subjects


def find_kind(document: Mapping[str, Any]) -> str:
    """The kind that a document says; the usual one where it says none that there is."""
    kind = document.get("kind", JUDGE)
    return kind if isinstance(kind, str) and kind in KIND_RULES else JUDGE


def has_meaning(name: str, kind: str, task: str) -> bool:
    """Whether a field says anything in a study of this kind and task."""
    owner = next((one for one in (name, name.partition(".")[0]) if one in FIELDS), "")
    if owner and owner not in KIND_RULES[kind].fields:
        return False
    if task not in TASKS.slugs:
        return True
    roles = len(TASKS[task].roles)
    return {"human_share": roles == 1, "pairings": roles > 1, "pool.views": roles > 1}.get(name, True)


def find_usual(name: str, kind: str, task: str) -> Any:
    """What holds where a protocol is silent: the kind's, the task's, else the protocol's own default."""
    rule = KIND_RULES[kind]
    if name in rule.defaults:
        return rule.defaults[name]
    if task in TASKS.slugs and name in ("trials", "min_seconds"):
        plugin = TASKS[task]
        seconds = plugin.answer_seconds if rule.answers_alone else plugin.min_seconds
        return plugin.trials if name == "trials" else seconds
    if name == "human_share":
        return HUMAN_SHARE
    info = find_field(name)
    return None if info.is_required() else info.get_default(call_default_factory=True)


def draw_field(
    document: Mapping[str, Any],
    name: str,
    words: tuple[Promise, Promise],
    *,
    known: Sequence[tuple[str, str]] | None,
    is_fixed: bool,
) -> DrawnField:
    """One field as it stands in the document."""
    value, control = find_value(document, name), name_control(name)
    if known is not None:
        control = "ticks" if control == "lines" else "choose"
    usual = find_usual(name, find_kind(document), str(document.get("task", "")))
    return DrawnField(
        name=name,
        label=words[0],
        help=words[1],
        control=control,
        text=show(control, value),
        usual=say_usual(control, usual),
        options=list_options(control, name, value, usual, known),
        bounds=find_bounds(name) if control == "number" else {},
        is_on=bool(usual if value is None else value),
        is_fixed=is_fixed,
    )


def say_usual(control: str, usual: Any) -> str:
    """What holds where nothing is typed, for the empty control."""
    if control in ("number", "text") and usual not in (None, ""):
        return f"{usual:g}" if isinstance(usual, float) else str(usual)
    return ""


def list_options(
    control: str, name: str, value: Any, usual: Any, known: Sequence[tuple[str, str]] | None
) -> list[Option]:
    """What can be chosen; a value that is none of these stays among them, so that nothing is lost by looking."""
    if control == "shares":
        shares = value if isinstance(value, Mapping) else {}
        return [Option(pairing, show("number", shares.get(pairing)), is_chosen=False) for pairing in PAIRINGS]
    if control not in ("ticks", "choose"):
        return []
    offered = list(known if known is not None else [(one, one.replace("_", " ")) for one in list_literals(name)])
    chosen = [str(one) for one in value] if isinstance(value, list) else [] if value is None else [str(value)]
    offered += [(one, _("%(name)s (not here)") % {"name": one}) for one in chosen if one not in dict(offered)]
    if control == "choose":
        chosen = chosen or [str(usual or "")]
        if not find_field(name).is_required() and usual in (None, ""):
            offered.insert(0, ("", _("None")))
    return [Option(one, label, one in chosen) for one, label in offered]


def add_problems(drawn: DrawnField, problems: Sequence[Problem]) -> DrawnField:
    """The field with what is wrong in it, or in a part of it."""
    own = [
        f"{rule[:1].upper()}{rule[1:]}"
        for problem, rule in ((problem, say_words(problem.rule)) for problem in problems)
        if problem.field == drawn.name
        or problem.field.startswith(f"{drawn.name}.")
        or drawn.name == f"{problem.field}.names"
    ]
    return replace(drawn, problems=own)
