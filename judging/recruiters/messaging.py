"""Messages to people through their platform, which sends the same one twice when it is asked twice."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from judging.recruiters.calling import CONFIRMED, Call
from turingapp.errors import AnswerLost, NotTaken, PlatformRefused


@dataclass(frozen=True, slots=True)
class Letter:
    """A message to one person; platforms without subjects show the text alone."""

    subject: str
    text: str


def send_once(send: Callable[[], None], *, call: Call, has_arrived: Callable[[], bool] | None = None) -> None:
    """Send a message unless an earlier try, whose answer was lost, has done so.

    `has_arrived` looks at the platform; where that cannot be done, a person decides: raises AnswerLost.
    """
    if call.recall("asked_at"):
        if has_arrived is not None and has_arrived():
            return
        if has_arrived is None and not call.recall(CONFIRMED):
            raise AnswerLost(
                _(
                    "Nobody knows whether this message was sent: the platform gave no answer. Trying "
                    "again sends it anew."
                )
            )
        call.keep(CONFIRMED, "")
    call.keep("asked_at", call.at.isoformat())
    try:
        send()
    except (PlatformRefused, NotTaken):
        call.keep("asked_at", "")  # a clear no: by this try nothing was sent
        raise
