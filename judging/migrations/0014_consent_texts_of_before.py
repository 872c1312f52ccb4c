"""Visits of before note what they agreed to and when they were erased."""

import hashlib
import json

from django.db import migrations
from django.db.models import F, Min


def note_what_was(apps, schema_editor):
    """The text of a visit's own version of the protocol; visits that were brought here agreed to nothing here."""
    texts, visits = apps.get_model("judging", "ConsentText"), apps.get_model("judging", "Assignment")
    visits.objects.filter(state="erased").update(erased_at=F("over_at"))
    agreed = visits.objects.exclude(consented_at=None).exclude(environment="imported")
    for protocol in apps.get_model("judging", "Protocol").objects.all():
        own = agreed.filter(protocol=protocol)
        first = own.aggregate(first=Min("consented_at"))["first"]
        if first is None:
            continue
        consent = protocol.document["consent"]
        fingerprint = hashlib.sha256(json.dumps([consent, ""], ensure_ascii=False).encode()).hexdigest()
        text, _ = texts.objects.get_or_create(
            fingerprint=fingerprint, defaults={"text": consent, "first_shown_at": first}
        )
        own.update(consent=text)


class Migration(migrations.Migration):
    dependencies = [("judging", "0013_consent_and_retention")]

    operations = [migrations.RunPython(note_what_was, migrations.RunPython.noop)]
