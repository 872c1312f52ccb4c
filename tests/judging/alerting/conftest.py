"""A webhook's receiver on this machine, which remembers what it was sent."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from judging.recruiters.local.serving import Platform, Reply, Request, serving


class Hook(Platform):
    """Answers every request with one status, and keeps them all."""

    def __init__(self) -> None:
        super().__init__()
        self.status, self.requests = 200, list[Request]()

    def reply(self, request: Request) -> Reply:
        self.requests.append(request)
        return Reply(self.status, b"{}", headers={"Location": "http://127.0.0.1:1/"})


@pytest.fixture
def hook(settings: Settings) -> Iterator[Hook]:
    """Such a receiver, which may be called."""
    settings.ALERT_HOOK_SECRET, settings.ALERT_HOOKS_TO_PRIVATE = "a secret", True
    hook = Hook()
    with serving(hook):
        yield hook
