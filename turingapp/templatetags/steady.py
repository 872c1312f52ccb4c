"""A part of a page that is the same on all its pages: `{% steady %}…{% endsteady %}` is drawn once per language."""

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


class Steady(Node):
    """What it was drawn as before, by language and by the prefix of addresses.

    Nothing of a page's own context is in reach of it, so that what one person's page says cannot come on another's.
    """

    def __init__(self, nodes: NodeList) -> None:
        self.nodes = nodes
        self.drawn: dict[tuple[str | None, str], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """The part in the language of this page."""
        key = get_language(), get_script_prefix()
        if key not in self.drawn:
            self.drawn[key] = self.nodes.render(context.new())
        return self.drawn[key]


@register.tag
def steady(parser: Parser, token: Token) -> Steady:
    """Compile the tag."""
    nodes = parser.parse(("endsteady",))
    parser.delete_first_token()
    return Steady(nodes)
