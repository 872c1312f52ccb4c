"""After a game: whom the judge takes for the human, then the truth for both, and whether words may be kept."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from judging.answers import CONFIDENCES, check_offered, read_reason
from judging.conversing.debriefing import lock_seating, take_decision
from judging.identifying.playing import find_game, is_over, is_whole, settle_game
from judging.models import Assignment, Choice, Game, Seating, Side
from judging.tokens import NOT_SHOWN_YET
from turingapp.errors import StaleStep


@transaction.atomic
def record_choice(assignment: Assignment, data: Mapping[str, str], *, at: datetime) -> None:
    """Write down whom the judge takes for the human; the first answer stays, since the truth follows."""
    __, seating = lock_seating(assignment)
    game = find_ended_game(seating, at=at)
    if game.judge_id != seating.pk:
        raise StaleStep(_(NOT_SHOWN_YET))
    if has_chosen(game):
        return
    offered = {"side": Side.values, "confidence": CONFIDENCES}
    check_offered(data, offered, _("Please say which of the two was the human, and how sure you are."))
    side, sure, reason = data["side"], int(data["confidence"]), read_reason(data)
    Choice.objects.create(game=game, side=side, sure=sure, reason=reason, chosen_at=at, is_whole=is_whole(game))


@transaction.atomic
def record_game_decision(assignment: Assignment, answer: str, *, at: datetime) -> None:
    """Write down whether what somebody said may be kept, and go on to the last questions."""
    locked, seating = lock_seating(assignment)
    game = find_ended_game(seating, at=at)
    if game.judge_id == seating.pk and not has_chosen(game):
        raise StaleStep(_(NOT_SHOWN_YET))
    take_decision(locked, seating, answer, at=at)


def find_ended_game(seating: Seating, *, at: datetime) -> Game:
    """The game in which somebody sat, once it is over; raises StaleStep."""
    game = find_game(seating)
    if game is None:
        raise StaleStep(_(NOT_SHOWN_YET))
    game = settle_game(game, at=at)
    if not is_over(game):
        raise StaleStep(_("The game is not over yet. Here is where you are."))
    return game


def has_chosen(game: Game) -> bool:
    """Whether the judge has said which witness is human."""
    return Choice.objects.filter(game=game).exists()
