"""The bucket of pictures, through django-storages: what is asked of it, and its errors as ours.

Browsers never see it: they ask us, so that no key, no time of an upload and no other address is in what they get.
boto3 takes a third of a second to import, so it is imported at the first call.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile

from turingapp.errors import PermanentServiceError, StoreAway

CONNECT_SECONDS, READ_SECONDS, TRIES = 3, 10, 3
ABSENT = {"NoSuchKey", "404"}  # a question about an object alone has no code but its status
PASSING = {"SlowDown", "Throttling", "ThrottlingException", "RequestLimitExceeded", "RequestTimeout"}


def open_bucket() -> Any:
    """The bucket that the settings name."""
    key, secret = settings.MEDIA_ACCESS_KEY_ID, settings.MEDIA_SECRET_ACCESS_KEY
    return make_storage(settings.MEDIA_BUCKET, settings.MEDIA_ENDPOINT, settings.MEDIA_REGION, key, secret)


@lru_cache(maxsize=4)
def make_storage(bucket: str, endpoint: str, region: str, key: str, secret: str) -> Any:
    """A storage, kept: making its client takes a third of a second, and it may be used by many threads."""
    from boto3.s3.transfer import TransferConfig
    from botocore.config import Config
    from storages.backends.s3 import S3Storage

    return S3Storage(
        bucket_name=bucket,
        endpoint_url=endpoint or None,
        region_name=region or None,
        access_key=key or None,
        secret_key=secret or None,
        # These two would be taken from the environment, where they may belong to other keys.
        security_token=None,
        session_profile=None,
        transfer_config=TransferConfig(use_threads=False),  # pictures are small
        client_config=Config(
            # Buckets of others are seldom names of hosts, and do not know the newest checksums.
            s3={"addressing_style": "path" if endpoint else "auto"},
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
            retries={"total_max_attempts": TRIES, "mode": "standard"},
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
        ),
    )


def look_at_bucket() -> None:
    """Raise FileNotFoundError where there is no such bucket, StoreAway or PermanentServiceError."""
    with translated_errors("tell", "whether it is there"):
        open_bucket().connection.meta.client.head_bucket(Bucket=settings.MEDIA_BUCKET)


def read_object(name: str) -> bytes:
    """The content; raises FileNotFoundError, StoreAway or PermanentServiceError."""
    with translated_errors("read", name):
        # One request; opened as a file it would be asked for three times.
        return bytes(open_bucket().bucket.Object(name).get()["Body"].read())


def has_object(name: str) -> bool:
    """Whether it is there."""
    with translated_errors("look for", name):
        return bool(open_bucket().exists(name))


def write_object(name: str, content: bytes) -> None:
    """Keep it: a bucket has all of an object or nothing."""
    with translated_errors("write", name):
        open_bucket().save(name, ContentFile(content))


def drop_object(name: str) -> None:
    """Take it away."""
    with translated_errors("delete", name):
        open_bucket().delete(name)


@contextmanager
def translated_errors(deed: str, name: str) -> Iterator[None]:
    """Turn what boto3 raises into our errors: StoreAway where the same call may succeed later."""
    from boto3.exceptions import Boto3Error
    from botocore.exceptions import BotoCoreError, ClientError, ConnectionError, HTTPClientError

    where = f"the bucket {settings.MEDIA_BUCKET}"
    try:
        yield
    except ClientError as error:
        raise translate(error, deed, name) from error
    except (ConnectionError, HTTPClientError) as error:
        raise StoreAway(f"{where.capitalize()} did not answer when asked to {deed} {name}: {error}") from error
    except (BotoCoreError, Boto3Error) as error:
        raise PermanentServiceError(f"{where.capitalize()} could not be asked to {deed} {name}: {error}") from error


def translate(error: Any, deed: str, name: str) -> Exception:
    """Our error for one of the bucket's answers."""
    code, sentence = error.response["Error"].get("Code", ""), error.response["Error"].get("Message", "")
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code in ABSENT:
        return FileNotFoundError(f"There is no {name} in the bucket {settings.MEDIA_BUCKET}.")
    told = f"The bucket {settings.MEDIA_BUCKET} did not {deed} {name}: {code}: {sentence}"
    is_passing = code in PASSING or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return StoreAway(told) if is_passing else PermanentServiceError(told)
