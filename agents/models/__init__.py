"""The rows of who answers."""

from agents.models.agents import PAIRING_LETTERS, Agent, Origin
from agents.models.answers import Answer, AnswerAuthor
from agents.models.overseeing import RoomTrace
from agents.models.parity import ParityAcknowledgement
from agents.models.responses import NOT_IN_USE, Authorship, Gender, Provenance, Response, ResponseQuerySet
from agents.models.rooms import AskedTurn, Message, Room, Seat
from agents.models.runs import AgentRun, ItemTry, RunItem
from agents.models.stimuli import NOT_READY, Media, Stimulus, StimulusQuerySet, make_media_id

__all__ = [
    "NOT_IN_USE",
    "NOT_READY",
    "PAIRING_LETTERS",
    "Agent",
    "AgentRun",
    "Answer",
    "AnswerAuthor",
    "AskedTurn",
    "Authorship",
    "Gender",
    "ItemTry",
    "Media",
    "Message",
    "Origin",
    "ParityAcknowledgement",
    "Provenance",
    "Response",
    "ResponseQuerySet",
    "Room",
    "RoomTrace",
    "RunItem",
    "Seat",
    "Stimulus",
    "StimulusQuerySet",
    "make_media_id",
]
