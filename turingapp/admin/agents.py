"""Who answers: agents, stimuli, responses, answers, and runs of AI agents."""

from django.contrib import admin

from agents.models import (
    Agent,
    AgentRun,
    Answer,
    AnswerAuthor,
    Authorship,
    ItemTry,
    Media,
    ParityAcknowledgement,
    Response,
    RunItem,
    Stimulus,
)
from turingapp.admin.looking import Looking


@admin.register(Agent)
class AgentTable(Looking):
    """Agents; of people their number and title alone."""

    shown = ("slug", "title", "origin", "system", "settings", "added_at")
    list_filter = ("origin", "system")
    search_fields = ("slug", "title")


@admin.register(Media)
class MediaTable(Looking):
    """Pictures as they are stored."""

    shown = ("width", "height", "source")


@admin.register(Stimulus)
class StimulusTable(Looking):
    """What agents were shown."""

    shown = ("task", "pool", "key", "is_catch", "has_picture", "has_control", "payload", "facets", "set_aside_at")
    list_filter = ("task", "is_catch", "has_picture", "has_control")
    search_fields = ("key", "pool")


@admin.register(Response)
class ResponseTable(Looking):
    """What agents produced."""

    shown = (
        "stimulus",
        "pool",
        "key",
        "pairing",
        "provenance",
        "created_at",
        "payload",
        "raw",
        "remarks",
        "set_aside_at",
    )
    list_filter = ("stimulus__task", "pairing", "provenance")
    search_fields = ("key", "pool", "stimulus__key")


@admin.register(Authorship)
class AuthorshipTable(Looking):
    """Which agent produced a response, in which role."""

    shown = ("response", "agent", "role")
    list_filter = ("role", "agent__origin")
    search_fields = ("agent__slug", "agent__title", "response__key")


@admin.register(Answer)
class AnswerTable(Looking):
    """What people answered on this platform."""

    shown = ("stimulus", "source", "state", "provenance", "response", "given_at", "decided_at", "decided_by", "payload")
    list_filter = ("state", "provenance", "stimulus__task")
    search_fields = ("source", "stimulus__key")


@admin.register(AnswerAuthor)
class AnswerAuthorTable(Looking):
    """In which role an answer was given; by whom is in no table of the admin."""

    shown = ("answer", "role")
    list_filter = ("role",)


@admin.register(ParityAcknowledgement)
class ParityAcknowledgementTable(Looking):
    """Who knows of which cue by which form gives an origin away."""

    shown = ("task", "pool", "cue", "who", "at", "note")
    list_filter = ("task",)
    search_fields = ("pool", "cue", "who")


@admin.register(AgentRun)
class AgentRunTable(Looking):
    """AI agents asked about pools."""

    shown = ("agent", "partner", "task", "pool", "state", "turns", "cap", "spent", "created_at", "over_at", "problem")
    list_filter = ("state", "task")
    search_fields = ("agent__slug", "pool")
    date_hierarchy = "created_at"


@admin.register(RunItem)
class RunItemTable(Looking):
    """One stimulus of a run."""

    shown = ("run", "stimulus", "state", "tries", "busy_tries", "due_at")
    list_filter = ("state",)
    search_fields = ("run__agent__slug", "stimulus__key")


@admin.register(ItemTry)
class ItemTryTable(Looking):
    """One try at an item, and what came of it."""

    shown = ("item", "number", "outcome", "calls", "tokens_in", "tokens_out", "cost", "at", "sentence", "raw")
    list_filter = ("outcome",)
    search_fields = ("item__run__agent__slug",)
    date_hierarchy = "at"
