"""A robot in a conversation: it asks for news as the page's script does, and says what is typical of its kind."""

import secrets
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httpx
from django.utils import timezone

from agents.chatting.answering import answer_due_turns
from judging.robots.kinds import Robot
from judging.robots.pages import Page, read_page
from turingapp.errors import RobotStuck

LOOK_EVERY_SECONDS = 0.2
PATIENCE_SECONDS = 600.0


def wait_for_partner(client: httpx.Client, page: Page) -> Page:
    """Wait until there is a partner, or until one may leave; the page that follows."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < ends:
        told = ask(client, "POST", page.links["wait-url"])
        if told["is_seated"] or told["is_over"]:
            return read_page(client.get(page.address))
        if told["may_leave"]:
            return read_page(client.post(page.address, data={**page.hidden, "answer": "leave"}))
        time.sleep(LOOK_EVERY_SECONDS)
    raise RobotStuck(f"A robot waited {PATIENCE_SECONDS:g} s for a partner and was not let go.")


def wait_for_game(client: httpx.Client, page: Page) -> Page:
    """Wait until everybody is ready, or somebody was not; the page that follows."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < ends:
        if ask(client, "GET", page.links["phase-url"])["phase"] != "readying":
            return read_page(client.get(page.address))
        time.sleep(LOOK_EVERY_SECONDS)
    raise RobotStuck(f"A robot waited {PATIENCE_SECONDS:g} s for a game to begin.")


@dataclass
class Line:
    """One conversation of a robot: its addresses, and how far it has come."""

    links: Mapping[str, str]
    after: int = 0
    said: int = 0
    is_over: bool = False


def talk(client: httpx.Client, page: Page, robot: Robot) -> Page:
    """Talk in every conversation of the page until it goes on; the page that follows.

    The robots' own server has no worker beside it, so whoever asks for news also sees to it that AI agents answer.
    """
    ends, lines = time.monotonic() + PATIENCE_SECONDS, [Line(links) for links in page.conversations]
    while time.monotonic() < ends:
        answer_due_turns(clock=timezone.now)
        for line in lines:
            if not line.is_over:
                take_part(client, line, robot)
        if any(line.is_over for line in lines):  # the other one of a game may end with it
            following = read_page(client.get(page.address))
            if len(following.conversations) < len(lines):
                return following
        time.sleep(LOOK_EVERY_SECONDS)
    raise RobotStuck(f"A robot talked for {PATIENCE_SECONDS:g} s and the conversation did not end.")


def take_part(client: httpx.Client, line: Line, robot: Robot) -> None:
    """Look once, and say what the robot has to say."""
    news = ask(client, "GET", f"{line.links['news-url']}?after={line.after}")
    line.after = max([line.after, *(told["seq"] for told in news["lines"])])
    if news["phase"] == "over":
        line.is_over = True
    elif news["phase"] == "readying" and not news["is_ready"] and "ready-url" in line.links:
        ask(client, "POST", line.links["ready-url"])
    elif news["turn"] in {"mine", "either"} and (text := robot.say(line.said)) is not None:
        line.said += 1
        send(client, line.links["say-url"], text, robot.clicks)
    elif news["turn"] and robot.hangs_up(line.said):
        ask(client, "POST", line.links["leave-url"])


def send(client: httpx.Client, address: str, text: str, clicks: int) -> None:
    """Send one message, several times at once where the robot clicks so; what is refused was too late."""
    fields = {"text": text, "client_id": secrets.token_hex(8)}
    with ThreadPoolExecutor(clicks) as hands:
        answers = [hands.submit(client.post, address, data=fields) for _ in range(clicks)]
    statuses = {answer.result().status_code for answer in answers}
    if not statuses <= {HTTPStatus.OK, HTTPStatus.CONFLICT}:
        raise RobotStuck(f"A message of a robot was answered with {sorted(statuses)}; it should be 200 or 409.")


def ask(client: httpx.Client, method: str, address: str) -> dict[str, Any]:
    """What the page's script would be told."""
    answer = client.request(method, address)
    if answer.status_code != HTTPStatus.OK:
        raise RobotStuck(f"A robot in a conversation was answered with {answer.status_code}; it should be 200.")
    told: dict[str, Any] = answer.json()
    return told
