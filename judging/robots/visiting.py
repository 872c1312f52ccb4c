"""One robot's visit over HTTP: join, then answer page after page until the visit ends or the robot leaves."""

import enum
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus

import httpx
from django.urls import reverse

from judging.models import Study
from judging.robots.kinds import Robot
from judging.robots.pages import Page, read_page
from judging.robots.talking import talk, wait_for_game, wait_for_partner
from judging.robots.truth import is_finished
from judging.tokens import sign_robot
from turingapp.errors import RobotStuck

SEEDS = 2**62  # as many as visits of people have
MOST_TRIES = 10  # of one page; a person would have written to us by then


class Ending(enum.Enum):
    """How a robot's visit ended."""

    FINISHED = "finished"
    STOPPED = "stopped"
    LEFT = "left"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a visit ended, how many trials were done in it, and what the last page said."""

    ending: Ending
    trials: int
    said: str = ""


def visit(client: httpx.Client, study: Study, robot: Robot) -> Outcome:
    """Go through one visit; raises RobotStuck where a page leads nowhere."""
    page = join(client, study, robot)
    return go_on(client, page, robot) if page.has_form else Outcome(Ending.REFUSED, 0, page.text)


def go_on(client: httpx.Client, page: Page, robot: Robot) -> Outcome:
    """Answer page after page until one asks nothing more, or the robot leaves."""
    trials = tries = 0
    while page.has_form or page.is_conversation or page.is_readying:
        if robot.is_leaving(page):
            return Outcome(Ending.LEFT, trials)
        if robot.rng.random() < robot.reload_rate:
            page = read_page(client.get(page.address))
        after = take_step(client, page, robot)
        is_moved = after.hidden.get("step") != page.hidden.get("step")
        trials += is_moved and (page.is_timed or page.is_conversation)
        tries = 0 if is_moved else tries + 1
        check_progress(after, tries)
        page = after
    return Outcome(Ending.FINISHED if is_finished(page.token) else Ending.STOPPED, trials, page.text)


def take_step(client: httpx.Client, page: Page, robot: Robot) -> Page:
    """Do what the page asks for; gives the page that follows."""
    if page.is_waiting:
        return wait_for_partner(client, page)
    if page.is_readying:
        return wait_for_game(client, page)
    return talk(client, page, robot) if page.is_conversation else answer(client, page, robot)


def join(client: httpx.Client, study: Study, robot: Robot) -> Page:
    """Look at the study's link, as a person would, then begin a visit with the robots' signature."""
    address = reverse("join", args=[study.link])
    looked = client.get(address)
    if looked.status_code == HTTPStatus.NOT_FOUND:
        raise RobotStuck(f"The server at {client.base_url} has no study {study.slug!r}; it must use this database.")
    hidden = {
        **read_page(looked).hidden,
        "robot": sign_robot(study, robot.rng.randrange(1, SEEDS)),
        "visit": secrets.token_urlsafe(16),
    }
    page = send(client, address, hidden, robot.clicks)
    if page.status not in {HTTPStatus.OK, HTTPStatus.CONFLICT}:
        raise RobotStuck(f"{address} answered {page.status} to a robot that wanted to begin; it should be 200 or 409.")
    return page


def answer(client: httpx.Client, page: Page, robot: Robot) -> Page:
    """Send the page's form, filled in; again after the wait that a page asks for. Gives the page that follows."""
    filled = robot.fill(page)
    after = send(client, page.address, filled, robot.clicks)
    if after.status == HTTPStatus.UNPROCESSABLE_ENTITY and after.seconds_left:
        time.sleep(after.seconds_left)
        after = send(client, page.address, {**filled, **pick_new(after)}, robot.clicks)
    return after


def pick_new(page: Page) -> dict[str, str]:
    """The hidden fields that a page shown again fills itself."""
    return {name: value for name, value in page.hidden.items() if value}


def send(client: httpx.Client, address: str, filled: dict[str, str], clicks: int) -> Page:
    """Post a form, several times at once where the robot clicks so, and follow to the page it leads to."""
    if clicks == 1:
        return read_page(client.post(address, data=filled))
    with ThreadPoolExecutor(clicks) as hands:
        answers = [hands.submit(client.post, address, data=filled) for _ in range(clicks)]
    return read_page(answers[-1].result())


def check_progress(page: Page, tries: int) -> None:
    """Raise RobotStuck on a server's error, an answer refused for good, or a page that comes again and again."""
    where = f"the page {httpx.URL(page.address).path!r}"
    goes_on = page.status == HTTPStatus.UNPROCESSABLE_ENTITY and (page.seconds_left or not tries)
    if page.status not in {HTTPStatus.OK, HTTPStatus.CONFLICT} and not goes_on:
        raise RobotStuck(f"A robot cannot go on from {where}: status {page.status}, {page.text or 'no text'}")
    if tries > MOST_TRIES:
        raise RobotStuck(f"A robot answered {where} {tries} times and it still asks the same: {page.text}")
