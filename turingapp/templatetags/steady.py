"""Parts of pages that are the same again and again: `{% steady %}…{% endsteady %}` is drawn once per language.

`{% steady progress=screen.progress %}…` is drawn once for each value, too, of which nothing but `progress` is in reach.
"""

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()
MOST = 1000  # drawings of one part that are kept


class Steady(Node):
    """What it was drawn as before, by language, the prefix of addresses, and its values, which are hashable.

    Nothing else of a page is in reach of it, so that what one person's page says cannot come on another's.
    """

    def __init__(self, nodes: NodeList, values: dict[str, FilterExpression]) -> None:
        self.nodes, self.values = nodes, values
        self.drawn: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """The part with these values, in the language of this page."""
        values = [value.resolve(context) for value in self.values.values()]
        key = get_language(), get_script_prefix(), *values
        drawn = self.drawn.get(key)
        if drawn is None:
            drawn = self.nodes.render(context.new(dict(zip(self.values, values, strict=True))))
            if len(self.drawn) >= MOST:
                self.drawn.clear()
            self.drawn[key] = drawn
        return drawn


@register.tag
def steady(parser: Parser, token: Token) -> Steady:
    """Compile the tag."""
    values = token_kwargs(token.split_contents()[1:], parser)
    nodes = parser.parse(("endsteady",))
    parser.delete_first_token()
    return Steady(nodes, values)
