"""The study builder: fields and text that follow each other, faults in both, numbers, previews, and the opening."""

import re
from typing import Any

import lxml.html
import pytest
import yaml
from django.contrib.auth.models import User
from django.test import Client

from agents.models import Stimulus
from agents.tasks import TASKS
from judging.beginning import write_beginning
from judging.building import begin_draft, open_draft
from judging.kind_rules import KIND_RULES
from judging.models import Place, Study, StudyDraft
from judging.opening import change_study
from judging.protocol import Settings
from judging.protocol_text import write_settings
from judging.protocol_words import SUBJECTS
from tests.builders import AT, make_study
from tests.members import make_member
from tests.pools import make_pool, make_settings, open_small_study
from turingapp.members.models import Membership
from turingapp.members.roles import Role
from turingapp.workplace.building.fields import draw_subjects

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def draft() -> StudyDraft:
    """A draft over a pool of eight stimuli that could be opened."""
    make_pool()
    return begin_draft(f"# ours\n{write_settings(make_settings())}", by="ann", at=AT)


def address(draft: StudyDraft, page: str = "") -> str:
    """The address of one of a draft's pages."""
    return f"/workplace/drafts/{draft.public_id}/{page}"


def read_fields(staff: Client, draft: StudyDraft) -> dict[str, Any]:
    """What the form of the fields would send as it stands."""
    page = lxml.html.document_fromstring(staff.get(address(draft)).content)
    (form,) = page.xpath("//form[@id='fields-form']")
    fields: dict[str, Any] = {}
    for name, value in form.form_values():
        fields.setdefault(name, []).append(value or "")
    return fields


def save(staff: Client, draft: StudyDraft, **changes: Any) -> str:
    """Send the fields as htmx does, with some changed; what it swaps in."""
    fields = {**read_fields(staff, draft), **{name.replace("__", "."): value for name, value in changes.items()}}
    sent = {name: value for name, value in fields.items() if value is not None}
    return staff.post(address(draft, "save"), sent, **HTMX).content.decode()


def save_text(staff: Client, draft: StudyDraft, content: str, revision: int = 1) -> str:
    """Send the text as htmx does; what it swaps in."""
    sent = {"side": "text", "content": content, "revision": revision}
    return staff.post(address(draft, "save"), sent, **HTMX).content.decode()


def test_every_field_of_the_protocol_has_plain_words_on_the_page() -> None:
    worded = {name.partition(".")[0] for subject in SUBJECTS for name in subject.fields}
    assert worded == set(Settings.model_fields)
    for part in ("pool", "practice", "catch", "chat"):
        model = next(
            kind
            for kind in (
                Settings.model_fields[part].annotation,
                *getattr(Settings.model_fields[part].annotation, "__args__", ()),
            )
            if hasattr(kind, "model_fields")
        )
        named = {name.split(".")[1] for subject in SUBJECTS for name in subject.fields if name.startswith(f"{part}.")}
        assert named == set(model.model_fields)


def begin(staff: Client, title: str, kind: str, pool: str) -> str:
    """Begin a draft with these answers; its page."""
    return staff.post(
        "/workplace/drafts/new", {"title": title, "kind": kind, "pool": pool}, follow=True
    ).content.decode()


def test_a_draft_begins_with_three_answers_and_could_be_opened(staff: Client) -> None:
    make_pool()
    page = begin(staff, "My Colors!", "judge", "color/tests")
    draft = StudyDraft.objects.get()
    document = yaml.safe_load(draft.content)
    assert (document["slug"], document["trials"]) == ("my-colors", 8)  # of the task's own 25, on eight stimuli
    assert "The pool has enough for 8 trials per person, so there are no more; usual are 25." in page
    assert "Nothing is wrong with it." in page
    assert open_draft(draft, revision=1, by="ann", at=AT).slug == "my-colors"


@pytest.mark.parametrize(
    ("kind", "task"), [("respond", "color"), ("judge", "conversation"), ("converse", "conversation")]
)
def test_a_draft_of_any_kind_begins_without_a_fault(staff: Client, kind: str, task: str) -> None:
    make_pool(task)
    assert "Nothing is wrong with it." in begin(staff, "Ours", kind, f"{task}/tests")


def test_a_draft_begins_under_a_name_that_is_free(staff: Client) -> None:
    make_pool()
    make_study(slug="a-study")
    make_study(slug="a-study-2")
    assert "Nothing is wrong with it." in begin(staff, "人还是机器？", "judge", "color/tests")
    assert yaml.safe_load(StudyDraft.objects.get().content)["slug"] == "a-study-3"


