"""What is judged: collections, studies, protocols, cells and places, and plans that are locked."""

from django.contrib import admin

from judging.models import Cell, Collection, Place, Preregistration, Protocol, Study, StudyDraft
from turingapp.admin.looking import Looking


@admin.register(Collection)
class CollectionTable(Looking):
    """Studies that belong together."""

    shown = ("slug", "title")
    search_fields = ("slug", "title")


@admin.register(Study)
class StudyTable(Looking):
    """Studies; they are changed, closed and cloned in the workplace."""

    shown = (
        *("slug", "title", "task", "kind", "state", "collection", "is_simulated", "is_listed", "label"),
        *("created_at", "opened_at", "closed_at", "archived_at"),
    )
    list_filter = ("state", "task", "kind", "is_simulated", "collection")
    search_fields = ("slug", "title")
    date_hierarchy = "created_at"


@admin.register(Protocol)
class ProtocolTable(Looking):
    """Frozen settings, version by version."""

    shown = ("study", "version", "created_at", "created_by", "document")
    list_filter = ("study__task",)
    search_fields = ("study__slug",)


@admin.register(StudyDraft)
class StudyDraftTable(Looking):
    """Protocols that are still written, and those that were opened."""

    shown = (
        *("title", "study", "revision", "recruiter", "reward", "currency"),
        *("begun_at", "begun_by", "saved_at", "saved_by", "opened_at", "content"),
    )
    search_fields = ("title", "study__slug", "saved_by")
    date_hierarchy = "saved_at"


@admin.register(Cell)
class CellTable(Looking):
    """Places of one pairing and the same AI agents."""

    shown = ("protocol", "kind", "name", "pairing", "places_count", "taken")
    list_filter = ("kind", "pairing")
    search_fields = ("protocol__study__slug", "name")


@admin.register(Place)
class PlaceTable(Looking):
    """One view of one response in a study, and how often it is taken."""

    shown = ("cell", "response", "stimulus", "view", "taken")
    list_filter = ("cell__kind", "cell__pairing")
    search_fields = ("cell__protocol__study__slug", "stimulus__key")


@admin.register(Preregistration)
class PreregistrationTable(Looking):
    """Plans that were locked before anybody came."""

    shown = ("study_slug", "sha256", "locked_at", "locked_by", "document")
    search_fields = ("study_slug", "sha256", "locked_by")
