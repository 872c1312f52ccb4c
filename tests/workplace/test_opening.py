"""The page that opens a study: a protocol file is looked at, tried on its pool, and opened once that is confirmed."""

from pathlib import Path

import lxml.html
import pytest
import yaml
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from judging.models import Place, Study
from judging.protocol import Settings
from tests.builders import make_stimulus
from tests.pools import make_pool, make_settings

pytestmark = pytest.mark.django_db
ADDRESS = "/workplace/open"
PROTOCOLS = Path(settings.BASE_DIR) / "judging" / "protocols"


def write_file(settings: Settings) -> SimpleUploadedFile:
    """The settings as a protocol file."""
    text = yaml.safe_dump(settings.model_dump(mode="json", exclude_unset=True))
    return SimpleUploadedFile("study.yaml", text.encode())


def test_a_study_is_looked_at_before_it_is_opened_once(staff: Client) -> None:
    make_pool()
    page = staff.post(ADDRESS, {"file": write_file(make_settings(title="<b>Colors</b>"))}).content
    assert b"&lt;b&gt;Colors" in page
    assert b"24 places, 4 trials for each judge" in page  # 8 stimuli, 3 agents
    assert (Study.objects.count(), Place.objects.count()) == (0, 0)
    fields = dict(lxml.html.document_fromstring(page).xpath("//main//form")[0].form_values())
    for _ in range(2):
        answer = staff.post(ADDRESS, fields)
        assert answer["Location"] == reverse("workplace:protocol", args=["color-study"])
    assert (Study.objects.get().state, Place.objects.count()) == (Study.State.OPEN, 24)


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        (
            "answering/association",
            ("60 for each person, each answered by 3 at most", "join the pool association-people"),
        ),
        (
            "live/conversation",
            ("nothing is drawn from a pool. 1000 may take part at most", "scripted-chat, topic-talk"),
        ),
        ("live/three", ("nothing is drawn from a pool. 1000 may take part at most", "scripted-chat, topic-talk")),
    ],
)
def test_a_study_of_each_kind_says_what_it_takes_and_links_people(
    staff: Client, name: str, sentences: tuple[str, str]
) -> None:
    content = (PROTOCOLS / f"{name}.yaml").read_bytes().replace(b"[association-stimuli]", b"[tests]")
    if name.startswith("answering"):
        refused = staff.post(ADDRESS, {"file": SimpleUploadedFile("study.yaml", content)})
        assert "there are 0. Load stimuli into it first." in refused.content.decode()
        for number in range(60):
            make_stimulus(task="association", payload={"cue": f"cue{number}"})
    page = staff.post(ADDRESS, {"file": SimpleUploadedFile("study.yaml", content)}).content
    for sentence in sentences:
        assert sentence in page.decode()
    fields = dict(lxml.html.document_fromstring(page).xpath("//main//form")[0].form_values())
    opened = staff.post(ADDRESS, fields, follow=True).content.decode()
    assert "For people" in opened
    assert "For judges" not in opened


def test_a_copy_for_robots_stays_one_when_it_is_confirmed(staff: Client) -> None:
    make_pool()
    page = staff.post(ADDRESS, {"file": write_file(make_settings()), "simulated": "on"}).content
    assert b"Robots alone take part in this copy." in page
    staff.post(ADDRESS, dict(lxml.html.document_fromstring(page).xpath("//main//form")[0].form_values()))
    assert Study.objects.get().is_simulated


def test_what_keeps_a_study_from_being_opened_is_told_and_nothing_is_written(staff: Client) -> None:
    make_pool(stimuli=2)
    faults = {
        "the file, line 1": SimpleUploadedFile("study.yaml", b"trials: ten\n"),
        "cannot meet the plan of 20 trials": write_file(make_settings(trials=20)),
        "Please choose a protocol file.": "",
    }
    for sentence, file in faults.items():
        answer = staff.post(ADDRESS, {"file": file})
        assert answer.status_code == 400
        assert sentence in answer.content.decode()
    assert (Study.objects.count(), Place.objects.count()) == (0, 0)


def test_the_short_protocol_on_the_page_can_be_opened(staff: Client) -> None:
    make_pool("association", stimuli=10)
    (example,) = lxml.html.document_fromstring(staff.get(ADDRESS).content).xpath("//pre")
    text = example.text_content().replace("mine", "tests")
    staff.post(ADDRESS, {"content": text, "confirmed": "1"})
    assert Study.objects.get().slug == "my-words"


def test_nobody_without_a_role_in_the_lab_opens_a_study(client: Client) -> None:
    make_pool()
    client.force_login(User.objects.create_user("visitor"))
    assert client.post(ADDRESS, {"file": write_file(make_settings()), "confirmed": "1"}).status_code == 403
    assert not Study.objects.exists()
