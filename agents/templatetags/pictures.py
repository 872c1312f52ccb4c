"""`{% picture_address image.media %}`: where a page's picture is to be had while the page is looked at."""

from django import template
from django.utils import timezone

from agents.media_links import address_picture

register = template.Library()


@register.simple_tag
def picture_address(media_id: str) -> str:
    """The signed address, from the server's time."""
    return address_picture(media_id, at=timezone.now())
