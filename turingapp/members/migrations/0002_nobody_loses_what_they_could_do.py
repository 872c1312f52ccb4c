"""Until now every account of the staff could do everything but look at the tables: they own the studies that are here."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone


def give_roles(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    User, Study = apps.get_model("auth", "User"), apps.get_model("judging", "Study")
    Membership = apps.get_model("members", "Membership")
    at = timezone.now()
    studies = list(Study.objects.all())
    for user in User.objects.filter(is_staff=True, is_superuser=False):
        Membership.objects.create(user=user, study=None, role="experimenter", given_by="", given_at=at)
        owned = [Membership(user=user, study=study, role="owner", given_by="", given_at=at) for study in studies]
        Membership.objects.bulk_create(owned)


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0001_roles"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [migrations.RunPython(give_roles, migrations.RunPython.noop)]
