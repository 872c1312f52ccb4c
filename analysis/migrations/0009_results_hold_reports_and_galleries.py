"""Kept results hold the gallery now, and those of collections the report: what does not is measured anew."""

from django.db import migrations


def forget(apps, schema_editor):
    for name in ("KeptResults", "KeptCollectionResults"):
        apps.get_model("analysis", name).objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("analysis", "0008_files_of_judgements")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
