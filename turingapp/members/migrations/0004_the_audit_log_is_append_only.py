"""The database itself refuses to change or delete a line of the audit log."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "members_auditentry"
SENTENCE = "The audit log is only ever added to."
POSTGRESQL = (
    f"""
    CREATE FUNCTION refuse_to_change_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '{SENTENCE}' USING ERRCODE = 'integrity_constraint_violation'; END; $$
    """,
    f"""
    CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_audit_log()
    """,
)
SQLITE = tuple(
    f"CREATE TRIGGER audit_log_refuses_{deed.lower()} BEFORE {deed} ON {TABLE} BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
    for deed in ("UPDATE", "DELETE")
)
GONE = {
    "postgresql": (
        f"DROP TRIGGER IF EXISTS audit_log_is_append_only ON {TABLE}",
        "DROP FUNCTION IF EXISTS refuse_to_change_audit_log()",
    ),
    "sqlite": ("DROP TRIGGER IF EXISTS audit_log_refuses_update", "DROP TRIGGER IF EXISTS audit_log_refuses_delete"),
}


def refuse_changes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    allow_changes(apps, editor)
    for statement in {"postgresql": POSTGRESQL, "sqlite": SQLITE}[editor.connection.vendor]:
        editor.execute(statement)


def allow_changes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in GONE[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("members", "0003_audit_log")]

    operations = [migrations.RunPython(refuse_changes, allow_changes)]
