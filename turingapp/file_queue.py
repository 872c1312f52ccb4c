"""The queue of files without Redis: a message is there whole, or not yet.

kombu writes a message under its final name, so a worker that looks in between takes an empty file, cannot read it and
ends (celery/kombu, issue 1551). Here it is written beside, and renamed.
"""

import os
import uuid
from pathlib import Path
from time import monotonic
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """One that puts whole messages."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # as kombu does
        """Write a message under a name that no worker looks for, and give it its own, which sorts by time."""
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}"
        folder = Path(self.data_folder_out)
        written = folder / f"{name}.part"
        content = dumps(payload)  # type: ignore[no-untyped-call]  # kombu has few types
        written.write_text(content, encoding="utf-8")
        os.replace(written, folder / f"{name}.{queue}.msg")


class Transport(filesystem.Transport):
    """The transport whose channels these are."""

    Channel = Channel
