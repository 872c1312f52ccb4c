"""A newer version can start beside an older one: migrations only add, so the older one's queries go on."""

from collections.abc import Iterator

import pytest
from django.apps.registry import Apps
from django.db import connection, migrations, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from tests.analysis.packages.full_study import make_full_study
from turingapp.backing_up.restoring import insert_rows
from turingapp.backing_up.rows import list_fields, list_models, read_lines

# The first migration of each app that must let the version before it go on; what is older was never rolled.
SINCE = {"agents": "0012", "judging": "0023", "analysis": "0011", "members": "0006", "api": "0002"}
# Takes something away after a version that no longer asks for it: "app.migration": the version that stopped asking.
SECOND_STEPS: dict[str, str] = {}
OF_A_STUDY = {
    *("agents.Agent", "agents.Stimulus", "agents.Response", "judging.Study", "judging.Protocol", "judging.Place"),
    *("judging.Assignment", "judging.Trial", "judging.Judgement", "judging.ControlAnswer"),
}
ADDING = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RemoveConstraint,
    migrations.RemoveIndex,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
    migrations.RunPython,
    migrations.SeparateDatabaseAndState,
)


def list_operations() -> Iterator[tuple[str, Operation]]:
    """Each operation of the migrations that may be rolled out, with where it is."""
    for (app, name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if app in SINCE and name >= SINCE[app] and f"{app}.{name}" not in SECOND_STEPS:
            yield from ((f"{app}.{name}", operation) for operation in migration.operations)


def find_hindrance(operation: Operation) -> str:
    """Why the version before could not go on after this operation; empty where it could."""
    if isinstance(operation, ADDING):
        return ""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        # Inserts of the version before name the columns that it knows.
        is_filled = field.null or field.has_db_default() or field.many_to_many
        return "" if is_filled else f"{operation.name} is neither nullable nor has it a db_default"
    if isinstance(operation, migrations.AlterField | migrations.AddConstraint):
        return ""  # whether it forbids what the version before writes is for the review to see
    return f"{type(operation).__name__} is no mere addition; make it two steps (docs/deployment.md#a-newer-version)"


def test_migrations_let_the_version_before_them_go_on() -> None:
    hindered = {where: why for where, operation in list_operations() if (why := find_hindrance(operation))}
    assert hindered == {}


@pytest.mark.parametrize(
    ("operation", "part"),
    [
        (migrations.RemoveField("study", "title"), "RemoveField is no mere addition"),
        (migrations.RenameField("study", "title", "name"), "RenameField is no mere addition"),
        (migrations.DeleteModel("study"), "DeleteModel is no mere addition"),
    ],
)
def test_what_takes_away_is_found(operation: Operation, part: str) -> None:
    assert part in find_hindrance(operation)


def find_models_before() -> Apps:
    """The models as they were before the newest migration of each app."""
    loader = MigrationLoader(None)
    newest = [key for key in loader.graph.leaf_nodes() if key[0] in SINCE]
    before = {parent.key for key in newest for parent in loader.graph.node_map[key].parents if parent.key[0] == key[0]}
    others = [key for key in loader.graph.leaf_nodes() if key[0] not in SINCE]
    # What the newest migration of one app needs of another is no part of its version before.
    return loader.project_state([*sorted(before), *others]).apps


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_what_the_version_before_reads_and_writes_goes_into_the_tables_of_today() -> None:
    make_full_study()
    written = set()
    for model in list_models(find_models_before()):
        lines = list(read_lines(model))
        if not lines or model._meta.app_label == "members":  # the audit log lets nothing be taken away
            continue
        columns = [field.attname for field in list_fields(model)]
        with transaction.atomic():
            model._base_manager.all()._raw_delete(connection.alias)
            insert_rows(model, columns, lines)
        assert list(read_lines(model)) == lines, model._meta.label
        written.add(model._meta.label)
    assert written >= OF_A_STUDY
