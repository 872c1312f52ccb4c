"""Whether an address of ours can be reached from where platforms stand, as far as this machine can tell."""

import httpx

OK = 200


def find_fault(address: str) -> str:
    """What is wrong with an address, as a sentence; empty where it answers."""
    try:
        answer = httpx.get(address, timeout=10.0, follow_redirects=True)
    except httpx.HTTPError as error:
        return f"{address} does not answer ({error!r}); people could not reach the study."
    if answer.status_code != OK:
        return f"{address} answers with status {answer.status_code}; people could not reach the study."
    return ""
