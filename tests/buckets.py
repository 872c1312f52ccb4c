"""A bucket on this machine: a server that knows the five requests of S3 that are sent to it, and no more."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pytest_django.fixtures import Settings

from judging.recruiters.local.serving import Platform, Reply, Request, serving

SIGNED = re.compile(r"AWS4-HMAC-SHA256 Credential=the-key/\d{8}/\w[\w-]*/s3/aws4_request, ")
TOKEN = "x-amz-security-token"
ABSENT = "<Error><Code>{code}</Code><Message>There is none.</Message></Error>"


@dataclass
class LocalBucket(Platform):
    """Objects by name, requests as they came, and whether it fails."""

    name: str = "pictures"
    objects: dict[str, bytes] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    status: int = 0  # what every request gets, where it is not 0

    def __post_init__(self) -> None:
        super().__init__()

    def reply(self, request: Request) -> Reply:
        """What S3 answers; nothing is told to who has not signed."""
        bucket, _, name = request.path.removeprefix("/").partition("/")
        self.asked.append(f"{request.method} {name}")
        is_ours = SIGNED.match(request.headers.get("authorization", "")) and TOKEN not in request.headers
        if self.status or not is_ours:
            return self.refuse(self.status or 403, "SlowDown" if self.status else "AccessDenied")
        if bucket != self.name:
            return self.refuse(404, "NoSuchBucket")
        if not name:
            return Reply(200)
        if request.method == "PUT":
            self.objects[name], self.types[name] = request.body, request.headers["content-type"]
            return Reply(200, headers={"ETag": '"0"'})
        if request.method == "DELETE":
            self.objects.pop(name, None)
            return Reply(204)
        if name not in self.objects:
            return self.refuse(404, "NoSuchKey")
        headers = {"ETag": '"0"', "Last-Modified": "Mon, 30 Nov 2026 12:00:00 GMT"}
        return Reply(200, self.objects[name], self.types[name], headers)

    def refuse(self, status: int, code: str) -> Reply:
        """An error as S3 writes it."""
        return Reply(status, ABSENT.format(code=code).encode(), "application/xml")


@contextmanager
def running_bucket(settings: Settings) -> Iterator[LocalBucket]:
    """A bucket that the installation's pictures lie in while the block runs."""
    bucket = LocalBucket()
    with serving(bucket) as address:
        settings.MEDIA_BUCKET, settings.MEDIA_ENDPOINT, settings.MEDIA_REGION = bucket.name, address, "eu-central-1"
        settings.MEDIA_ACCESS_KEY_ID, settings.MEDIA_SECRET_ACCESS_KEY = "the-key", "the-secret"
        yield bucket
    settings.MEDIA_BUCKET = ""
