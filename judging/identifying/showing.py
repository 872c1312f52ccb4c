"""The pages of a game: waiting, talking, choosing, debrief; nothing before the choice tells the witnesses apart."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agents.chatting.finding import find_seats
from agents.chatting.looking import list_held_back, list_lines
from agents.chatting.tokens import sign_seat
from agents.models import Room
from judging.asking import Given, ask_confidence, ask_one_of, ask_reason
from judging.conversing.screens import DebriefScreen
from judging.conversing.showing import show_chat, show_waiting
from judging.framing import make_frame, split_paragraphs
from judging.identifying.choosing import has_chosen
from judging.identifying.playing import JUDGE_ROLE, find_game, find_judge_seats, is_over, is_whole, settle_game
from judging.identifying.screens import ChoiceScreen, GameScreen, Pane, ReadyScreen
from judging.models import Assignment, Game, Seating, Side
from judging.screens import Frame, Screen
from judging.tokens import IDENTIFY, sign_visit

WAITING, READY, ENOUGH, CHOICE, DEBRIEF = 1, 2, 3, 4, 5
SIDES = {Side.LEFT.value: gettext_noop("The one on the left"), Side.RIGHT.value: gettext_noop("The one on the right")}
TITLES = {Side.LEFT: gettext_noop("Left"), Side.RIGHT: gettext_noop("Right")}
HUMAN_WAS = {
    Side.LEFT: gettext_noop("The human was on the left"),
    Side.RIGHT: gettext_noop("The human was on the right"),
}
WHO_WAS_WHERE = {
    Side.LEFT: gettext_noop(
        "On the left you talked with another person who took part in this study, on the right with an AI agent: "
        "%(agent)s."
    ),
    Side.RIGHT: gettext_noop(
        "On the right you talked with another person who took part in this study, on the left with an AI agent: "
        "%(agent)s."
    ),
}
KEEPING = gettext_noop(
    "If you agree, the researchers read what was said, without your name. If you take it back, nobody reads it. "
    "Your pay is the same."
)


def show_game_where(assignment: Assignment, problem: str, *, at: datetime, given: Given) -> Screen | None:
    """The page at which the game stands; None where it is past already, in another window."""
    seating = Seating.objects.filter(assignment=assignment).select_related("seat__room").first()
    if seating is not None and seating.keeps is not None:
        return None
    game = None if seating is None else find_game(seating)
    if game is not None:
        game = settle_game(game, at=at)
    if seating is None or game is None or game.human_room.ending == Room.Ending.NOT_READY:
        return show_waiting(
            assignment, seating, make_frame(assignment, problem, step=IDENTIFY, position=WAITING), at=at
        )
    seating.refresh_from_db()
    if game.judge_id == seating.pk:
        return show_judge(assignment, game, problem, at=at, given=given)
    return show_witness(assignment, seating, game, problem, at=at)


def show_judge(assignment: Assignment, game: Game, problem: str, *, at: datetime, given: Given) -> Screen:
    """The ready-check, the two conversations, the choice or the debrief."""

    def frame(position: int) -> Frame:
        return make_frame(assignment, problem, step=IDENTIFY, position=position)

    if is_over(game):
        if has_chosen(game):
            return show_debrief(assignment, game, frame(DEBRIEF))
        return ask_choice(game, frame(CHOICE), given)
    if game.machine_room is None:
        return show_ready(assignment, game, frame(READY))
    return show_game(assignment, game, frame(ENOUGH), at=at)


def show_witness(assignment: Assignment, seating: Seating, game: Game, problem: str, *, at: datetime) -> Screen:
    """The conversation with the judge, then the debrief."""
    if seating.seat is not None and not is_over(game):
        return show_chat(assignment, seating.seat, make_frame(assignment, problem), at=at)
    return DebriefScreen(
        title=_("You were a witness"),
        truth=_(
            "You talked with another person, who talked with a machine at the same time, and now says which of the two "
            "of you is the human."
        ),
        keeping=_(KEEPING),
        paragraphs=split_paragraphs(assignment.settings.debrief),
        **make_frame(assignment, problem, step=IDENTIFY, position=DEBRIEF),
    )


def show_ready(assignment: Assignment, game: Game, frame: Frame) -> Screen:
    """Both witnesses are here; the address of no room is on this page, since the later one tells which is which."""
    room = game.human_room
    return ReadyScreen(
        visit_token=sign_visit(assignment),
        topic=room.topic,
        context=split_paragraphs(room.context),
        is_ready=room.seats.filter(role=JUDGE_ROLE, ready_at__isnull=False).exists(),
        **frame,
    )


def show_game(assignment: Assignment, game: Game, frame: Frame, *, at: datetime) -> Screen:
    """Two conversations side by side."""
    chat = assignment.settings.conversations
    return GameScreen(
        topic=game.human_room.topic,
        context=split_paragraphs(game.human_room.context),
        panes=tuple(make_pane(game, Side(side), at=at) for side in Side.values),
        turns=chat.turns,
        longest=chat.longest_message,
        least=chat.least_turns,
        **frame,
    )


def make_pane(game: Game, side: Side, *, at: datetime) -> Pane:
    """One of the two conversations."""
    room_id = game.human_room_id if side == game.human_side else game.machine_room_id
    seat = find_judge_seats(game)[room_id or 0]
    return Pane(
        side=side.value,
        title=_(TITLES[side]),
        seat_token=sign_seat(seat.public_id),
        lines=list_lines(find_seats(seat.public_id).mine, after=0, at=at),
        held=list_held_back(seat, at=at),
        is_over=seat.room.phase == Room.Phase.OVER,
    )


def ask_choice(game: Game, frame: Frame, given: Given) -> Screen:
    """Which of the two was the human?"""
    broken_off = _("One of the conversations was broken off, so both end.")
    over = _("The conversations are over.") if is_whole(game) else broken_off
    return ChoiceScreen(
        why_over=over,
        extras=(
            ask_one_of(
                "side", _("Which of the two was the human?"), {side: _(name) for side, name in SIDES.items()}, given
            ),
            ask_confidence(given),
            ask_reason(_("What made you think so?"), given),
        ),
        **frame,
    )


def show_debrief(assignment: Assignment, game: Game, frame: Frame) -> Screen:
    """Which witness was which, and whom the judge took for the human."""
    human = Side(game.human_side)
    took_machine = game.choice.is_machine_chosen
    return DebriefScreen(
        title=_(HUMAN_WAS[human]),
        truth=" ".join(
            (
                _(WHO_WAS_WHERE[human]) % {"agent": game.machine.title},
                _("You took the machine for the human.") if took_machine else _("You took the human for the human."),
            )
        ),
        keeping=_(KEEPING),
        paragraphs=split_paragraphs(assignment.settings.debrief),
        **frame,
    )
