"""Calls to MTurk through boto3: the client of an environment, and its errors as ours.

boto3 takes a third of a second to import, so it is imported at the first call, not at the start of every process.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from turingapp.errors import PermanentServiceError, PlatformRefused, TemporaryServiceError

REGION = "us-east-1"
ENDPOINTS = {
    "live": "https://mturk-requester.us-east-1.amazonaws.com",
    "sandbox": "https://mturk-requester-sandbox.us-east-1.amazonaws.com",
}
CONNECT_SECONDS, READ_SECONDS = 10, 30
PASSING = {"ThrottlingException", "Throttling", "TooManyRequestsException", "RequestLimitExceeded", "ServiceFault"}
BROKEN = 500
LOCAL_KEY = "local"


def find_endpoint(environment: str) -> str:
    """The address of the requester's API."""
    return ENDPOINTS.get(environment) or str(settings.MTURK_LOCAL_URL)


def connect(environment: str) -> Any:
    """The boto3 client of an environment; sandbox and live differ in the address only."""
    if environment == "local":
        return make_client(find_endpoint(environment), LOCAL_KEY, LOCAL_KEY)
    return make_client(find_endpoint(environment), settings.AWS_ACCESS_KEY_ID, settings.AWS_SECRET_ACCESS_KEY)


@lru_cache(maxsize=8)
def make_client(endpoint: str, key: str, secret: str) -> Any:
    """A client, kept: making one takes a third of a second, and it may be used by many threads.

    Our outbox tries again, with the same token and after a look at the platform; boto3 must not do so blindly.
    """
    import boto3
    from botocore.config import Config

    return boto3.client(
        "mturk",
        region_name=REGION,
        endpoint_url=endpoint,
        aws_access_key_id=key or None,
        aws_secret_access_key=secret or None,
        config=Config(retries={"total_max_attempts": 1}, connect_timeout=CONNECT_SECONDS, read_timeout=READ_SECONDS),
    )


@contextmanager
def translated_errors(deed: str) -> Iterator[None]:
    """Turn what boto3 raises into our errors: temporary where the same call may succeed later."""
    from botocore.exceptions import BotoCoreError, ClientError, ConnectionError, HTTPClientError

    try:
        yield
    except ClientError as error:
        raise translate(deed, error) from error
    except (ConnectionError, HTTPClientError) as error:
        raise TemporaryServiceError(
            _("MTurk did not answer when asked to %(deed)s: %(fault)s") % {"deed": deed, "fault": error}
        ) from error
    except BotoCoreError as error:
        raise PermanentServiceError(
            _("MTurk could not be asked to %(deed)s: %(fault)s") % {"deed": deed, "fault": error}
        ) from error


def translate(deed: str, error: Any) -> TemporaryServiceError | PlatformRefused:
    """Our error for one of MTurk's answers."""
    code, sentence = error.response["Error"].get("Code", ""), error.response["Error"].get("Message", "")
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code in PASSING or status >= BROKEN:
        return TemporaryServiceError(
            _("MTurk failed to %(deed)s: %(code)s: %(fault)s") % {"deed": deed, "code": code, "fault": sentence}
        )
    return PlatformRefused(
        _("MTurk refused to %(deed)s: %(fault)s") % {"deed": deed, "fault": sentence or code}, read_code(error) or code
    )


def read_code(error: Any) -> str:
    """MTurk's own code, which comes beside the usual one."""
    answer: dict[str, Any] = dict(error.response)
    return str(answer.get("TurkErrorCode") or answer["Error"].get("TurkErrorCode") or "")
