"""A client of Amazon Rekognition (DetectLabels): signed by boto3's own signer, sent by our transport.

boto3's clients read any length of answer, and fall over one in another form; what is asked here is one POST.
"""

import base64
import json
from typing import Any

from django.utils.translation import gettext

from agents.services.transport import ask_service
from agents.services.vision import Found, VisionService, read_found
from turingapp.errors import PermanentServiceError, PictureRefused, TemporaryServiceError

NAME = "Amazon Rekognition"
ABOUT_PICTURES = frozenset({"InvalidImageFormatException", "ImageTooLargeException"})
PASSING = frozenset({"ThrottlingException", "ProvisionedThroughputExceededException"})  # with status 400


class Label(Found):
    """What is in a picture, and how sure that is, from 0 to 100."""

    Name: str
    Confidence: float = 0.0


class Labels(Found):
    """An answer."""

    Labels: list[Label]


def detect_labels(
    service: VisionService, picture: bytes, *, region: str, most: int = 20, least: float = 0.0
) -> tuple[list[Label], Any]:
    """What is in a JPEG, read and as it came; raises ServiceError, PictureRefused among them.

    The service's key is both parts of an AWS key, ID:SECRET; its address may be empty for that of the region.
    """
    asked = {"Image": {"Bytes": base64.b64encode(picture).decode()}, "MaxLabels": most, "MinConfidence": least}
    url = f"{service.url or f'https://rekognition.{region}.amazonaws.com'}/"
    content = json.dumps(asked).encode()
    headers = sign(service.key, url, content, region=region)
    try:
        raw = ask_service(NAME, url, content=content, headers=headers, seconds=service.seconds)
    except PermanentServiceError as error:
        raise explain(error) from None
    return read_found(Labels, raw, name=NAME).Labels, raw


def sign(key: str, url: str, content: bytes, *, region: str) -> dict[str, str]:
    """The headers of a request, signed (AWS Signature Version 4); the secret is not among them."""
    from botocore.auth import SigV4Auth
    from botocore.awsrequest import AWSRequest
    from botocore.credentials import Credentials

    key_id, _, secret = key.partition(":")
    headers = {"Content-Type": "application/x-amz-json-1.1", "X-Amz-Target": "RekognitionService.DetectLabels"}
    request = AWSRequest(method="POST", url=url, data=content, headers=headers)
    SigV4Auth(Credentials(key_id, secret), "rekognition", region).add_auth(request)
    return {name: str(value) for name, value in request.headers.items()}


def explain(error: PermanentServiceError) -> PermanentServiceError | TemporaryServiceError:
    """The same error by AWS's own code: some pass by themselves, some are about the picture."""
    code = find_code(error.raw)
    if code in ABOUT_PICTURES:
        return PictureRefused(
            gettext("%(service)s cannot take the picture (%(fault)s).") % {"service": NAME, "fault": code},
            raw=error.raw,
        )
    if code in PASSING:
        return TemporaryServiceError(
            gettext("%(service)s failed for now (%(fault)s).") % {"service": NAME, "fault": code}, raw=error.raw
        )
    if code:
        return PermanentServiceError(
            gettext("%(service)s refused (%(fault)s); check the key and the region.")
            % {"service": NAME, "fault": code},
            raw=error.raw,
        )
    return error


def find_code(raw: object) -> str:
    """The code of an error in AWS's JSON protocol; empty where there is none."""
    try:
        return str(json.loads(str(raw))["__type"]).rpartition("#")[2]
    except (ValueError, TypeError, KeyError):
        return ""
