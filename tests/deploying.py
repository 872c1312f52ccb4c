"""`make deploy-check`: what docker-compose.yml describes is started, line by line, without a container engine.

Each service of ours runs its very command line, with its very environment, against a PostgreSQL and a Redis of the
tests; two web processes and two workers stand for a second machine. It ends well when both are ready and each queue has
a sign of its worker.
"""

import json
import os
import re
import secrets
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from tests.run import choose_server
from tests.servers import find_postgres, find_redis, running_postgres, running_redis
from turingapp.listening import HOST, find_free_port
from turingapp.running import Program, Troupe

ROOT = Path(__file__).resolve().parents[1]
WITHIN_SECONDS = 180.0
LASTING = ("worker", "conversations", "beat")  # services that stay, beside web
METRIC = re.compile(r'turing_worker_sign_seconds\{queue="(\w+)"\}')
GIVEN = {
    "SECRET_KEY": secrets.token_urlsafe(60),
    "PERSON_KEY_SECRET": secrets.token_urlsafe(60),
    "POSTGRES_PASSWORD": "unused",
    "METRICS_TOKEN": secrets.token_urlsafe(20),
    "SITE_ADDRESS": "study.example.org",
}


def read_compose(path: Path = ROOT / "docker-compose.yml") -> dict[str, Any]:
    """The services as they would run: with variables filled in from `GIVEN`."""
    return dict(fill_all(yaml.safe_load(path.read_text(encoding="utf-8")))["services"])


def fill_all(value: Any) -> Any:
    """Every text of the document, filled in."""
    if isinstance(value, dict):
        return {name: fill_all(one) for name, one in value.items()}
    if isinstance(value, list):
        return [fill_all(one) for one in value]
    return fill_in(value, GIVEN) if isinstance(value, str) else value


def fill_in(text: str, given: Mapping[str, str]) -> str:
    """`${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose reads them; ends where one is missing."""

    def choose(found: re.Match[str]) -> str:
        name, how, rest = found[1], found[2], found[3] or ""
        if name in given:
            return given[name]
        if how == ":?":
            raise SystemExit(f"docker-compose.yml needs {name}: {rest}")
        return rest

    # The shell's own dollars are doubled in the document.
    return re.sub(r"(?<!\$)\$\{(\w+)(?:(:[-?])([^}]*))?\}", choose, text).replace("$$", "$")


def read_command(service: Mapping[str, Any]) -> list[str]:
    """The command line of a service: its own, else that of the image."""
    if "command" in service:
        return list(service["command"])
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    return list(json.loads(next(line for line in lines if line.startswith("CMD ")).removeprefix("CMD ")))


def make_program(name: str, service: Mapping[str, Any], here: Mapping[str, str], port: int = 0) -> Program:
    """A service as a program of this machine: programs from this environment, paths and addresses from `here`."""
    # granian listens on loopback here, and containers' folders are below a folder that vanishes.
    swaps = {"0.0.0.0": HOST, "8000": str(port), "/tmp": here["VAR_DIR"]}  # noqa: S104, S108
    words = [swaps.get(word, word.replace("/tmp", here["VAR_DIR"])) for word in read_command(service)]  # noqa: S108
    if words[0] == "celery" and "worker" in words:
        words += ["--hostname", f"{name}@%h"]  # in containers the host's name differs
    program = str(Path(sys.executable).with_name(words[0]))
    told = {key: str(value) for key, value in service["environment"].items()}
    return Program(name, ("env", *(f"{key}={value}" for key, value in {**told, **here}.items()), program, *words[1:]))


def ask(port: int, path: str) -> str:
    """What a web process answers; empty while it does not."""
    headers = {"Authorization": f"Bearer {GIVEN['METRICS_TOKEN']}"}
    try:
        with urllib.request.urlopen(urllib.request.Request(f"http://{HOST}:{port}{path}", headers=headers)) as answer:
            return str(answer.read().decode())
    except (urllib.error.URLError, OSError):
        return ""


def run_all(services: Mapping[str, Any], here: Mapping[str, str], folder: Path) -> None:
    """Migrate, check, start everything, and wait until both web processes are ready and each queue has its sign."""
    for words in (read_command(services["migrate"])[1:], ["manage.py", "check", "--deploy", "--fail-level", "WARNING"]):
        program = make_program("migrate", {**services["migrate"], "command": ["python", *words]}, here)
        print(" ".join(words), flush=True)
        subprocess.run(program.argv, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    troupe, ports = Troupe(log_dir=folder / "logs"), (find_free_port(), find_free_port())
    try:
        for number, port in enumerate(ports, 1):
            troupe.start(make_program(f"web {number}", services["web"], here, port))
        for name in LASTING:
            troupe.start(make_program(name, services[name], here))
        troupe.start(make_program("worker 2", services["worker"], here))
        for port in ports:
            what = f"an answer that the web process on {port} is ready"
            troupe.wait_until(lambda port=port: bool(ask(port, "/ready")), what=what, within_seconds=WITHIN_SECONDS)  # type: ignore[misc]
        queues = {"celery", "conversations"}
        what = "a sign of a worker of each queue"
        troupe.wait_until(
            lambda: set(METRIC.findall(ask(ports[1], "/metrics"))) == queues, what=what, within_seconds=WITHIN_SECONDS
        )
        print("Two web processes are ready, and a worker of each queue has left its sign.")
    finally:
        troupe.stop_all()


def main() -> None:
    """The whole of `make deploy-check`."""
    os.chdir(ROOT)
    services = read_compose()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="deploy-", ignore_cleanup_errors=True)))
        database = choose_server(stack, "TEST_DATABASE_URL", find_postgres(), running_postgres)
        queue = choose_server(stack, "TEST_REDIS_URL", find_redis(), running_redis)
        here = {
            "PATH": os.environ["PATH"],
            "DATABASE_URL": database,
            "REDIS_URL": queue,
            "VAR_DIR": str(folder / "var"),
            "MEDIA_ROOT": str(folder / "var" / "media"),
            "STATIC_FROM_SOURCE": "true",
            "PROMETHEUS_MULTIPROC_DIR": str(folder / "metrics"),
        }
        (folder / "var").mkdir()
        run_all(services, here, folder)


if __name__ == "__main__":
    main()
