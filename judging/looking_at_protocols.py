"""A protocol's text looked at: its settings, what is wrong by field and line, and what the plan comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from judging.foreseeing import Foreseen
from judging.kinds import KINDS
from judging.models import Study
from judging.opening import refuse_unknown_studies
from judging.protocol import Settings
from judging.protocol_files import check_document, find_line, parse_fields
from judging.protocol_text import HERE
from turingapp.errors import InvalidProtocol, Problem


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found. `document` is None where the text is no YAML of fields, `settings` where a rule is broken."""

    document: Mapping[str, Any] | None = None
    settings: Settings | None = None
    foreseen: Foreseen | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def is_good(self) -> bool:
        """Whether a study could be opened with it now."""
        return self.settings is not None and not self.problems


def look_at(text: str, *, at: datetime, study: Study | None = None, path: Path = HERE) -> Looked:
    """Check the text of a protocol, measured against its pools; nothing is written.

    With `study` it is to become the next version of that study, and has to be on it.
    """
    document: Mapping[str, Any] | None = None
    try:
        document, root = parse_fields(text.encode(), path)
        settings = check_document(Settings, dict(document), path, root)
    except InvalidProtocol as error:
        return Looked(document=document, problems=error.problems)
    foreseen = KINDS[settings.kind].foresee(settings, at=at)
    found = [*foreseen.problems, *find_name_problems(settings, study), *find_unknown_studies(settings)]
    problems = tuple(
        replace(problem, where=f"{path}, line {find_line(root, tuple(problem.field.split('.')))}") for problem in found
    )
    return Looked(document=document, settings=settings, foreseen=foreseen, problems=problems)


def find_name_problems(settings: Settings, study: Study | None) -> list[Problem]:
    """That the name is taken; or, of a next version, that it is on another study or changes what cannot be changed."""
    if study is None:
        taken = Study.objects.filter(slug=settings.slug).exists()
        rule = _("a study has this name already; choose another")
        return [Problem("slug", repr(settings.slug), rule)] if taken else []
    fixed = {"slug": study.slug, "task": study.task, "kind": study.kind, "simulated": study.is_simulated}
    return [
        Problem(
            name,
            repr(getattr(settings, name)),
            _("it stays %(value)s in every version of this study") % {"value": repr(value)},
        )
        for name, value in fixed.items()
        if getattr(settings, name) != value
    ]


def find_unknown_studies(settings: Settings) -> list[Problem]:
    """The studies whose judges are left out and that do not exist."""
    try:
        refuse_unknown_studies(settings)
    except InvalidProtocol as error:
        return list(error.problems)
    return []
