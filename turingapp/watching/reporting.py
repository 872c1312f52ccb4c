"""Reports of errors to a Sentry, off without an address; they say where the code broke and nothing of anybody."""

from typing import TYPE_CHECKING, Any

from turingapp.env import BadSetting
from turingapp.logs import mask_tokens
from turingapp.watching.tracing import job_id, request_id

if TYPE_CHECKING:
    from sentry_sdk._types import Breadcrumb, BreadcrumbHint, Event, Hint

# Of a request: nothing that came with it. Of the server: not its name.
OF_REQUESTS = ("data", "cookies", "headers", "env", "query_string")


def start_reporting(address: str, *, release: str = "", **options: Any) -> None:
    """From now on errors are reported there. `options` are those of the library, for tests.

    What the library would tell of people (`send_default_pii`) is off unless asked for, and is not asked for.
    """
    import sentry_sdk
    from sentry_sdk.utils import BadDsn, Dsn

    try:
        Dsn(address)
    except BadDsn as error:
        raise BadSetting(f"SENTRY_DSN is no address of a Sentry ({error}); it looks like https://KEY@HOST/1.") from None
    sentry_sdk.init(
        dsn=address,
        release=release or None,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=20,
        server_name="",
        before_send=scrub_event,
        before_breadcrumb=scrub_breadcrumb,
        **options,
    )


def scrub_event(event: "Event", hint: "Hint") -> "Event":
    """What is sent: no body, cookies, headers, query, account; addresses and messages without tokens."""
    request = event.get("request") or {}
    for name in OF_REQUESTS:
        request.pop(name, None)
    if "url" in request:
        request["url"] = mask_tokens(str(request["url"]))
    for name in ("user", "extra", "breadcrumbs"):
        event.pop(name, None)  # type: ignore[misc]  # a name of the event's own
    if "logentry" in event:
        event["logentry"] = {"message": mask_tokens(str(event["logentry"].get("formatted") or ""))}
    if "transaction" in event:
        event["transaction"] = mask_tokens(str(event["transaction"]))
    # The value of an error may hold what somebody has typed; its class and its place are enough.
    for error in (event.get("exception") or {}).get("values", ()):
        error["value"] = ""
    event["tags"] = {"request": request_id.get(), "job": job_id.get()}
    return event


def scrub_breadcrumb(crumb: "Breadcrumb", hint: "BreadcrumbHint") -> None:
    """None are kept: they are log lines and queries."""
