"""Envelopes of Amazon's notification service (SNS): taken as genuine only with its signature, and confirmed once.

The rules are those of "Verifying the signatures of Amazon SNS messages" in its developer's guide: version 1 is SHA-1,
version 2 SHA-256, over named fields in their order; the certificate is had from Amazon's own hosts only.
"""

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import httpx
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from turingapp.errors import NotEligible, TemporaryServiceError

HOST = re.compile(r"sns\.[a-z]{2}(-[a-z]+)+-\d\.amazonaws\.com(\.cn)?")
CERTIFICATE_PATH = re.compile(r"/SimpleNotificationService-[A-Za-z0-9]+\.pem")
LOCAL_CERTIFICATE, LOCAL_CONFIRMATION = "/sns/certificate.pem", "/sns/confirm"  # at the local platform
NOTIFICATION, CONFIRMATION = "Notification", "SubscriptionConfirmation"
SIGNED = {
    NOTIFICATION: ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"),
    CONFIRMATION: ("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"),
}
HASHES: Mapping[str, hashes.HashAlgorithm] = {"1": hashes.SHA1(), "2": hashes.SHA256()}  # noqa: S303 - as SNS signs
TIMEOUT_SECONDS, OK = 10.0, 200


@dataclass(frozen=True, slots=True)
class Envelope:
    """A genuine message: of which topic, what it says, or the address by which a subscription is confirmed."""

    kind: str
    topic: str
    message: str
    confirm_at: str
    is_local: bool  # signed by the platform of this machine


def open_envelope(body: bytes, *, local_url: str) -> Envelope:
    """The envelope in a request. Raises NotEligible where neither Amazon nor the local platform has signed it, and
    TemporaryServiceError where their certificate cannot be had.
    """
    fields = read_fields(body)
    address = fields["SigningCertURL"]
    is_local = address == local_url + LOCAL_CERTIFICATE
    if not is_local and not is_amazons(address, CERTIFICATE_PATH):
        raise NotEligible(f"This notice names a certificate that is not Amazon's: {address[:200]!r}.")
    check_signature(fields, fetch(address) if is_local else fetch_for_good(address))
    confirm_at = fields.get("SubscribeURL", "")
    return Envelope(fields["Type"], fields["TopicArn"], fields["Message"], confirm_at, is_local)


def read_fields(body: bytes) -> dict[str, str]:
    """The fields of an envelope, all texts; raises NotEligible for anything else."""
    try:
        found = json.loads(body)
    except ValueError:
        raise NotEligible("This notice is no envelope of Amazon's notification service: it is not JSON.") from None
    fields = found if isinstance(found, dict) else {}
    kind = str(fields.get("Type"))
    needed = {*SIGNED.get(kind, ()), "Signature", "SignatureVersion", "SigningCertURL"} - {"Subject"}
    lacking = sorted(name for name in needed if not isinstance(fields.get(name), str))
    if kind not in SIGNED or lacking or not isinstance(fields.get("Subject") or "", str):
        raise NotEligible(f"This notice is no envelope that we take: type {kind!r}, without {', '.join(lacking)}.")
    return {name: value for name, value in fields.items() if isinstance(value, str)}


def is_amazons(address: str, path: re.Pattern[str] | None = None) -> bool:
    """Whether an address is at the notification service itself, by https and nothing beside it."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    is_plain = parts.scheme == "https" and port is None and parts.username is None and not parts.fragment
    is_there = HOST.fullmatch(parts.hostname or "") is not None
    return is_plain and is_there and (path is None or (path.fullmatch(parts.path) is not None and not parts.query))


def check_signature(fields: Mapping[str, str], certificate: bytes) -> None:
    """Raise NotEligible where the signature is not made with the certificate's key."""
    algorithm = HASHES.get(fields["SignatureVersion"])
    try:
        key = x509.load_pem_x509_certificate(certificate).public_key()
        signature = base64.b64decode(fields["Signature"], validate=True)
        if algorithm is None or not isinstance(key, rsa.RSAPublicKey):
            raise NotEligible(
                f"This notice has a signature of version {fields['SignatureVersion'][:20]!r}, not 1 or 2."
            )
        key.verify(signature, write_signed(fields), padding.PKCS1v15(), algorithm)
    except (InvalidSignature, ValueError):
        raise NotEligible("This notice is not signed by the notification service.") from None


def write_signed(fields: Mapping[str, Any]) -> bytes:
    """The text that is signed: each field that is there, name and value on lines of their own."""
    return "".join(f"{name}\n{fields[name]}\n" for name in SIGNED[fields["Type"]] if fields.get(name)).encode()


@lru_cache(maxsize=16)
def fetch_for_good(address: str) -> bytes:
    """A certificate of Amazon's, whose address changes whenever it does."""
    return fetch(address)


def fetch(address: str) -> bytes:
    """What an address gives; raises TemporaryServiceError where it gives nothing."""
    try:
        answer = httpx.get(address, timeout=TIMEOUT_SECONDS)
    except httpx.HTTPError as error:
        raise TemporaryServiceError(f"The notification service did not answer: {error!r}") from error
    if answer.status_code != OK:
        raise TemporaryServiceError(f"The notification service answered with status {answer.status_code}.")
    return answer.content


def confirm(envelope: Envelope, *, local_url: str) -> None:
    """Answer the question whether notices may come here, by following the address; Amazon's own, or the local one."""
    is_known = envelope.confirm_at.startswith(f"{local_url}{LOCAL_CONFIRMATION}?") if envelope.is_local else False
    if not is_known and not is_amazons(envelope.confirm_at):
        raise NotEligible(f"This subscription is to be confirmed at a foreign address: {envelope.confirm_at[:200]!r}.")
    fetch(envelope.confirm_at)
