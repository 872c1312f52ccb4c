"""Whether a page offers a deed to whoever looks: `{% may "change-study" study as is_allowed %}`."""

from collections.abc import Mapping
from typing import Any

from django import template

from judging.models import Study
from turingapp.members.matrix import DEEDS
from turingapp.members.rights import find_rights

register = template.Library()


@register.simple_tag(takes_context=True)
def may(context: Mapping[str, Any], deed: str, study: Study | None = None) -> bool:
    """Whether the matrix allows this deed, on the study where it is about one; without a request nothing is."""
    request = context.get("request")
    return request is not None and find_rights(request).allow(DEEDS[deed], [study.pk] if study else [])
