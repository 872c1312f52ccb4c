"""How each kind of request is carried out: what the recruiter is asked, and what is written down afterwards."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from judging import carrying_parts as parts
from judging import carrying_payments as payments
from judging.carrying_parts import Answer
from judging.models.recruiting import Outgoing
from judging.recruiters.calling import Call

Kind = Outgoing.Kind


@dataclass(frozen=True, slots=True)
class Delivery:
    """`ask` speaks to the platform, outside any transaction; `record` and `give_up` write, inside one."""

    ask: Callable[[Outgoing, Call], Answer]
    record: Callable[[Outgoing, Answer, datetime], None]
    give_up: Callable[[Outgoing, datetime], None]


def do_nothing(*_: object) -> None:
    """There is nothing more to write down."""


DELIVERIES: dict[Outgoing.Kind, Delivery] = {
    Kind.OPEN: Delivery(parts.ask_open, parts.record_open, parts.give_up_open),
    Kind.EXTEND: Delivery(parts.ask_extend, do_nothing, parts.give_up_extend),
    Kind.CLOSE: Delivery(parts.ask_close, parts.record_close, do_nothing),
    Kind.PAUSE: Delivery(parts.ask_pause, parts.record_pause, do_nothing),
    Kind.RESUME: Delivery(parts.ask_resume, parts.record_resume, do_nothing),
    Kind.APPROVE: Delivery(payments.ask_approve, payments.record_approved, payments.give_up_approve),
    Kind.REJECT: Delivery(payments.ask_reject, payments.record_rejected, do_nothing),
    Kind.BONUS: Delivery(payments.ask_bonus, do_nothing, do_nothing),
    Kind.LIST: Delivery(payments.ask_list, do_nothing, do_nothing),
    Kind.MESSAGE: Delivery(payments.ask_message, do_nothing, do_nothing),
    Kind.DISCARD: Delivery(parts.ask_discard, do_nothing, do_nothing),
}
