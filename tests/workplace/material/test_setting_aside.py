"""A bad response is set aside: nothing new draws it, and what is open stays as it is."""

import pytest
from django.core.management.base import CommandError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from agents.models import Response, Stimulus
from agents.parity_rows import list_pools
from agents.setting_aside import bring_back, set_aside
from judging.models import Place, Study
from judging.opening import change_study
from tests.builders import AT, make_judgement, make_settings, make_visit
from tests.commands import run
from tests.members import make_member
from tests.pools import make_pool, open_small_study
from turingapp.members.models import AuditEntry
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db


def count_places(study: Study, version: int) -> int:
    return Place.objects.filter(cell__protocol__study=study, cell__protocol__version=version).count()


def test_an_open_study_keeps_its_places_and_its_next_version_draws_without(staff: Client) -> None:
    response, *_ = make_pool()
    study = open_small_study()
    make_judgement(make_visit(study), response, "human")
    address = reverse("workplace:response", args=[response.pk])
    page = staff.get(address).content.decode()
    assert "its places in 1 open study" in page
    assert "and 1 verdict on it" in page
    page = staff.post(f"{address}/aside", {"why": "Cut off."}, follow=True).content.decode()
    assert "Set aside by experimenter" in page
    assert "Cut off." in page
    assert count_places(study, 1) == 24
    change_study(make_settings(trials=3), at=AT)
    assert count_places(study, 2) == 23
    assert [line.responses for line in list_pools()] == [23]
    staff.post(f"{address}/aside", {"back": "1"})
    change_study(make_settings(trials=2), at=AT)
    assert count_places(study, 3) == 24
    assert AuditEntry.objects.filter(deed="set-aside", on=f"pk={response.pk}").count() == 2


def test_a_stimulus_takes_its_responses_along(staff: Client) -> None:
    make_pool()
    stimulus = Stimulus.objects.earliest("pk")
    address = reverse("workplace:stimulus_aside", args=[stimulus.pk])
    page = staff.post(address, {"why": ""}, follow=True).content.decode()
    assert "Bring it back" in page
    study = open_small_study()
    assert count_places(study, 1) == 21
    response = Response.objects.filter(stimulus=stimulus).earliest("pk")
    assert "Its stimulus is set aside" in staff.get(reverse("workplace:response", args=[response.pk])).content.decode()
    listed = staff.get(reverse("workplace:stimuli"), {"state": "aside"}).content.decode()
    assert stimulus.key in listed
    assert Stimulus.objects.latest("pk").key not in listed


def test_setting_aside_twice_keeps_who_was_first_and_bringing_back_twice_is_once() -> None:
    (response, *_) = make_pool(stimuli=1)
    assert set_aside(response, by="ada", why="cut off", at=AT)
    assert not set_aside(response, by="bob", why="", at=AT)
    response.refresh_from_db()
    assert (response.set_aside_by, response.set_aside_why) == ("ada", "cut off")
    assert bring_back(response)
    assert not bring_back(response)
    with pytest.raises(IntegrityError), transaction.atomic():
        Response.objects.filter(pk=response.pk).update(set_aside_at=AT)


def test_who_may_only_look_is_not_offered_it(client: Client) -> None:
    (response, *_) = make_pool(stimuli=1)
    client.force_login(make_member("member", Role.ANALYST))
    address = reverse("workplace:response", args=[response.pk])
    assert "Set it aside" not in client.get(address).content.decode()
    assert client.post(f"{address}/aside").status_code == 403
    assert not Response.objects.exclude(set_aside_at=None).exists()


def test_the_command_sets_aside_and_brings_back_all_or_none() -> None:
    first, second, *_ = make_pool(stimuli=1)
    numbers = [str(first.pk), str(second.pk)]
    with pytest.raises(CommandError, match="no response of the number 999"):
        run("set_aside", "response", *numbers, "999")
    assert not Response.objects.exclude(set_aside_at=None).exists()
    assert "2 of 2 set aside" in run("set_aside", "response", *numbers, "--why", "doubled", "--by", "ada")
    assert set(Response.objects.values_list("set_aside_by", flat=True)) == {"ada", ""}
    assert "1 of 1 brought back" in run("set_aside", "response", numbers[0], "--back")
    assert Response.objects.exclude(set_aside_at=None).get() == second
