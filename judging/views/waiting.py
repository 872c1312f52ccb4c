"""What the waiting page asks every two seconds."""

import random

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from judging.conversing.waiting import wait
from judging.models import Assignment, Study
from judging.views.finding import read_public_id


@csrf_exempt
@require_POST
def take_waiting(request: HttpRequest, token: str) -> JsonResponse:
    """Note that somebody waits here; the answer says how long, and whether there is a partner."""
    visits = Assignment.objects.select_related("study").filter(study__kind=Study.Kind.CONVERSE)
    assignment = get_object_or_404(visits, public_id=read_public_id(token))
    response = JsonResponse(wait(assignment, at=timezone.now(), rng=random.Random())._asdict())
    patch_cache_control(response, no_store=True, private=True)
    return response
