"""What a local platform does until somebody stops the program: it sends its notices."""

import logging
import threading

import httpx

from judging.recruiters.local.serving import Platform

EVERY_SECONDS = 1.0
logger = logging.getLogger(__name__)


def wait_for_interrupt(platform: Platform) -> None:
    """Send the notices that wait, until Ctrl-C is pressed."""
    stopped = threading.Event()
    try:
        while not stopped.wait(EVERY_SECONDS):
            send_notices(platform)
    except KeyboardInterrupt:
        return


def send_notices(platform: Platform) -> None:
    """Post each notice once; one that nobody takes is lost, as notices may be."""
    for address, body, headers in platform.sign_notices():
        try:
            httpx.post(address, content=body, headers=headers, timeout=5.0)
        except httpx.HTTPError as error:
            logger.info("Nobody took the notice to %s: %r", address, error)
