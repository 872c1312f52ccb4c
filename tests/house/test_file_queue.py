"""The queue of files that is used without Redis."""

from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from turingapp.celery import app

TRANSPORT = "turingapp.file_queue:Transport"


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Any]:
    folders = {"data_folder_in": tmp_path, "data_folder_out": tmp_path, "control_folder": tmp_path / "control"}
    options = {name: str(folder) for name, folder in folders.items()}
    with Connection("filesystem://", transport=TRANSPORT, transport_options=options) as connection:
        yield connection.channel()


def test_a_worker_that_looks_while_a_message_is_written_finds_none_and_then_all_of_it(channel: Any) -> None:
    class Written:
        def __json__(self) -> str:
            with pytest.raises(Empty):
                channel._get("celery")
            return "whole"

    channel._put("celery", {"body": Written()})
    assert channel._get("celery") == {"body": "whole"}


def test_jobs_are_sent_by_it_where_there_is_no_redis() -> None:
    assert app.conf.broker_transport == (None if app.conf.broker_url.startswith("redis") else TRANSPORT)
