"""Kept results hold the written report now; those that do not are measured anew when somebody looks."""

from django.db import migrations


def forget(apps, schema_editor):
    apps.get_model("analysis", "KeptResults").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("analysis", "0006_kept_results_of_collections")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
