"""What the page of a conversation asks for and sends, under the signed address of a seat; answers are JSON."""

from collections.abc import Callable
from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import activate
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from agents.chatting import leaving
from agents.chatting.finding import Seats, find_seats
from agents.chatting.looking import look
from agents.chatting.sending import send_message
from agents.chatting.tokens import read_seat
from agents.models import Seat
from agents.normalizing import make_storable
from turingapp.errors import IncompleteAnswer, Refused


def find_mine(token: str) -> Seats:
    """The seat of a token with its partner; 404 where the token is not ours."""
    public_id = read_seat(token)
    try:
        return find_seats(public_id or "")
    except Seat.DoesNotExist:
        raise Http404("There is no such seat.") from None


def answer(content: dict[str, Any], status: int = HTTPStatus.OK) -> JsonResponse:
    """JSON that no cache keeps."""
    response = JsonResponse(content, status=status)
    patch_cache_control(response, no_store=True, private=True)
    return response


@require_GET
def show_news(request: HttpRequest, token: str) -> JsonResponse:
    """How the conversation stands, and the messages after the one that the page has."""
    after = request.GET.get("after", "0")
    known = int(after) if after.isascii() and after.isdecimal() and len(after) <= 6 else 0
    news = look(find_mine(token), after=known, is_typing=request.GET.get("typing") == "1", at=timezone.now())
    return answer(asdict(news))


@csrf_exempt
@require_POST
def take_message(request: HttpRequest, token: str) -> JsonResponse:
    """One message; a refusal says why in one sentence."""
    text, client_id = make_storable(request.POST.get("text", "")), make_storable(request.POST.get("client_id", ""))
    mine = find_mine(token).mine
    activate(mine.room.rules.get("language", settings.LANGUAGE_CODE))
    try:
        sent = send_message(mine, text, client_id=client_id, at=timezone.now())
    except IncompleteAnswer as refusal:
        return answer({"problem": str(refusal)}, HTTPStatus.UNPROCESSABLE_ENTITY)
    except Refused as refusal:
        return answer({"problem": str(refusal)}, HTTPStatus.CONFLICT)
    # Without its place in the log: in free flow a gap would tell of a message that is held back.
    return answer({"text": sent.text})


def take(deed: Callable[..., None]) -> Callable[[HttpRequest, str], JsonResponse]:
    """The view of a deed that needs nothing but the seat."""

    @csrf_exempt
    @require_POST
    def view(request: HttpRequest, token: str) -> JsonResponse:
        deed(find_mine(token).mine, at=timezone.now())
        return answer({})

    return view


take_readiness = take(leaving.be_ready)
take_leave = take(leaving.leave)
