"""The pages of the reference by their names, and the pages of docs/ that get a column, with what goes into it."""

from collections.abc import Callable, Mapping

from manual import (
    agents,
    api,
    commands,
    errors,
    formulas,
    judges,
    protocols,
    recruiters,
    reports,
    settings,
    tasks,
)

PAGES: Mapping[str, Callable[[], str]] = {
    "commands": commands.write_page,
    "tasks": tasks.write_tasks,
    "formats": tasks.write_formats,
    "ai-agents": agents.write_page,
    "ai-judges": judges.write_page,
    "reports": reports.write_page,
    "recruiters": recruiters.write_page,
    "statistics": formulas.write_page,
    "api": api.write_page,
    "errors": errors.write_page,
}
COLUMNS: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "settings.md": settings.list_kinds,
    "protocols.md": protocols.list_kinds,
    "conversations.md": protocols.list_kinds,
}