def test_without_the_truth_of_controls_a_draft_begins_without_controls(staff: Client) -> None:
    make_pool()
    Stimulus.objects.update(has_control=False)
    page = begin(staff, "Ours", "judge", "color/tests")
    assert yaml.safe_load(StudyDraft.objects.get().content)["control"] is False
    assert "There are no control questions" in page
    assert "Nothing is wrong with it." in page


def test_a_pool_without_machines_is_told_as_the_fault_that_it_is(staff: Client) -> None:
    make_pool(machines=0)
    page = begin(staff, "Ours", "judge", "color/tests")
    assert "different stimuli with responses by an AI agent are needed per judge, there are 0." in page


@pytest.mark.parametrize(("kind", "pool"), [("respond", "conversation/tests"), ("converse", "color/tests")])
def test_what_people_do_has_to_fit_the_task_of_the_pool(staff: Client, kind: str, pool: str) -> None:
    make_pool(pool.partition("/")[0])
    assert "hoose a pool of" in begin(staff, "Ours", kind, pool)
    assert not StudyDraft.objects.exists()


def test_a_draft_begun_in_chinese_is_of_a_study_in_chinese_where_answers_can_be_checked() -> None:
    chinese = yaml.safe_load(write_beginning("A study", "judge", "captioning", "tests", language="zh-hans").content)
    assert chinese["language"] == "zh-hans"
    assert "自愿" in chinese["consent"]
    english = yaml.safe_load(write_beginning("A study", "respond", "captioning", "tests", language="zh-hans").content)
    assert "language" not in english
    assert "voluntary" in english["consent"]


@pytest.mark.parametrize("kind", list(KIND_RULES))
def test_what_a_draft_begins_with_breaks_no_rule(kind: str) -> None:
    task = "conversation" if KIND_RULES[kind].chats else "color"
    document = yaml.safe_load(write_beginning("A study", kind, task, "tests", language="en").content)
    assert Settings.model_validate(document).kind == kind


def test_looking_and_saving_without_a_change_changes_nothing(staff: Client) -> None:
    make_pool("conversation")
    rich = make_settings(
        "conversation",
        pairings={"HH": 0.5, "HA": 0.5},
        practice={"trials": 1, "feedback": False},
        catch={"at": [2]},
        screening=[{"rule": "control_share", "least": 0.75}],
        comprehension=[{"question": "Ready?", "options": ["yes", "no"], "answer": "yes"}],
        demographics=["gender"],
        pool={"names": ["tests", "gone"], "facets": {"domain": ["in"]}, "views": [3, 6], "agents": ["nobody"]},
        normalizations=["lower-case"],
        without_judges_of=["other"],
    )
    draft = begin_draft(write_settings(rich), by="ann", at=AT)
    save(staff, draft)
    draft.refresh_from_db()
    assert (draft.revision, draft.content) == (1, write_settings(rich))


@pytest.mark.parametrize(
    ("changes", "field", "value"),
    [
        ({"trials": "2"}, "trials", 2),
        ({"human_share": "0.25"}, "human_share", 0.25),
        ({"control": None}, "control", False),
        ({"demographics": ["gender", "country"]}, "demographics", ["gender", "country"]),
        ({"pool__agents": ["color-system-0"]}, "pool", {"names": ["tests"], "agents": ["color-system-0"]}),
        ({"catch__at": "2, 4"}, "catch", {"at": [2, 4]}),
        ({"consent": "One.\r\n\r\nTwo."}, "consent", "One.\n\nTwo."),
        ({"weak_baseline": "color-system-1"}, "weak_baseline", "color-system-1"),
        ({"minutes": ""}, "minutes", None),
        ({"trials": "ten"}, "trials", "ten"),
    ],
)
def test_a_field_is_written_into_the_text_and_nothing_else_is(
    staff: Client, draft: StudyDraft, changes: dict[str, Any], field: str, value: object
) -> None:
    before = yaml.safe_load(draft.content)
    told = save(staff, draft, **changes)
    draft.refresh_from_db()
    after = yaml.safe_load(draft.content)
    assert after.get(field) == value
    assert {**after, field: None} == {**before, field: None}
    assert draft.content.startswith("# ours\n")
    assert 'id="text"' in told
    assert 'name="revision" id="revision-fields" value="2"' in told


