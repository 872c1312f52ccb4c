"""A try at a request, as a recruiter sees it, kept in memory."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

TOKEN = "0123456789abcdef0123456789abcdef"


@dataclass
class Call:
    """The first try, or a repeat."""

    token: str = TOKEN
    is_repeat: bool = False
    at: datetime = datetime(2030, 5, 6, 12, 0, tzinfo=UTC)
    kept: dict[str, str] = field(default_factory=dict)

    def recall(self, name: str) -> str:
        return self.kept.get(name, "")

    def keep(self, name: str, value: str) -> None:
        self.kept[name] = value
