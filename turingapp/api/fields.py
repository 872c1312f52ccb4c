"""Fields of answers that hold any object, as the schema describes them."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


@extend_schema_field({"type": "object", "additionalProperties": True})
class ObjectField(serializers.JSONField):
    """An object whose names differ from task to task, or from system to system."""


@extend_schema_field({"type": "object", "additionalProperties": True, "nullable": True})
class ObjectOrNull(serializers.JSONField):
    """The same, where there may be none yet."""
