"""A line to the server as thin as it gets: HTTP/1.1 over one kept connection, so that the load costs little itself."""

import asyncio
import json
import random
from itertools import chain, repeat
from typing import Any
from urllib.parse import urlencode

from turingapp.listening import HOST

AGAIN_S = (0.25, 0.5, 1.0, 2.0)  # as the page's script waits before it tries again (static/js/chat/asking.js)
LIMIT_S = 10.0


class Line:
    """One person's connection; requests may get lost on it, on the way there or on the way back."""

    def __init__(self, port: int, rng: random.Random, *, lost: float) -> None:
        self.port, self.rng, self.lost = port, rng, lost
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def insist(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, Any]:
        """Ask until an answer comes."""
        pauses = chain(AGAIN_S, repeat(AGAIN_S[-1]))
        while True:
            try:
                return await asyncio.wait_for(self.ask(method, path, fields), LIMIT_S)
            except (OSError, EOFError, TimeoutError):
                self.hang_up()
                await asyncio.sleep(next(pauses))

    async def ask(self, method: str, path: str, fields: dict[str, str] | None) -> tuple[int, Any]:
        """Ask once; raises OSError where the request or its answer is lost."""
        is_lost, on_the_way_back = self.rng.random() < self.lost, self.rng.random() < 0.5
        if is_lost and not on_the_way_back:
            raise OSError("The request was lost.")
        if self.streams is None:
            self.streams = await asyncio.open_connection(HOST, self.port)
        reader, writer = self.streams
        body = urlencode(fields or {}).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answer.split(b"content-length:")[1].split(b"\r\n")[0])
        content = await reader.readexactly(length)
        status = int(answer.split(b" ", 2)[1])
        if status >= 500:
            raise OSError(f"The server answered {status}.")
        if is_lost:
            raise OSError("The answer was lost.")
        return status, json.loads(content) if b"application/json" in answer and status == 200 else content

    def hang_up(self) -> None:
        """Close the connection."""
        if self.streams is not None:
            self.streams[1].close()
        self.streams = None
