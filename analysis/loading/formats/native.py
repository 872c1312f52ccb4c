"""The project's own format of judgements: CSV or JSON Lines, and the rows that are sent in (docs/loading.md)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from agents.formats.base import Author
from agents.formats.documents import JsonRow
from agents.formats.native import FACET, read_authors, read_rows, read_stimulus, take_text
from agents.models import Gender, Origin
from agents.normalizing import make_storable
from agents.tasks import TASKS
from agents.tasks.base import WHOLE, Task
from agents.tasks.payloads import describe_value
from analysis.loading.formats.base import JudgementFormat, JudgementItem, JudgementRow, Options
from analysis.loading.formats.codings import describe_judge
from analysis.loading.formats.numbers import read_number
from judging.models import TrialKind
from turingapp.errors import InvalidPayload, Problem

TOLD = ("age", "gender", "education", "country", "native")  # what a judge may have told, as judge_age and so on
BESIDE = ("stimulus", "facets", "is_catch")


class NativeJudgements(JudgementFormat):
    """One judged response a row, with its truth."""

    slug = "native"
    title = gettext_noop("CSV or JSON Lines as documented in docs/loading.md")
    says = "made elsewhere"

    def read_judgements(self, path: Path, task: str, options: Options) -> Iterator[JudgementItem]:
        """One judgement a row; columns of the stimulus may stand beside it."""
        plugin = TASKS[task]
        for row in read_rows(path, plugin, required=("judge", "stimulus")):
            if isinstance(row, Problem):
                yield row
                continue
            try:
                yield read_judgement(row, plugin)
            except InvalidPayload as error:
                yield from error.problems


def read_judgement(row: JsonRow, task: Task) -> JudgementRow:
    """One judged response with its stimulus and its authors; raises InvalidPayload."""
    fields, where = dict(row.fields), row.where
    judge = read_judge(fields, where)
    told = describe_judge({name: fields.pop(f"judge_{name}", None) for name in TOLD})
    verdicts = read_by_role(fields, task, "verdict", Origin.values, where)
    guesses = read_by_role(fields, task, "gender_guess", Gender.values, where)
    if set(verdicts) != set(task.roles):
        rule = f"there should be one for each of {', '.join(task.roles)}"
        raise InvalidPayload([Problem("verdict", ", ".join(verdicts) or "missing", rule, where)])
    numbers = {name: read_number(fields, name, where) for name in ("position", "view", "rt_ms")}
    texts = {name: make_storable(take_text(fields, name, where)) for name in ("visit", "response", "kind")}
    authors = check_authors(read_authors(fields, task, where), task, where)
    for name in numbers:
        fields.pop(name, None)
    refuse_unknown(fields, task, where)
    return JudgementRow(
        where=where,
        judge=judge,
        visit=texts["visit"],
        told=told,
        position=numbers["position"],
        stimulus=read_stimulus(JsonRow(where, fields), task, key_field="stimulus"),
        authors=authors,
        slot=texts["response"],
        verdicts={role: Origin(verdict) for role, verdict in verdicts.items()},
        guesses=guesses,
        view=check_view(numbers["view"], task, where),
        rt_ms=numbers["rt_ms"],
        kind=read_kind(texts["kind"], where),
    )


def read_judge(fields: dict[str, Any], where: str) -> str:
    """Who judged, as platform:id, of which only a keyed hash is kept; raises InvalidPayload, without the id."""
    judge = take_text(fields, "judge", where)
    platform, _, person = judge.partition(":")
    if not platform or not person:
        rule = "it should be platform:id, such as lab:17"
        raise InvalidPayload([Problem("judge", "of another form" if judge else "missing", rule, where)])
    return judge


def read_by_role(fields: dict[str, Any], task: Task, name: str, known: list[str], where: str) -> Mapping[str, str]:
    """What is said of each role: `name` of a task with one role, else an object `name` + s; raises InvalidPayload."""
    if len(task.roles) == 1:
        text = take_text(fields, name, where).lower()
        given: Any = {task.roles[0]: text} if text else {}
    else:
        given = fields.pop(f"{name}s", None) or {}
    if not isinstance(given, dict) or any(value not in known for value in given.values()):
        rule = f"it should be {' or '.join(known)}, for each of {', '.join(task.roles)}"
        raise InvalidPayload([Problem(name, describe_value(given), rule, where)])
    if set(given) - set(task.roles):
        rule = f"there are only {', '.join(task.roles)}"
        raise InvalidPayload([Problem(name, describe_value(given), rule, where)])
    return given


def check_authors(authors: tuple[Author, ...], task: Task, where: str) -> tuple[Author, ...]:
    """The authors, where there is one for each role; raises InvalidPayload."""
    if sorted(author.role for author in authors) != sorted(task.roles):
        rule = f"there should be one author for each of {', '.join(task.roles)}"
        raise InvalidPayload([Problem("authors", ", ".join(author.role for author in authors), rule, where)])
    return authors


def check_view(view: int | None, task: Task, where: str) -> int:
    """How many turns were shown; raises InvalidPayload where the task has none."""
    if view and len(task.roles) == 1:
        raise InvalidPayload([Problem("view", str(view), f"a response to {task.slug} is shown whole", where)])
    return view or WHOLE


def read_kind(text: str, where: str) -> TrialKind:
    """Which kind of trial; one that is not said is a main one; raises InvalidPayload."""
    if text and text not in TrialKind.values:
        raise InvalidPayload([Problem("kind", describe_value(text), f"it is {', '.join(TrialKind.values)}", where)])
    return TrialKind(text or TrialKind.MAIN)


def refuse_unknown(fields: Mapping[str, Any], task: Task, where: str) -> None:
    """Raise InvalidPayload for a field that is none of a judgement and none of the task's stimulus."""
    known = {*BESIDE, *task.Stimulus.model_fields}
    unknown = [name for name in fields if name not in known and not name.startswith(FACET)]
    if unknown:
        rule = f"the fields of a stimulus are {', '.join(sorted(known))}"
        raise InvalidPayload([Problem("fields", describe_value(unknown[0]), rule, where)])
