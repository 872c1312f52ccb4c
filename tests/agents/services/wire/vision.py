"""Servers on this machine that speak the wire formats of Google Vision, Azure Vision and Amazon Rekognition."""

import base64
import io
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

from PIL import Image

from tests.agents.services.wire.serving import Asked, Reply, WireServer, serve

KEY = "a-key"
AWS_KEY = "AKIDEXAMPLE:a-secret"


def is_jpeg(content: bytes) -> bool:
    """Whether a picture arrived as a JPEG."""
    try:
        with Image.open(io.BytesIO(content)) as picture:
            return picture.format == "JPEG"
    except OSError:
        return False


def annotate(asked: Asked) -> Reply:
    """Google's answer; a value of 0 in a color is left out, as it leaves it out."""
    if asked.headers.get("X-Goog-Api-Key") != KEY:
        message = "API key not valid. Please pass a valid API key."
        return Reply({"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}}, 400)
    request = asked.content["requests"][0]
    if not is_jpeg(base64.b64decode(request["image"]["content"])):
        return fail_inside(3, "Bad image data.")
    if request["features"][0]["type"] == "LABEL_DETECTION":
        labels = (("Sky", 0.91), ("Person", 0.97), ("Humans", 0.93), ("Dining table", 0.95), ("People", 0.9))
        rows = [{"mid": "/m/0", "description": name, "score": score, "topicality": score} for name, score in labels]
        return Reply({"responses": [{"labelAnnotations": rows}]})
    colors = [
        {"color": {"red": 200, "green": 200, "blue": 200}, "score": 0.1, "pixelFraction": 0.6},
        {"color": {"red": 220, "green": 20}, "score": 0.7, "pixelFraction": 0.2},
    ]
    return Reply({"responses": [{"imagePropertiesAnnotation": {"dominantColors": {"colors": colors}}}]})


def fail_inside(code: int, message: str) -> Reply:
    """Google's error about one picture, which comes with status 200."""
    return Reply({"responses": [{"error": {"code": code, "message": message}}]})


def analyze(asked: Asked) -> Reply:
    """Azure's answer, by version and feature."""
    if asked.headers.get("Ocp-Apim-Subscription-Key") != KEY:
        message = "Access denied due to invalid subscription key or wrong API endpoint."
        return Reply({"error": {"code": "401", "message": message}}, 401)
    if not is_jpeg(asked.body):
        return refuse_picture("InvalidImageFormat")
    address = urlsplit(asked.path)
    params = {name: values[0] for name, values in parse_qs(address.query).items()}
    tags = [{"name": name, "confidence": 0.9 - place / 10} for place, name in enumerate(("text", "hot dog", "bun"))]
    if address.path == "/vision/v3.2/analyze":
        parts = {
            "Color": {"color": {"dominantColorForeground": "Teal", "dominantColors": ["Teal"], "accentColor": "0A5C"}},
            "Tags": {"tags": tags},
            "Description": {"description": {"tags": ["bun"], "captions": [{"text": "a bun", "confidence": 0.5}]}},
        }
        return Reply({**parts[params["visualFeatures"]], "requestId": "1", "metadata": {"format": "Jpeg"}})
    if address.path == "/computervision/imageanalysis:analyze" and params["api-version"] == "2024-02-01":
        found = {"tags": {"tagsResult": {"values": tags}}, "caption": {"captionResult": {"text": "a bun"}}}
        return Reply({**found[params["features"]], "modelVersion": "2023-10-01"})
    return Reply({"error": {"code": "404", "message": "Resource not found"}}, 404)


def refuse_picture(code: str) -> Reply:
    """Azure's error about a picture."""
    inner = {"code": code, "message": "The picture is not taken."}
    return Reply(
        {"error": {"code": "InvalidRequest", "message": "The picture is not taken.", "innererror": inner}}, 400
    )


def detect_labels(asked: Asked) -> Reply:
    """Amazon's answer."""
    key_id = AWS_KEY.partition(":")[0]
    if f"Credential={key_id}/" not in asked.headers["Authorization"]:
        return fail_as_aws("UnrecognizedClientException")
    if asked.headers["X-Amz-Target"] != "RekognitionService.DetectLabels":
        return fail_as_aws("InvalidParameterException")
    if not is_jpeg(base64.b64decode(asked.content["Image"]["Bytes"])):
        return fail_as_aws("InvalidImageFormatException")
    names = (("Person", 99.3), ("Human", 99.3), ("Street Light", 80.1), ("Cars", 88.2), ("Car", 88.0))
    labels = [{"Name": name, "Confidence": share, "Instances": [], "Parents": []} for name, share in names]
    return Reply({"Labels": labels, "LabelModelVersion": "3.0"})


def fail_as_aws(code: str, status: int = 400, **headers: str) -> Reply:
    """An error of AWS's JSON protocol."""
    return Reply({"__type": code, "Message": "It failed."}, status, headers)


@contextmanager
def serve_google() -> Iterator[WireServer]:
    """Google Vision on a free port of this machine."""
    server = WireServer(annotate)
    with serve(server):
        yield server


@contextmanager
def serve_azure() -> Iterator[WireServer]:
    """Azure Vision."""
    server = WireServer(analyze)
    with serve(server):
        yield server


@contextmanager
def serve_rekognition() -> Iterator[WireServer]:
    """Amazon Rekognition."""
    server = WireServer(detect_labels)
    with serve(server):
        yield server
