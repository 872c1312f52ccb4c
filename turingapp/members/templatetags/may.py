"""Whether a page offers a deed to whoever looks: `{% may "change-study" study as is_allowed %}`."""

from collections.abc import Mapping
from typing import Any

from django import template

from judging.models import Collection, Study
from turingapp.members.matrix import DEEDS
from turingapp.members.rights import find_rights

register = template.Library()


@register.simple_tag(takes_context=True)
def may(context: Mapping[str, Any], deed: str, about: Study | Collection | None = None) -> bool:
    """Whether the matrix allows this deed, on the study or collection it is about; without a request nothing is."""
    request = context.get("request")
    return request is not None and find_rights(request).allow(DEEDS[deed], list_keys(about))


def list_keys(about: Study | Collection | None) -> list[int]:
    """The numbers of the studies that a deed is about."""
    if isinstance(about, Collection):
        return list(about.studies.values_list("pk", flat=True))
    return [about.pk] if about else []
