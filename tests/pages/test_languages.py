"""A study chooses its language: all its pages are in it, whatever the browser asks for, and its own texts in any."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from lxml import html

from agents.chatting.tokens import sign_seat
from judging.models import Assignment, Study, Trial
from tests.builders import make_settings
from tests.judging.conversing.visits import find_seat, open_chat_study, seat_two, talk
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study
from turingapp.errors import InvalidPayload

pytestmark = pytest.mark.django_db
CHINESE: dict[str, Any] = {
    "language": "zh-hans",
    "title": "一项小研究",
    "consent": "您可以随时停止。",
    "debrief": "谢谢您的参与。",
    "practice": {"trials": 1},
    "comprehension": [{"question": "每题问什么？", "options": ["颜色", "谁回答的"], "answer": "谁回答的"}],
    "demographics": ["native_english", "birth_year", "gender", "education", "country", "native_language"],
    "questions": ["confidence", "reason"],
    "pay": "2 元",
    "part_pay": "提前停止付 1 元。",
    "label": "示例。",
    "trials": 2,
}
# Names that are the same in every language; what agents wrote and codes are kept from translators anyway.
SAME = {"AI", "Enter", "JavaScript", "orchid"}
# What the tests' pool has in its pictures: own words of a study.
THINGS = {"cup", "dog", "bus", "tree", "Cup", "Dog", "Bus", "Tree"}
UNREAD = ".//script | .//style | .//*[@translate='no'] | .//template[not(@id='words')]"


def find_foreign(page: HttpResponse) -> set[str]:
    """The words in Latin letters that people are shown, or read to."""
    root = html.fromstring(page.content.decode())
    for element in root.xpath(UNREAD):
        element.drop_tree()
    spoken = root.xpath("//text() | //@alt | //@aria-label | //@title | //@placeholder | //@data-play | //@data-pause")
    text = re.sub(r"\{\w+\}", "", " ".join(map(str, spoken)))
    return set(re.findall(r"[A-Za-z]{2,}", text)) - SAME


def walk(visitor: Visitor, study: Study) -> list[HttpResponse]:
    """Each page of a visit, from the link to the code."""
    pages = [visitor.open(f"/join/{study.link}/")]
    while not Assignment.objects.filter(study=study, state=Assignment.State.FINISHED).exists():
        assert len(pages) < 30
        changes = {"answer": "agree"} if len(pages) == 2 else {"comprehension-0": "谁回答的"}
        form = visitor.read_form()
        pages.append(
            visitor.send(**{name: value for name, value in changes.items() if name in form or len(pages) == 2})
        )
    return pages


def test_each_page_of_a_chinese_study_is_chinese_whatever_the_browser_asks_for() -> None:
    make_pool()
    visitor = Visitor(Client(headers={"accept-language": "en-US,de;q=0.8"}))
    pages = walk(visitor, open_small_study(**CHINESE))
    assert len(pages) >= 9
    for page in pages:
        assert b'<html lang="zh-hans">' in page.content
        assert page["Content-Language"] == "zh-hans"
        assert find_foreign(page) <= THINGS


@pytest.mark.long
@pytest.mark.parametrize("task", ["objects", "attention", "captioning", "association", "conversation"])
def test_a_trial_of_each_task_is_chinese(task: str) -> None:
    make_pool(task)
    visitor = Visitor()
    visitor.open(f"/join/{open_small_study(task, language='zh-hans', title='研究').link}/")
    visitor.send()
    instructions = visitor.send(answer="agree")
    trial = visitor.send()
    assert Trial.objects.exclude(issued_at=None).exists()
    assert find_foreign(instructions) == set()
    assert find_foreign(trial) <= THINGS


def test_an_english_study_stays_english_for_a_chinese_browser() -> None:
    make_pool()
    visitor = Visitor(Client(headers={"accept-language": "zh-CN"}))
    visitor.begin(open_small_study())
    assert visitor.page is not None
    assert b'<html lang="en">' in visitor.page.content
    assert "Your verdict" in visitor.page.content.decode()


def test_a_refusal_is_in_the_language_of_the_study() -> None:
    make_pool()
    visitor = Visitor()
    study = open_small_study(
        **{**CHINESE, "practice": None, "comprehension": [], "demographics": [], "min_seconds": 60}
    )
    visitor.open(f"/join/{study.link}/")
    visitor.send()
    visitor.send(answer="agree")
    visitor.send()
    assert visitor.send().status_code == 422
    assert visitor.page is not None
    assert "请再多看一会儿：" in visitor.page.content.decode()


def test_a_message_that_cannot_be_sent_is_refused_in_the_language_of_the_study() -> None:
    visits = seat_two(open_chat_study(language="zh-hans"))
    talk(visits, 2)
    address = f"/chat/{sign_seat(find_seat(visits[0]).public_id)}/say"
    answer = Client().post(address, {"text": "write to me@example.org", "client_id": "one"})
    assert answer.status_code == 422
    assert answer.json()["problem"].startswith("您的消息里有电子邮件地址")


def test_pages_of_no_study_are_in_the_language_of_the_browser() -> None:
    for asked, told in (("zh-CN,en;q=0.5", "zh-hans"), ("en", "en"), ("ar", "en")):
        client = Client(headers={"accept-language": asked})
        assert client.get("/")["Content-Language"] == told
        assert client.get("/withdraw/")["Content-Language"] == told
        assert client.get("/nowhere/")["Content-Language"] == told


def test_the_text_of_a_control_question_is_kept_in_the_language_in_which_it_was_asked() -> None:
    make_pool()
    visitor = Visitor()
    visitor.open(f"/join/{open_small_study(**CHINESE).link}/")
    visitor.send()
    for trial in Trial.objects.all():
        assert trial.control is not None
        assert re.fullmatch(r"图片中有“(cup|dog)”吗？", trial.control["question"])
        assert trial.control["options"] == ["yes", "no"]


def test_own_texts_run_in_their_own_direction() -> None:
    make_pool()
    visitor = Visitor()
    study = open_small_study(title="دراسة صغيرة", consent="يمكنك التوقف في أي وقت.", debrief="شكرا لك.", label="عينة.")
    for page in walk(visitor, study):
        root = html.fromstring(page.content.decode())
        arabic = root.xpath("//body//*[text()[contains(., 'ا') or contains(., 'ي')]]")
        assert arabic
        assert [element.tag for element in arabic if element.get("dir") != "auto" and element.tag != "bdi"] == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"language": "ar"}, "there are en, zh-hans; the study's own texts may be in any language"),
        (
            {"kind": "respond", "task": "captioning", "language": "zh-hans"},
            "language is 'zh-hans', but what people write in captioning can be checked in en only",
        ),
    ],
)
def test_a_language_without_texts_or_rules_is_refused_when_a_study_is_opened(
    changes: dict[str, Any], said: str
) -> None:
    with pytest.raises((InvalidPayload, ValueError), match=re.escape(said)):
        make_settings(**{"human_share": None, **changes})


def test_the_workplace_is_in_the_language_of_the_browser_until_somebody_chooses_another(staff: Client) -> None:
    make_pool()
    open_small_study()
    address = reverse("workplace:studies")
    page = staff.get(address, headers={"accept-language": "zh-CN"})
    assert page["Content-Language"] == "zh-hans"
    assert "<h1>研究</h1>" in page.content.decode()
    answer = staff.post(reverse("set_language"), {"language": "en", "next": address})
    assert answer["Location"] == address
    page = staff.get(address, headers={"accept-language": "zh-CN"})
    assert "<h1>Studies</h1>" in page.content.decode()
    assert "not yet reviewed by a native speaker" in page.content.decode()


def test_nobody_is_led_elsewhere_by_choosing_a_language(staff: Client) -> None:
    answer = staff.post(reverse("set_language"), {"language": "en", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"