def test_aliases_without_end_in_a_field_stay_text(staff: Client, draft: StudyDraft) -> None:
    levels = [f"- &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 6)]  # of 11, none ever came back
    bomb = "\n".join(["- &a0 [x]", *levels])
    save_text(staff, draft, f"{draft.content}screening: no list\n")  # which no rows can show
    save(staff, draft, screening=bomb)
    draft.refresh_from_db()
    assert yaml.safe_load(draft.content)["screening"] == bomb


def test_a_fault_stands_beside_its_field_and_with_its_line(staff: Client, draft: StudyDraft) -> None:
    told = lxml.html.fragment_fromstring(save(staff, draft, trials="0"), create_parent="div")
    (beside,) = told.xpath("//*[@id='field-trials-problem']/text()")
    assert beside == "Input should be greater than or equal to 1"
    (fault,) = told.xpath("//*[@id='problems']//li")
    line = next(n for n, text in enumerate(StudyDraft.objects.get().content.splitlines(), 1) if "trials:" in text)
    assert fault.get("data-line") == str(line)
    assert told.xpath("//*[@id='actions']//button[@disabled]")


def test_the_text_is_saved_and_the_fields_follow(staff: Client, draft: StudyDraft) -> None:
    text = draft.content.replace("trials: 4", "trials: 2")
    told = lxml.html.fragment_fromstring(save_text(staff, draft, text), create_parent="div")
    assert told.xpath("//*[@id='field-trials']")[0].get("value") == "2"
    assert not told.xpath("//*[@id='text']")
    broken = save_text(staff, draft, "trials: [", revision=2)
    assert "The text cannot be read as fields" in broken
    assert "Line 1" in broken
    assert StudyDraft.objects.get().content == "trials: ["


def test_with_another_kind_go_the_fields_that_mean_nothing_there(staff: Client, draft: StudyDraft) -> None:
    told = save(staff, draft, kind="respond")
    assert 'id="field-answers-per-stimulus"' in told
    assert 'id="field-human-share"' not in told
    assert "Nothing is wrong with it." in told
    assert "human_share" not in StudyDraft.objects.get().content


def test_a_window_that_is_behind_is_told_so_and_saves_nothing(staff: Client, draft: StudyDraft) -> None:
    first = read_fields(staff, draft)
    save(staff, draft, trials="2")
    told = staff.post(address(draft, "save"), {**first, "trials": "3"}, **HTMX).content.decode()
    assert "was saved in another window" in told
    assert "Load it again" in told
    assert "trials: 2" in StudyDraft.objects.get().content
    assert staff.post(address(draft, "save"), {**first, "trials": "3"}).status_code == 409


def test_the_numbers_and_the_cost_are_told_as_the_command_tells_them(staff: Client, draft: StudyDraft) -> None:
    page = staff.get(address(draft)).content.decode()
    assert "24 places: A:color-system-0 8" in page
    told = staff.post(
        address(draft, "price"), {"reward": "100", "currency": "GBP", "recruiter": "prolific"}, **HTMX
    ).content.decode()
    assert "GBP 57.20" in told  # 40 people at GBP 1.00, 43% fees
    assert staff.post(address(draft, "price"), {"recruiter": "nobody", "currency": "GBP"}).status_code == 400


def test_a_draft_is_opened_by_one_press_and_a_second_changes_nothing(staff: Client, draft: StudyDraft) -> None:
    for _ in range(2):
        answer = staff.post(address(draft, "open"), {"revision": "1"})
        assert answer["Location"] == "/workplace/studies/color-study/protocol"
    assert (Study.objects.count(), Place.objects.count()) == (1, 24)
    assert staff.get(address(draft))["Location"] == "/workplace/studies/color-study/protocol"


def test_what_keeps_a_draft_from_being_opened_is_told_on_its_page(staff: Client) -> None:
    draft = begin_draft(write_settings(make_settings()), by="ann", at=AT)
    page = staff.post(address(draft, "open"), {"revision": "1"}, follow=True).content.decode()
    assert "pool is too small" in page
    assert not Study.objects.exists()


def test_the_next_version_is_written_in_the_builder_and_shows_what_it_changes(staff: Client) -> None:
    make_pool()
    study = open_small_study()
    where = staff.post(f"/workplace/studies/{study.slug}/build")["Location"]
    draft = StudyDraft.objects.get()
    assert where == address(draft)
    assert "Nothing is changed yet." in staff.get(where).content.decode()
    told = save(staff, draft, trials="2", slug="other")
    assert "Make it the next version" in told
    assert "<dt>trials</dt>" in told
    staff.post(address(draft, "open"), {"revision": "2"})
    page = staff.get(f"/workplace/studies/{study.slug}/protocol").content.decode()
    assert "Version 2" in page
    assert study.protocols.latest("version").settings.trials == 2


def test_a_version_made_meanwhile_is_told_before_the_draft_is_opened(staff: Client) -> None:
    make_pool()
    study = open_small_study()
    where = staff.post(f"/workplace/studies/{study.slug}/build")["Location"]
    assert 'name="in_force" value="1"' in staff.get(where).content.decode()
    change_study(make_settings(trials=2), by="bob", at=AT)
    told = staff.post(f"{where}open", {"revision": "1", "in_force": "1"}, follow=True).content.decode()
    assert "Version 2 is in force now" in told
    assert "Version 2 came into force since this draft was begun from version 1." in told
    assert study.protocols.latest("version").version == 2
    staff.post(f"{where}open", {"revision": "1", "in_force": "2"})
    assert study.protocols.latest("version").version == 3


def test_pools_tell_what_they_hold_in_the_language_of_the_page(staff: Client, draft: StudyDraft) -> None:
    page = staff.get(address(draft), headers={"accept-language": "zh-hans"}).content.decode()
    assert re.search(r"：\d+ 个刺激，\d+ 个回答", page)
    assert not re.search(r"\d+ stimuli", page)


def test_a_discarded_draft_is_gone(staff: Client, draft: StudyDraft) -> None:
    assert staff.post(address(draft, "discard"))["Location"] == "/workplace/"
    assert staff.get(address(draft)).status_code == 404


@pytest.mark.parametrize(
    "task",
    [pytest.param(task, marks=[] if task in ("color", "conversation") else pytest.mark.long) for task in TASKS.slugs],
)
def test_every_page_of_a_visit_is_previewed_in_a_frame_of_ours(staff: Client, task: str) -> None:
    settings = make_settings(task, demographics=["gender"], release="May it be published?")
    draft = begin_draft(write_settings(settings), by="ann", at=AT)
    page = lxml.html.document_fromstring(staff.get(address(draft, "preview/")).content)
    links = page.xpath("//nav[@class='tabs']//a/@href")
    assert [link.split("/")[-2] for link in links] == [
        *("welcome", "consent", "about-you", "instructions", "trial", "closing", "end"),
    ]
    assert len(page.xpath("//iframe")) == 2
    for link in links:
        frame = staff.get(f"{link}frame")
        assert frame.status_code == 200
        assert "frame-ancestors 'self'" in frame["Content-Security-Policy"]
    assert not Study.objects.exists()


def test_a_preview_is_in_the_language_of_the_study(staff: Client) -> None:
    draft = begin_draft(write_settings(make_settings(language="zh-hans")), by="ann", at=AT)
    assert 'lang="zh-hans"' in staff.get(address(draft, "preview/consent/frame")).content.decode().lower()


def test_a_conversation_has_no_trial_to_preview_and_a_broken_protocol_no_page(staff: Client) -> None:
    chat = {"topics": ["Tea"], "partners": ["scripted-chat"]}
    settings = make_settings("conversation", kind="identify", trials=1, chat=chat)
    draft = begin_draft(write_settings(settings), by="ann", at=AT)
    assert staff.get(address(draft, "preview/trial/")).status_code == 404
    assert staff.get(address(draft, "preview/trial/frame")).status_code == 404
    broken = begin_draft("title: x", by="ann", at=AT)
    assert "something to put right" in staff.get(address(broken, "preview/")).content.decode()


def test_drafts_are_for_those_who_may_open_or_change(client: Client, draft: StudyDraft) -> None:
    client.force_login(User.objects.create_user("visitor"))
    for page in ("", "preview/"):
        assert client.get(address(draft, page)).status_code == 403
    for page in ("save", "price", "open", "discard"):
        assert client.post(address(draft, page), {"revision": "1"}).status_code == 403
    assert StudyDraft.objects.get().opened_at is None
    make_study("another")
    assert client.post("/workplace/studies/another/build").status_code in (403, 404)


def test_whoever_may_open_studies_no_longer_opens_not_even_a_draft_of_their_own(client: Client) -> None:
    make_pool()
    writer = make_member("writer", Role.EXPERIMENTER)
    own = begin_draft(write_settings(make_settings()), by="writer", at=AT)
    client.force_login(writer)
    assert client.get(address(own)).status_code == 200
    Membership.objects.filter(user=writer).update(role=Role.ANALYST)
    assert client.get(address(own)).status_code == 403
    assert client.post(address(own, "open"), {"revision": "1"}).status_code == 403
    assert own.public_id not in client.get("/workplace/").content.decode()
    assert not Study.objects.exists()


def test_fields_of_a_draft_take_a_constant_number_of_queries(
    draft: StudyDraft, django_assert_max_num_queries: Any
) -> None:
    document = yaml.safe_load(draft.content)
    with django_assert_max_num_queries(6):
        draw_subjects(document)
