"""Twenty judges at once on SQLite, through a real web process: how long a trial's page takes to come."""

import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles
from typing import Any

import httpx
from lxml import html

from bench.measuring import Figure
from bench.visit import empty_installation

JUDGES, TRIALS, PAUSE_S = 20, 20, 1.0  # a trial a second each: three times as fast as the shortest time allows
LIMIT_MS = 30.0


def measure() -> list[Figure]:
    """One figure: the 95th percentile of the time to a trial's page, beside that of the health page."""
    with empty_installation():
        from tests.pools import make_pool, open_small_study

        make_pool("color", stimuli=2 * TRIALS)
        study = open_small_study("color", trials=TRIALS, judgements_per_response=1000)
        with serving() as base:
            pages, bare = judge_all(base, f"/join/{study.link}/")
    name = f"trial page at the 95th percentile, {JUDGES} judges at once"
    return [Figure(name, find_p95(pages), "health page", find_p95(bare), limit_ms=LIMIT_MS)]


def find_p95(milliseconds: list[float]) -> float:
    """The 95th percentile."""
    return quantiles(milliseconds, n=20)[-1]


@contextmanager
def serving() -> Iterator[str]:
    """A granian over the installation of this process; gives its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    where = ("--host", "127.0.0.1", "--port", str(port))
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", *where, "turingapp.wsgi:application"]
    server = subprocess.Popen(command, env={**os.environ}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                httpx.get(f"{base}/healthy").raise_for_status()
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield base
    finally:
        server.terminate()
        server.wait()


def judge_all(base: str, link: str) -> tuple[list[float], list[float]]:
    """Milliseconds of every trial page, and of a health page asked for in between."""
    pages: list[float] = []
    bare: list[float] = []
    threads = [threading.Thread(target=judge, args=(base, link, seed, pages, bare)) for seed in range(JUDGES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return pages, bare


def judge(base: str, link: str, seed: int, pages: list[float], bare: list[float]) -> None:
    """One judge: from the link through all trials, with pauses."""
    rng = random.Random(seed)
    with httpx.Client(base_url=base, timeout=30) as client:
        time.sleep(rng.random() * PAUSE_S)
        address = client.post(link, data={"visit": f"judge {seed}"}).headers["Location"]
        page = client.get(address)
        while b"<h1>Last questions</h1>" not in page.content:
            client.post(address, data=fill_in(page.text, rng))
            start = time.perf_counter()
            page = client.get(address)
            took = (time.perf_counter() - start) * 1000
            if b'id="stimulus"' in page.content:
                pages.append(took)
                start = time.perf_counter()
                client.get("/healthy")
                bare.append((time.perf_counter() - start) * 1000)
                time.sleep(PAUSE_S * rng.uniform(0.5, 1.5))


def fill_in(page: str, rng: random.Random) -> dict[str, str]:
    """The form's fields, each question answered by chance."""
    parsed: Any = html.fromstring(page)  # the stubs of lxml know no forms
    form = parsed.forms[0]
    fields = {name: value or "" for name, value in form.form_values()}
    for radio in form.xpath(".//input[@type='radio']"):
        if radio.get("name") not in fields or rng.random() < 0.5:
            fields[radio.get("name")] = radio.get("value")
    for choice in form.xpath(".//select"):
        fields[choice.get("name")] = rng.choice([value for value in choice.value_options if value])
    return {"answer": "agree", **fields}
