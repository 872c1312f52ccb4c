"""What the pages of those who wait ask every second."""

import random

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from agents.models import Room
from judging.conversing.waiting import wait
from judging.identifying.playing import find_game, settle_game
from judging.kinds import MEETINGS
from judging.models import Assignment, Seating
from judging.views.finding import read_public_id

# What waiting reads, by one query; the rest of a visit and of its conversation would double what that costs.
ASKED = (
    *("state", "stage", "kind", "protocol_id", "study__kind", "study__is_simulated"),
    *(f"seating__{name}" for name in ("assignment", "waiting_since", "limit_from", "seen_at", "is_away")),
    *("seating__seat__ready_at", "seating__seat__room__ending"),
)


@csrf_exempt
@require_POST
def take_waiting(request: HttpRequest, token: str) -> JsonResponse:
    """Note that somebody waits here; the answer says how long, and whether there is a partner."""
    visits = Assignment.objects.select_related("study", "seating__seat__room").only(*ASKED)
    assignment = get_object_or_404(visits, public_id=read_public_id(token), study__kind__in=MEETINGS)
    seat_all = MEETINGS[assignment.study.kind].seat_all
    response = JsonResponse(wait(assignment, seat_all, at=timezone.now(), rng=random.Random())._asdict())
    patch_cache_control(response, no_store=True, private=True)
    return response


@require_GET
def show_game_phase(request: HttpRequest, token: str) -> JsonResponse:
    """Whether the game of a judge has begun; no more is told before it has."""
    seatings = Seating.objects.select_related("seat")
    seating = get_object_or_404(seatings, assignment__public_id=read_public_id(token))
    game = find_game(seating)
    is_readying = game is not None and settle_game(game, at=timezone.now()).human_room.phase == Room.Phase.READYING
    response = JsonResponse({"phase": "readying" if is_readying else "on"})
    patch_cache_control(response, no_store=True, private=True)
    return response
