"""Django's admin: every table of the project as it is, searched, filtered and exported, and nothing collected changed.

A model is shown once it has a class in one of these modules, which names each field that may be seen: what tells who
somebody is (keys, platforms' ids, codes, addresses that admit) is in none of them.
"""

from django.contrib import admin
from django.urls import reverse_lazy

from turingapp.admin import (
    agents,
    alerting,
    analysis,
    conversing,
    history,
    members,
    privacy,
    recruiting,
    studies,
    visits,
)

__all__ = [
    "agents",
    "alerting",
    "analysis",
    "conversing",
    "history",
    "members",
    "privacy",
    "recruiting",
    "studies",
    "visits",
]

admin.site.site_header = admin.site.site_title = "Turing tests: tables"
admin.site.index_title = "Every table, to look at"
admin.site.site_url = reverse_lazy("workplace:studies")  # type: ignore[assignment]  # a text once it is asked for
