"""What a recruiter knows of a request that it carries out."""

from datetime import datetime
from typing import Protocol

CONFIRMED = "confirmed"  # kept once a person has looked at the platform and wants it asked again


class Call(Protocol):
    """One try at an outgoing request: its token, and what earlier tries have learned."""

    at: datetime

    @property
    def token(self) -> str:
        """The same at each try."""
        ...

    @property
    def is_repeat(self) -> bool:
        """Whether an earlier try may have been carried out without our learning of it."""
        ...

    def recall(self, name: str) -> str:
        """What an earlier try has kept under this name; empty where nothing."""
        ...

    def keep(self, name: str, value: str) -> None:
        """Write something down at once, whatever comes next."""
        ...
