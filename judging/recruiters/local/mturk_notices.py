"""The local MTurk's notices, in envelopes like those of Amazon's notification service, signed with a key of its own."""

import base64
import json
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from judging.recruiters.local.mturk_state import Data
from judging.recruiters.sns import (
    CONFIRMATION,
    HASHES,
    LOCAL_CERTIFICATE,
    LOCAL_CONFIRMATION,
    NOTIFICATION,
    write_signed,
)

VERSION = "2"
CONTENT_TYPE = "text/plain; charset=UTF-8"


@cache
def make_key() -> rsa.RSAPrivateKey:
    """The key of this process."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@cache
def make_certificate() -> bytes:
    """The key's certificate, in PEM."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "local platform")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, make_key().public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=3650))
    return builder.sign(make_key(), hashes.SHA256()).public_bytes(Encoding.PEM)


def write_document(notice: Data, topic_version: str) -> str:
    """The event document of a notice."""
    event = {
        "EventType": notice["event"],
        "EventTimestamp": write_time(notice["at"]),
        "HITId": notice["hit"],
        "HITTypeId": notice["type"],
        "AssignmentId": notice["assignment"],
    }
    document = {"EventDocVersion": topic_version, "EventDocId": notice["id"], "CustomerId": "LOCAL", "Events": [event]}
    return json.dumps(document)


def write_time(seconds: float) -> str:
    """A time as the service writes it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def seal(fields: Data, *, topic: str, at: float, url: str, version: str = VERSION) -> tuple[bytes, dict[str, str]]:
    """The body and headers of a signed envelope around these fields."""
    envelope = {
        **fields,
        "MessageId": secrets.token_hex(16),
        "TopicArn": topic,
        "Timestamp": write_time(at),
        "SignatureVersion": version,
        "SigningCertURL": url + LOCAL_CERTIFICATE,
    }
    signature = make_key().sign(write_signed(envelope), padding.PKCS1v15(), HASHES[version])
    envelope["Signature"] = base64.b64encode(signature).decode()
    headers = {"Content-Type": CONTENT_TYPE, "X-Amz-Sns-Message-Type": envelope["Type"]}
    return json.dumps(envelope).encode(), headers


def seal_question(*, topic: str, at: float, url: str) -> tuple[bytes, dict[str, str]]:
    """The question whether notices may come, answered by following an address."""
    token = secrets.token_hex(16)
    message = "You have chosen to subscribe to the topic. To confirm, visit the SubscribeURL."
    fields = {
        "Type": CONFIRMATION,
        "Message": message,
        "Token": token,
        "SubscribeURL": f"{url}{LOCAL_CONFIRMATION}?Token={token}",
    }
    return seal(fields, topic=topic, at=at, url=url)


def seal_notice(notice: Data, *, url: str) -> tuple[bytes, dict[str, str]]:
    """A notice in its envelope."""
    target = notice["target"]
    fields = {"Type": NOTIFICATION, "Message": write_document(notice, target["Version"])}
    return seal(fields, topic=target["Destination"], at=notice["at"], url=url)


def seal_waiting(notices: list[Data], *, url: str) -> Iterator[tuple[bytes, dict[str, str]]]:
    """Each of these notices in its envelope; one that comes twice is in the same envelope both times."""
    sealed: dict[str, tuple[bytes, dict[str, str]]] = {}
    for notice in notices:
        if notice["id"] not in sealed:
            sealed[notice["id"]] = seal_notice(notice, url=url)
        yield sealed[notice["id"]]
