"""The fields of a judge's form, whole and storable, whatever was sent."""

from django.core.exceptions import BadRequest
from django.http import HttpRequest

from agents.normalizing import make_storable

UTF8 = {"utf-8", "utf8", "us-ascii", "ascii"}


def read_fields(request: HttpRequest) -> dict[str, str]:
    """The form's fields by name, without what no database holds; empty for a GET.

    Raises BadRequest for a form in another character set, and for one that was cut off on its way: half an answer
    must not be taken for a whole one.
    """
    charset = (request.content_params or {}).get("charset", "utf-8").lower()
    if charset not in UTF8:
        raise BadRequest(f"The form is in {charset!r}; it should be in UTF-8.")
    announced = request.META.get("CONTENT_LENGTH") or "0"
    if not announced.isdecimal() or len(request.body) < int(announced):
        raise BadRequest("The form was cut off on its way; please send it again.")
    return {make_storable(name): make_storable(value) for name, value in request.POST.dict().items()}
