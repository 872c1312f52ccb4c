"""What the addresses of results say: the version of the protocol, and whether the screening counts."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest

from analysis.measuring import Scope
from judging.models import Study

UNSCREENED = "all"  # the value of ?count= that counts every judgement


def list_choices_made(scope: Scope) -> dict[str, str]:
    """What the address says to show these results and no others."""
    return describe_choice(scope.version, is_screened=scope.is_screened)


def describe_choice(version: int | None, *, is_screened: bool) -> dict[str, str]:
    """The query that asks for one version or all, screened or not."""
    chosen = {} if is_screened else {"count": UNSCREENED}
    return chosen if version is None else {**chosen, "version": str(version)}


def write_address(address: str, chosen: dict[str, str]) -> str:
    """An address with these choices in its query."""
    return f"{address}?{urlencode(chosen)}" if chosen else address


def is_screened(request: HttpRequest) -> bool:
    """Whether the address asks for the judgements that pass the screening, and not for all."""
    return request.GET.get("count") != UNSCREENED


def read_version(request: HttpRequest, study: Study) -> int | None:
    """The version of the protocol that the address asks for; None for all."""
    text = request.GET.get("version")
    if not text:
        return None
    versions = study.protocols.values_list("version", flat=True)
    found = next((version for version in versions if str(version) == text), None)
    if found is None:
        raise Http404(f"{study.slug} has no version {text} of its protocol.")
    return found
