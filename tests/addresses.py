"""Every address of the workplace, for tests that walk all of them."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

OPEN_TO_ALL = {"login", "logout", "set_password"}  # nobody has a role before they log in


def list_addresses(resolver: URLPattern | URLResolver) -> Iterator[URLPattern]:
    """Every address below this one."""
    if isinstance(resolver, URLPattern):
        yield resolver
        return
    for one in resolver.url_patterns:
        yield from list_addresses(one)


WORKPLACE = next(one for one in get_resolver().url_patterns if getattr(one, "app_name", "") == "workplace")
ADDRESSES = [one for one in list_addresses(WORKPLACE) if one.name not in OPEN_TO_ALL]
