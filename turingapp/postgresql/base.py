"""The backend; Django looks for it in a module of this name."""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection on which nothing has come since the last answer is whole, as far as anybody can know.

    Django sends a query of its own ahead of each request's first, to find out whether the server closed the connection.
    What closes it, a restart, an end by force, makes its socket readable; so does a notice, and then it is asked.
    """

    health_check_enabled: bool  # Django's own, of which its stubs do not know
    health_check_done: bool

    def close_if_health_check_failed(self) -> None:
        """Close the connection if the server has closed it."""
        is_due = self.connection is not None and self.health_check_enabled and not self.health_check_done
        if is_due and is_quiet(self.connection.fileno()):
            self.health_check_done = True
        super().close_if_health_check_failed()


def is_quiet(socket: int) -> bool:
    """Whether nothing is to be read from a socket, its end included."""
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    return not poll.poll(0)
