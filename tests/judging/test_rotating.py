"""Ids of people are sealed anew under the newest key, and an old key can then be given up."""

import pytest
from django.core.management import CommandError
from pytest_django.fixtures import Settings

from judging.identities import find_identity, unseal
from judging.models.recruiting import PlatformIdentity
from judging.rotating import list_under_old_keys, rotate_keys
from tests.builders import AT
from tests.commands import run
from turingapp.errors import PermanentServiceError

pytestmark = pytest.mark.django_db
PEOPLE = [f"worker-{number}" for number in range(5)]


def open_all() -> list[str]:
    return [unseal(identity) for identity in PlatformIdentity.objects.exclude(sealed="").order_by("pk")]


def test_ids_move_to_the_newest_key_in_batches_and_the_old_key_can_go(settings: Settings) -> None:
    for person in PEOPLE:
        find_identity("mturk", person, at=AT)
    settings.IDENTITY_KEYS = ["second"]
    assert open_all() == PEOPLE  # readable before they are sealed anew
    newcomer = find_identity("mturk", "newcomer", at=AT)
    assert not list_under_old_keys().filter(pk=newcomer.pk).exists()
    assert [done.resealed for done in rotate_keys(batch=2)] == [2, 2, 1]
    settings.IDENTITY_KEYS = ["third", "second"]
    assert run("rotate_keys", "--dry-run") == "Under an older key: 6.\n"
    assert run("rotate_keys") == "Sealed anew: 6.\nUnder an older key: 0.\n"
    assert run("rotate_keys") == "Under an older key: 0.\n"
    settings.IDENTITY_KEYS = ["third"]
    assert open_all() == [*PEOPLE, "newcomer"]


def test_a_broken_off_rotation_goes_on_with_what_remains(settings: Settings) -> None:
    for person in PEOPLE:
        find_identity("mturk", person, at=AT)
    settings.IDENTITY_KEYS = ["second"]
    next(rotate_keys(batch=2))
    assert list_under_old_keys().count() == 3
    assert [done.resealed for done in rotate_keys(batch=2)] == [2, 1]


def test_an_id_that_no_key_opens_stays_as_it_is_and_is_told(settings: Settings) -> None:
    settings.IDENTITY_KEYS = ["lost"]
    lost = find_identity("mturk", "somebody", at=AT)
    settings.IDENTITY_KEYS = ["second"]
    find_identity("mturk", "another", at=AT)
    with pytest.raises(CommandError, match="1 ids cannot be opened by any key of IDENTITY_KEYS"):
        run("rotate_keys")
    settings.IDENTITY_KEYS = ["second", "lost"]
    assert unseal(PlatformIdentity.objects.get(pk=lost.pk)) == "somebody"
    assert run("rotate_keys").endswith("Under an older key: 0.\n")


def test_an_id_that_no_key_opens_is_refused_in_words(settings: Settings) -> None:
    settings.IDENTITY_KEYS = ["lost"]
    identity = find_identity("mturk", "somebody", at=AT)
    settings.IDENTITY_KEYS = []
    with pytest.raises(PermanentServiceError, match="add the key that sealed it to IDENTITY_KEYS"):
        unseal(identity)


def test_who_was_forgotten_is_not_sealed_anew(settings: Settings) -> None:
    identity = find_identity("mturk", "somebody", at=AT)
    PlatformIdentity.objects.filter(pk=identity.pk).update(sealed="", sealed_with="")
    settings.IDENTITY_KEYS = ["second"]
    assert list(rotate_keys()) == []
