"""A line to the server as thin as it gets: HTTP/1.1 over one kept connection, so that the load costs little itself."""

import asyncio
import json
import random
import re
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any
from urllib.parse import urlencode

from turingapp.listening import HOST

AGAIN_S = (0.25, 0.5, 1.0, 2.0)  # as the page's script waits before it tries again (static/js/chat/asking.js)
LIMIT_S = 10.0
LOCATION = re.compile(rb"\r\nlocation: *([^\r]+)", re.IGNORECASE)


class ServerFault(OSError):
    """The server answered that something is wrong on its side; `status` is what it said."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(f"The server answered {status}.")


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer: its status, its head as it came, and its content."""

    status: int
    head: bytes
    content: bytes

    def read(self) -> Any:
        """What a script would get: the value of JSON, of anything else the bytes."""
        is_json = b"application/json" in self.head.lower() and self.status == 200
        return json.loads(self.content) if is_json else self.content

    @property
    def leads_to(self) -> str:
        """The address of a redirect; empty where it is none."""
        found = LOCATION.search(self.head)
        return found[1].decode() if found else ""


class Line:
    """One person's connection; requests may get lost on it, on the way there or on the way back.

    All of them say what they `prefer` (RFC 7240), if anything.
    """

    def __init__(self, port: int, rng: random.Random, *, lost: float, prefer: str = "") -> None:
        self.port, self.rng, self.lost = port, rng, lost
        self.preference = f"Prefer: {prefer}\r\n" if prefer else ""
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def insist(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, Any]:
        """Ask until an answer comes."""
        reply = await self.persist(method, path, fields)
        return reply.status, reply.read()

    async def persist(self, method: str, path: str, fields: dict[str, str] | None = None) -> Reply:
        """The same, with the whole answer."""
        pauses = chain(AGAIN_S, repeat(AGAIN_S[-1]))
        while True:
            try:
                return await asyncio.wait_for(self.try_once(method, path, fields), LIMIT_S)
            except (OSError, EOFError, TimeoutError):
                self.hang_up()
                await asyncio.sleep(next(pauses))

    async def ask(self, method: str, path: str, fields: dict[str, str] | None) -> tuple[int, Any]:
        """Ask once; raises OSError where the request or its answer is lost."""
        reply = await self.try_once(method, path, fields)
        return reply.status, reply.read()

    async def try_once(self, method: str, path: str, fields: dict[str, str] | None) -> Reply:
        """The same, with the whole answer."""
        is_lost, on_the_way_back = self.rng.random() < self.lost, self.rng.random() < 0.5
        if is_lost and not on_the_way_back:
            raise self.lose()
        reply = await self.exchange(method, path, fields)
        if is_lost:
            raise self.lose()
        return reply

    def lose(self) -> OSError:
        """A request, or its answer, gets lost."""
        return OSError("The request or its answer was lost.")

    async def exchange(self, method: str, path: str, fields: dict[str, str] | None) -> Reply:
        """Send a request and read its answer; raises ServerFault where the server says that it could not."""
        if self.streams is None:
            self.streams = await asyncio.open_connection(HOST, self.port)
        reader, writer = self.streams
        body = urlencode(fields or {}).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n{self.preference}"
        writer.write(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode() + body)
        told = await reader.readuntil(b"\r\n\r\n")
        reply = Reply(int(told.split(b" ", 2)[1]), told, await read_content(reader, told.lower()))
        if reply.status >= 500:
            raise ServerFault(reply.status)
        return reply

    def hang_up(self) -> None:
        """Close the connection."""
        if self.streams is not None:
            self.streams[1].close()
        self.streams = None


async def read_content(reader: asyncio.StreamReader, head: bytes) -> bytes:
    """What comes after a head, given in small letters: so long as it says, or in chunks up to the empty one."""
    if b"content-length:" in head:
        return await reader.readexactly(int(head.split(b"content-length:")[1].split(b"\r\n")[0]))
    content = b""
    while length := int(await reader.readline(), 16):
        content += await reader.readexactly(length)
        await reader.readline()
    await reader.readline()
    return content
