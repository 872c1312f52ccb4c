"""What all jobs of the worker are made of: they know which request asked for them, if any did."""

from typing import Any

from celery import Task

from turingapp.watching.tracing import job_id, request_id, traced

HEADER = "request_id"


class TracedJob(Task):  # type: ignore[misc]  # celery ships no types
    """A job that takes the id of the request along which asked for it, and has one of its own in the log."""

    def apply_async(self, *args: Any, headers: dict[str, Any] | None = None, **options: Any) -> Any:
        """Send the message, with the id of the present request."""
        present = request_id.get()
        sent = {**(headers or {}), HEADER: present} if present else headers
        return super().apply_async(*args, headers=sent, **options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Do the job."""
        told = (self.request.headers or {}).get(HEADER, "")
        with traced(request_id, told), traced(job_id, self.request.id or ""):
            return super().__call__(*args, **kwargs)
