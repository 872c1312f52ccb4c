"""A table for Django's database cache, where tries to log in are counted for all web processes together."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def make_table(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    time = models.DateTimeField().db_type(editor.connection)
    editor.execute(
        f"CREATE TABLE cached (cache_key varchar(255) NOT NULL PRIMARY KEY, value text NOT NULL, expires {time} NOT NULL)"
    )
    editor.execute("CREATE INDEX cached_expires ON cached (expires)")


def drop_table(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    editor.execute("DROP TABLE cached")


class Migration(migrations.Migration):
    dependencies = [("members", "0004_the_audit_log_is_append_only")]

    operations = [migrations.RunPython(make_table, drop_table)]
