"""Fixtures for all tests: browsers, who has logged in there, a judged study, and a folder for screenshots."""

import gc
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection
from django.db.models.signals import post_migrate
from django.test import Client
from django.urls import clear_script_prefix
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import Browser, Page, expect, sync_playwright
from pytest_django.fixtures import Settings
from pytest_django.plugin import DjangoDbBlocker

from agents.counting_material import keep_count
from agents.models import Origin
from agents.normalizations_of_pools import preview_version, suggest_for_version
from agents.parity_rows import list_agent_cues, measure_version
from judging.models import Assignment
from judging.models.studies import find_settings
from tests.browser import ADVICE, FLAGS, find_browser
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit

OTHERS_CLOSED = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
# Pages look again after up to five seconds, and the machine may be busy.
PATIENCE_MS = 20_000
# No time limit for a single example: a busy machine is no fault of the code.
hypothesis_settings.register_profile("unhurried", deadline=None, max_examples=60)
hypothesis_settings.load_profile("unhurried")

SCREENSHOTS = Path(__file__).resolve().parent.parent / "var" / "screenshots"


# Whole rooms whose tests the quick suite leaves out: cross-validations, platforms on which everything fails, packages.
LONG_ROOMS = (
    "tests/analysis/ai_judges/",
    "tests/judging/recruiters/",
    "tests/analysis/packages/",
    "tests/api/whole/",
)


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is marked
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the long rooms, and those in a browser."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if any(room in item.path.as_posix() for room in LONG_ROOMS):
            item.add_marker(pytest.mark.long)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The quick suite does not import the long rooms at all, unless one is asked for by name."""
    quick = config.getoption("markexpr") == "not long"
    asked = [Path(argument).absolute().as_posix() + "/" for argument in config.args]
    path = f"{collection_path.as_posix()}/"
    is_skipped = quick and any(path.endswith(room) and not any(room in name for name in asked) for room in LONG_ROOMS)
    return True if is_skipped else None


def pytest_configure() -> None:
    """The garbage collector looks around rarely: it took a tenth of the time."""
    gc.set_threshold(20_000, 20, 20)


def pytest_collection_finish() -> None:
    """What has been imported by now stays; no need to look at it again."""
    gc.freeze()


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data that is not part of the project; tests that read it are skipped without it."""
    folder = Path(os.environ.get("SHARED_DATA") or Path(__file__).resolve().parents[2] / "shared")
    if not folder.is_dir():
        pytest.skip("the real data is not here (SHARED_DATA names its folder)")
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One headless Chromium for all page stories of this process."""
    path = find_browser()
    if path is None and os.environ.get("CI") == "true":
        pytest.fail(ADVICE)
    if path is None:
        pytest.skip(ADVICE)
    # Playwright's own event loop runs in this thread, which Django would take for asynchronous code of ours.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def browser_page(browser: Browser) -> Iterator[Page]:
    """A page in a fresh browser profile; an error in its scripts fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, f"scripts of the page failed: {errors}"


@pytest.fixture
def staff(client: Client) -> Client:
    """A browser without scripts, in which the account of `make run` has logged in."""
    client.force_login(User.objects.create_superuser("experimenter"))
    return client


@pytest.fixture
def colors_visit() -> Assignment:
    """A visit to the study colors with one judgement on a human and one on a machine."""
    study = make_study("colors", title="Colors", label="Sample: the answers were written for it.")
    visit = make_visit(study, demographics={"gender": "female"})
    make_judgement(visit, make_response(make_agent()), "human")
    machine = make_agent("median-cut", origin=Origin.AI, title="Median cut")
    make_judgement(visit, make_response(machine), "ai")
    return visit


@pytest.fixture
def save_screenshot(request: pytest.FixtureRequest) -> Callable[[Page, str], Path]:
    """A function that keeps a picture of the whole page in var/screenshots, named by the test and a word."""

    def save(page: Page, word: str) -> Path:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        path = SCREENSHOTS / f"{re.sub(r'[^a-z0-9]+', '-', f'{request.node.name}-{word}'.lower())}.png"
        page.screenshot(path=path, full_page=True)
        return path

    return save


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Leave out what Django does after every emptied database and no test needs: kinds of content and permissions.

    SQLite is emptied by deleting rows, which the audit log refuses, so it does not there. At the end, PostgreSQL closes
    what a thread still holds, such as one of a server whose browser went away: the database could not be dropped.
    """
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER IF EXISTS audit_log_refuses_delete")
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(OTHERS_CLOSED)


@pytest.fixture(autouse=True)
def no_settings_of_earlier_tests() -> None:
    """A rolled back database gives the same ids again, to other protocols."""
    find_settings.cache_clear()
    keep_count.cache_clear()
    measure_version.cache_clear()
    list_agent_cues.cache_clear()
    suggest_for_version.cache_clear()
    preview_version.cache_clear()


@pytest.fixture(autouse=True)
def media_in_a_folder_of_its_own(settings: Settings, tmp_path: Path) -> None:
    """No test sees another's media files."""
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture(autouse=True)
def no_path_prefix_is_left_behind() -> Iterator[None]:
    """A request below a path prefix leaves that with its thread; the next test begins at the root."""
    yield
    clear_script_prefix()
