"""Sharing a study, and the accounts of the lab: pages and commands."""

import re
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from judging.models import Study
from tests.builders import make_study
from tests.members import make_member
from tests.pools import make_pool
from turingapp.members.models import AuditEntry, Membership
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db
SHARING = "/workplace/studies/colors/sharing"


@pytest.fixture
def study() -> Study:
    return make_study("colors", title="Colors")


def test_a_study_is_shared_and_no_longer(client: Client, study: Study) -> None:
    colleague = make_member("bob")
    client.force_login(make_member("ada", Role.OWNER, study))
    client.post(SHARING, {"account": "bob", "role": "analyst"})
    other = Client()
    other.force_login(colleague)
    assert other.get("/workplace/studies/colors/protocol").status_code == 200
    assert other.get(SHARING).status_code == 403
    client.post(f"{SHARING}/{colleague.pk}")
    assert other.get("/workplace/studies/colors/protocol").status_code == 404
    told = list(AuditEntry.objects.order_by("pk").values_list("study", "on", "outcome"))
    assert [line[1] for line in told] == ["bob becomes analyst", f"account={colleague.pk}; bob has no role any more"]


def test_the_list_names_only_what_one_may_see(client: Client, study: Study) -> None:
    make_study("secret", title="A secret study")
    client.force_login(make_member("ada", Role.REVIEWER, study))
    page = client.get("/workplace/").content.decode()
    assert "Colors" in page
    assert "A secret study" not in page


def test_another_role_takes_the_place_of_the_first(client: Client, study: Study) -> None:
    make_member("bob", Role.ANALYST, study)
    client.force_login(make_member("ada", Role.OWNER, study))
    client.post(SHARING, {"account": "bob", "role": "experimenter"})
    assert Membership.objects.get(user__username="bob").role == Role.EXPERIMENTER


def test_the_only_owner_stays_one(client: Client, study: Study) -> None:
    ada = make_member("ada", Role.OWNER, study)
    client.force_login(ada)
    page = client.post(SHARING, {"account": "ada", "role": "analyst"})
    assert "ada is the only owner of Colors" in page.content.decode()
    client.post(f"{SHARING}/{ada.pk}")
    assert Membership.objects.get().role == Role.OWNER


def test_nobody_unknown_is_given_a_role(client: Client, study: Study) -> None:
    client.force_login(make_member("ada", Role.OWNER, study))
    page = client.post(SHARING, {"account": "nobody", "role": "analyst"})
    assert "There is no account nobody" in page.content.decode()


def test_who_clones_a_study_owns_the_clone(client: Client, study: Study) -> None:
    make_pool()
    from tests.pools import open_small_study

    opened = open_small_study()
    client.force_login(make_member("ada", Role.EXPERIMENTER, opened))
    draft = client.post(f"/workplace/studies/{opened.slug}/clone", {"slug": "mine", "title": "Mine"})["Location"]
    assert client.post(f"{draft}open", {"revision": "1"}).status_code == 302
    assert Membership.objects.get(study__slug="mine").role == Role.OWNER


def test_the_command_gives_and_takes_roles(study: Study) -> None:
    make_member("ada")
    out = StringIO()
    call_command("share_study", "colors", "ada", role="owner", stdout=out)
    assert out.getvalue().startswith("ada: owner, since ")
    for wrong in (["colors", "ada"], ["colors", "nobody", "--role", "owner"], ["colors", "ada", "--take"]):
        with pytest.raises(CommandError):
            call_command("share_study", *wrong, stdout=out)


def test_an_admin_adds_an_account_whose_owner_sets_the_password_once(staff: Client) -> None:
    page = staff.post("/workplace/lab", {"name": "ada", "standing": "experimenter"}).content.decode()
    (link,) = re.findall(r"http://testserver(/workplace/account/password/[^<\s]+)", page)
    new = Client()
    asked = new.get(link, follow=True)
    assert "You log in as ada" in asked.content.decode()
    fields = {"new_password1": "plenty of letters", "new_password2": "plenty of letters"}
    new.post(asked.redirect_chain[-1][0], fields)
    new.post("/workplace/login", {"login": "ada", "password": "plenty of letters"})
    assert "This link was used already" in Client().get(link, follow=True).content.decode()
    assert new.get("/workplace/pools").status_code == 200


def test_short_and_common_passwords_are_refused(staff: Client) -> None:
    page = staff.post("/workplace/lab", {"name": "ada", "standing": "none"}).content.decode()
    (link,) = re.findall(r"http://testserver(/workplace/account/password/[^<\s]+)", page)
    asked = staff.get(link, follow=True)
    for password in ("short", "password1234"):
        answer = staff.post(asked.redirect_chain[-1][0], {"new_password1": password, "new_password2": password})
        assert answer.status_code == 200
    assert not User.objects.get(username="ada").has_usable_password()


def test_the_last_admin_stays_one_and_nobody_switches_an_admin_off(staff: Client) -> None:
    admin = User.objects.get()
    address = f"/workplace/lab/accounts/{admin.pk}"
    page = staff.post(address, {"standing": "analyst"}, follow=True).content.decode()
    assert "experimenter is the only admin" in page
    assert "experimenter is an admin" in staff.post(address, {"active": "off"}, follow=True).content.decode()
    admin.refresh_from_db()
    assert admin.is_superuser
    assert admin.is_active


def test_an_account_that_is_switched_off_is_out_at_once(staff: Client, study: Study) -> None:
    ada = make_member("ada", Role.OWNER, study)
    other = Client()
    other.force_login(ada)
    staff.post(f"/workplace/lab/accounts/{ada.pk}", {"active": "off"})
    assert other.get(SHARING).status_code == 302


def test_the_command_of_the_lab_adds_accounts_and_changes_roles() -> None:
    out = StringIO()
    call_command("lab_members", "ada", new=True, role="admin", stdout=out)
    assert "/workplace/account/password/" in out.getvalue()
    assert "ada: admin, 0 studies" in out.getvalue()
    with pytest.raises(CommandError, match="only admin"):
        call_command("lab_members", "ada", role="none")
    with pytest.raises(CommandError, match="already exists"):
        call_command("lab_members", "ada", new=True)


def test_pages_offer_an_analyst_only_what_they_may_do(client: Client, study: Study) -> None:
    client.force_login(make_member("bob", Role.ANALYST, study))
    for page, offered, withheld in (
        ("", "/workplace/studies/colors/package", "/workplace/studies/colors/sharing"),
        ("protocol", "/workplace/studies/colors/people", "/workplace/studies/colors/close"),
        ("people", "/workplace/studies/colors/protocol", "/workplace/studies/colors/people/new"),
    ):
        content = client.get(f"/workplace/studies/colors/{page}").content.decode()
        assert f'href="{offered}"' in content
        assert f'href="{withheld}"' not in content
