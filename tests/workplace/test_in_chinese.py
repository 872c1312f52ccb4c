"""Results, figures and reports read in Chinese: no sentence of ours is English, whoever measured it and when."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from lxml import html
from pytest_django.fixtures import Settings

from agents.models import Origin
from analysis.figures import FIGURES
from analysis.keeping import renew_due
from analysis.models import KeptResults
from analysis.sharing import share_report
from judging.models import Assignment, Collection, Study
from tests.builders import AT, make_agent, make_judgement, make_response, make_study, make_visit
from tests.workplace.lab import make_lab
from tests.workplace.lab_pages import list_paths

pytestmark = [pytest.mark.django_db, pytest.mark.long]
UNREAD = ".//script | .//style | .//code | .//*[@translate='no'] | .//*[@lang] | .//template | .//select"
SENTENCE = re.compile(r"[A-Za-z]+(?:[ ,;:]+[a-z]{2,}){1,}")  # two words in Latin letters, the second no name
CHINESE = {"accept-language": "zh-CN"}
VISITS = 3
# A plan is registered as it stands; drafts and their frames show a study, whose language is English here.
ENGLISH_PAGES = {"preregistration", "study_draft", "study_draft_frame"}
# What the lab's studies, agents, commands and platforms say themselves.
OWN_WORDS = {
    *("A small study", "AI agent is called", "Connection refused", "Could not connect to the endpoint"),
    *("Do you agree", "I am", "Judge short texts", "Judge whether humans or machines gave some responses"),
    *("Judges tell humans from machines", "Made up", "Scripted chat", "Scripted: color", "Study judged", "Thank you"),
    *("Then go on", "Which word comes to mind", "Who wrote this", "a few hobbies", "a job and"),
    *("blenderbot: agent; edges: agent, origin, cap, repeat", "captions, rekognition, word", "chat, topic"),
    *("color, pixel", "colors, azure", "colors, google", "cut, mean", "deps llm", "endpoint, google"),
    *("groups of judges whose comparison is declared judges", "hf download", "hf download facebook"),
    *("hf download hustvl", "hf download microsoft", "hf download openai", "interval of the gap of ten points"),
    *("judged, together", "judges count", "koch, gbvs, opencv", "labels, azure", "model, seq"),
    *("neighbor, detector, detectron", "neighbor, embedding", "neighbor, endpoint", "neighbors, scripted"),
    *("of the verdicts on agents: five points either way family", "or older and take part of my own will"),
    *("path, center", "pip install", "platform mturk", "protocol: slug: my", "py fake", "saliency, ivsn, deepgaze"),
    *("slug: my", "somebody in their thirties with", "tags, azure", "talk, itti", "task: association pool"),
    *("text, clipcap, eliza, gguf, causal", "there are median", "topic music", "walk, compound", "words title"),
    *("words, layout", "words, letter", "words, saliency"),
}


@pytest.fixture
def study() -> Study:
    """A judged study, all of whose own words are Chinese."""
    study = make_study("colors", title="颜色", label="示例。")
    study.collection = Collection.objects.create(slug="all", title="全部")
    study.save(update_fields=("collection",))
    human, machine = make_agent(title="甲"), make_agent("blip", origin=Origin.AI, title="乙")
    responses = [make_response(agent) for agent in (human, human, machine, machine)]
    for _ in range(VISITS):
        visit = make_visit(study, demographics={"gender": "female", "birth_year": "1990", "native_english": "yes"})
        for response, verdict in zip(responses, ("human", "ai", "ai", "human"), strict=True):
            make_judgement(visit, response, verdict)
    return study


def find_sentences(page: bytes) -> set[str]:
    """What stands on a page in English, of two words or more."""
    root = html.fromstring(page)
    for element in root.xpath(UNREAD):
        element.drop_tree()
    read = root.xpath("//text() | //@alt | //@aria-label | //@title")
    return {found for text in read for found in SENTENCE.findall(" ".join(str(text).split()))}


@pytest.mark.parametrize("page", ["study", "figures", "report", "gallery", "collection", "collection_report"])
def test_no_sentence_of_results_is_english_on_a_chinese_page(staff: Client, study: Study, page: str) -> None:
    slug = "all" if page.startswith("collection") else study.slug
    answer = staff.get(reverse(f"workplace:{page}", args=[slug]), headers=CHINESE)
    assert answer.status_code == 200
    assert find_sentences(answer.content) == set()


def test_no_other_page_of_the_workplace_has_an_english_sentence_either(staff: Client) -> None:
    make_lab()
    pages = {name: staff.get(path, headers=CHINESE) for name, path in list_paths() if name not in ENGLISH_PAGES}
    read = {name: page for name, page in pages.items() if page.headers.get("content-type", "").startswith("text/html")}
    assert len(read) > 80
    found = {name: find_sentences(page.content) - OWN_WORDS for name, page in read.items() if page.status_code == 200}
    assert {name: sentences for name, sentences in found.items() if sentences} == {}


def test_an_english_sentence_would_be_found() -> None:
    page = '<main><p>可辨别度 Judges told humans</p><code>not this</code><img alt="A chart of 8 judges, by age"></main>'
    assert find_sentences(page.encode()) == {"Judges told humans", "judges, by age", "A chart of"}


def test_figures_of_a_page_are_in_its_language_and_files_in_that_of_the_study(staff: Client, study: Study) -> None:
    page = staff.get(reverse("workplace:figures", args=[study.slug]), headers=CHINESE).content.decode()
    pictures = {name for name in FIGURES.slugs if re.search(rf'src="[^"]*/{name}\.svg\?[^"]*language=zh-hans', page)}
    assert {"agents", "matrices"} <= pictures
    address = reverse("workplace:figure", args=[study.slug, "agents", "svg"])
    assert "判断为人的比例" in staff.get(f"{address}?language=zh-hans").content.decode()
    assert "Share judged human" in staff.get(address, headers=CHINESE).content.decode()
    assert staff.get(f"{address}?language=xx").status_code == 404


def test_what_the_worker_keeps_is_the_same_in_every_language_and_said_in_that_of_the_page(
    staff: Client, study: Study, settings: Settings
) -> None:
    settings.LARGE_STUDY_JUDGEMENTS = 2
    address = reverse("workplace:study", args=[study.slug])
    kept = []
    for language in ("en", "zh-hans"):
        assert staff.get(address).status_code == 200
        later = KeptResults.objects.get().wanted_at + timedelta(seconds=1)
        with override(language):
            renew_due(clock=lambda later=later: later)
        kept.append(KeptResults.objects.get().document)
        KeptResults.objects.all().delete()
        Assignment.objects.update(seen_at=AT)
    assert kept[0] == kept[1]
    assert "Judges told" in str(kept[0]["report"]) or "Whether judges" in str(kept[0]["report"])
    staff.get(address)
    renew_due(clock=lambda: KeptResults.objects.get().wanted_at)
    for page in ("study", "report", "figures"):
        answer = staff.get(reverse(f"workplace:{page}", args=[study.slug]), headers=CHINESE)
        assert find_sentences(answer.content) == set()


@pytest.mark.parametrize(("asked", "language"), [("", "en"), ("?language=zh-hans", "zh-hans"), ("?language=en", "en")])
def test_the_public_link_is_in_the_language_that_its_address_asks_for_or_its_study_has(
    study: Study, asked: str, language: str
) -> None:
    link = share_report(study, who="experimenter", at=AT)
    answer = Client(headers=CHINESE).get(reverse("shared_report", args=[link.token]) + asked)
    assert answer["Content-Language"] == language
    assert ("Findings" in answer.content.decode()) == (language == "en")
    assert f'<html lang="{language}">' in answer.content.decode()


def test_a_report_as_a_file_is_in_the_language_of_the_study_or_as_asked(staff: Client, study: Study) -> None:
    address = reverse("workplace:report", args=[study.slug]) + "?download=1"
    english = staff.get(address, headers=CHINESE).content
    assert b'<html lang="en">' in english
    chinese = staff.get(f"{address}&language=zh-hans").content
    assert b'<html lang="zh-hans">' in chinese
    assert find_sentences(chinese) == set()
    assert staff.get(f"{address}&language=xx").status_code == 404
