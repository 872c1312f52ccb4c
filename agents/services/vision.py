"""What the clients of vision services share: where a service is, and answers read by their schema."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, ValidationError

from agents.services.transport import SECONDS
from agents.tasks.payloads import list_problems
from turingapp.errors import PermanentServiceError


@dataclass(frozen=True, slots=True)
class VisionService:
    """Where a service is, and the key that opens it; a key is never stored or logged."""

    url: str
    key: str = field(default="", repr=False)
    seconds: float = SECONDS


class Found(BaseModel):
    """Base of the parts of an answer that are read; services add fields at any time."""

    model_config = ConfigDict(frozen=True, extra="ignore")


F = TypeVar("F", bound=Found)


def read_found(model: type[F], answer: Mapping[str, Any], *, name: str) -> F:
    """An answer by its schema; raises PermanentServiceError, which says what is wrong of it, with the whole of it."""
    try:
        return model.model_validate(answer)
    except ValidationError as error:
        problem = list_problems(error)[0]
        raise PermanentServiceError(
            _("%(service)s answered in another form than its own: %(fault)s.") % {"service": name, "fault": problem},
            raw=answer,
        ) from None
