"""Programs that call the API with a token."""

import json
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from turingapp.api.scopes import TokenScope
from turingapp.api.tokens import make_token


def make_caller(user: User, *scopes: str, name: str = "script") -> Client:
    """A program with a token of the account; with all scopes where none is named."""
    made = make_token(user, name=name, scopes=scopes or TokenScope.values, days=30, at=timezone.now())
    return Client(headers={"Authorization": f"Bearer {made.secret}"})


def send(client: Client, url: str, body: Any, *, key: str = "") -> Any:
    """What a body in JSON is answered."""
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(url, json.dumps(body), content_type="application/json", headers=headers)
