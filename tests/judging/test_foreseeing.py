"""What a plan comes to, told before the study is open: the same as what the opened study then has."""

import random

import pytest
from django.db.models import Count

from agents.models import Agent, Origin, Stimulus
from judging import placing
from judging.foreseeing import Foreseen
from judging.kinds import KINDS
from judging.models import Place, Study, TrialKind
from judging.opening import open_study
from judging.protocol import Settings
from tests.builders import AT, make_agent, make_response, make_settings, make_stimulus, make_study
from tests.pools import make_pool

pytestmark = pytest.mark.django_db


def foresee(settings: Settings) -> Foreseen:
    """The numbers of a plan, with nothing written."""
    found = KINDS[settings.kind].foresee(settings, at=AT)
    assert (Study.objects.count(), Place.objects.count()) == (0, 0)
    return found


@pytest.mark.parametrize(
    ("task", "changes"),
    [
        ("color", {"trials": 4, "judgements_per_response": 5}),
        ("color", {"trials": 2, "human_share": 0.25, "practice": {"trials": 1}, "feedback_trials": 1}),
        ("color", {"pool": {"names": ["tests"], "without_agents": ["color-system-0"]}}),
        ("conversation", {"trials": 4, "pool": {"names": ["tests"], "views": [3]}}),
    ],
)
def test_a_plan_is_foreseen_as_it_is_laid_out_when_the_study_opens(task: str, changes: dict[str, object]) -> None:
    make_pool(task)
    settings = make_settings(task, **changes)
    foreseen = foresee(settings)
    protocol = open_study(settings, at=AT).protocols.get()
    cells = protocol.cells.order_by("kind", "name").values_list("kind", "name", "pairing", "places_count")
    assert [(cell.kind, cell.name, cell.pairing, cell.places) for cell in foreseen.cells] == list(cells)
    assert foreseen.people == KINDS["judge"].count_visits_left(protocol) > 0
    assert foreseen.trials == settings.trials_in_all


def test_the_numbers_of_a_small_plan_are_those_worked_by_hand() -> None:
    """8 stimuli, a human and two AI agents: 8 x 5 judgements on humans, 2 a visit, so 20 visits; 40 of each origin."""
    make_pool()
    foreseen = foresee(make_settings(trials=4, judgements_per_response=5))
    assert (foreseen.people, foreseen.given, foreseen.places) == (20, 80, 24)
    together, alone = foreseen.gaps
    assert (together.humans, together.machines, alone.machines) == (40, 40, 20)
    # 2.801585 x sqrt(.25 x 2 / 40) = .3132; two judgements of a judge at a correlation of .05: x sqrt(1.05) = .3210
    assert together.independent == pytest.approx(0.3132, abs=1e-4)
    assert together.alike == pytest.approx(0.3210, abs=1e-4)
    assert alone.independent > together.independent


def test_what_the_pools_lack_is_a_problem_of_its_field() -> None:
    make_pool(stimuli=2)
    foreseen = foresee(make_settings(trials=20, weak_baseline="nobody"))
    pool, baseline = foreseen.problems
    assert str(pool).startswith(
        "pool is too small: 10 different stimuli with responses by an AI agent are needed per judge"
    )
    assert str(baseline) == (
        "weak_baseline is 'nobody': it should be an AI agent whose responses the study shows; "
        "there are color-system-0, color-system-1"
    )


def test_a_plan_without_responses_has_no_people_and_no_gap() -> None:
    foreseen = foresee(make_settings())
    assert (foreseen.people, foreseen.given, foreseen.cells, foreseen.gaps) == (0, 0, (), ())


def test_answers_are_foreseen_from_stimuli() -> None:
    for _ in range(6):
        make_stimulus(task="association")
    foreseen = foresee(make_settings("association", kind="respond", trials=3, answers_per_stimulus=2))
    assert (foreseen.people, foreseen.given, foreseen.problems) == (4, 12, ())
    (problem,) = foresee(make_settings("association", kind="respond", trials=7)).problems
    assert "7 different stimuli are needed per person, there are 6" in str(problem)


def test_an_ai_agent_that_cannot_talk_is_told_and_none_is_made() -> None:
    chat = {"topics": ["Tea"], "partners": ["scripted-chat", "nobody"], "people": 30}
    foreseen = foresee(make_settings("conversation", kind="identify", trials=1, chat=chat))
    assert foreseen.people == 30
    (problem,) = foreseen.problems
    assert problem.field == "chat.partners"
    assert "nobody" in problem.value


class Interloper(random.Random):
    """Loads another AI agent's response while the first place gets its salt."""

    def randrange(self, *bounds: int) -> int:
        if not Agent.objects.filter(slug="late").exists():
            make_response(make_agent("late", origin=Origin.AI), stimulus=Stimulus.objects.latest("pk"))
        return super().randrange(*bounds)


def test_what_is_loaded_while_places_are_laid_out_leaves_cells_and_places_agreed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(placing, "BATCH", 1)
    make_pool(stimuli=3)
    protocol = make_study().protocols.get()
    placing.lay_out_kind(protocol, protocol.settings, TrialKind.MAIN, protocol.settings.pool, Interloper(0))
    assert Agent.objects.filter(slug="late").exists()
    counted = protocol.cells.annotate(number=Count("places")).values_list("places_count", "number")
    assert all(planned == there for planned, there in counted)
    assert sum(planned for planned, _ in counted) >= 9
