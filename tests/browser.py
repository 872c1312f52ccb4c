"""The browser of the page stories: the system's Chromium, else Playwright's own, else one by apt."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "TEST_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# As root in a container, without a network of its own: no sandbox, and nothing fetched in the background.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ADVICE = (
    "The browser stories need Chromium: type 'sudo apt-get install chromium' (Debian, Ubuntu) or "
    "'.venv/bin/python -m playwright install --with-deps chromium', or give the path of one in TEST_BROWSER."
)


def find_browser() -> str | None:
    """The path of a Chromium that is here already."""
    given = os.environ.get(VARIABLE)
    if given:
        return given
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    return find_playwright_browser()


def find_playwright_browser() -> str | None:
    """The path of the Chromium that Playwright downloaded, where it did."""
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    found = sorted(cache.glob("chromium-*/chrome-*/chrome"))
    return str(found[-1]) if found else None


def prepare_browser() -> None:
    """See that a browser is here, fetching one where that is possible; say what to type where it is not."""
    if find_browser() is None:
        fetch_browser()
    path = find_browser()
    if path is None:
        print(ADVICE)
    else:
        os.environ[VARIABLE] = path
        print(f"Browser: {path}")


def fetch_browser() -> None:
    """Try Playwright's own download, then apt where we may use it."""
    print("No Chromium is here; trying Playwright's own download ...", flush=True)
    if is_done(sys.executable, "-m", "playwright", "install", "chromium"):
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("... and now apt-get ...", flush=True)
        if is_done("apt-get", "update", "-qq"):
            is_done("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium")


def is_done(*argv: str) -> bool:
    """Run a program for at most five minutes; whether it succeeded."""
    try:
        return subprocess.run(argv, capture_output=True, timeout=300, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
