"""Messages at Prolific: one to one participant, about a study of ours."""

import re
from html import unescape

from judging.recruiters.calling import Call
from judging.recruiters.messaging import Letter, send_once
from judging.recruiters.prolific_calls import ask, list_all
from judging.recruiters.values import Payee

MARKUP = re.compile("<[^>]*>")


def send_message(payee: Payee, letter: Letter, *, call: Call) -> None:
    """Send it once; Prolific lists what was sent to somebody, by which a try without an answer is looked for."""
    environment, wanted = payee.part.environment, take_letters(letter.text)

    def send() -> None:
        body = {"recipient_id": payee.person, "study_id": payee.part.platform_id, "body": letter.text}
        ask(environment, "POST", "messages/", body=body)

    def has_arrived() -> bool:
        sent = list_all(environment, "messages/", user_id=payee.person)
        return any(take_letters(unescape(MARKUP.sub(" ", row.get("body", "")))) == wanted for row in sent)

    send_once(send, call=call, has_arrived=has_arrived)


def take_letters(text: str) -> str:
    """Letters and digits alone: Prolific stores a text with markup and spaces of its own."""
    return "".join(filter(str.isalnum, text))
