"""The sentences of a report, at the edges of what may be said."""

from collections.abc import Sequence

import pandas as pd
import pytest

from agents.models import Origin
from analysis.collections.scoring import ScoredAgent
from analysis.figures import FIGURES, make_drawings
from analysis.figures.against_people import COLUMNS
from analysis.figures.base import Drawing
from analysis.observations import read_observations
from analysis.reports.base import Row, Table
from analysis.stats.intervals import Interval, Method
from analysis.stats.scoring import AgentScore
from analysis.stats.verdicts import AgentVerdict, Gate, Lack, Verdict
from analysis.wording import say_count
from analysis.writing.findings import say_agent, say_detectability, say_findings, say_gap, say_groups
from analysis.writing.rendering import place_figure
from analysis.writing.studies import write_study
from judging.models import Study
from tests.builders import make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit


def interval(estimate: float | None, low: float | None = None, high: float | None = None) -> Interval:
    """An interval on 400 judgements of 40 judges."""
    return Interval(estimate, low, high, 400, 40, 40, Method.TWO_WAY)


def read(study: Study) -> pd.DataFrame:
    """The rows of a study that count."""
    return read_observations(study).rows


def judge(study: Study, verdicts: Sequence[str], *, judges: int = 1) -> None:
    """Each judge judges a human and a machine on stimuli of their own, in these words."""
    human, machine = make_agent(), make_agent("median-cut", origin=Origin.AI, title="Median cut")
    responses = [make_response(human, stimulus=make_stimulus()), make_response(machine, stimulus=make_stimulus())]
    for _ in range(judges):
        visit = make_visit(study)
        for response, verdict in zip(responses, verdicts, strict=False):
            make_judgement(visit, response, verdict)


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            interval(0.7, 0.6, 0.8),
            (
                "Judges told humans from machines better than chance: detectability was 70.0% (95% interval 60.0% to "
                "80.0%), where 50% is chance."
            ),
        ),
        (
            interval(0.55, 0.45, 0.65),
            (
                "Whether judges told humans from machines is open: detectability was 55.0% (95% interval 45.0% to "
                "65.0%), where 50% is chance, and the interval holds it."
            ),
        ),
        (
            interval(0.4, 0.35, 0.45),
            (
                "Judges were right less often than chance would have it: detectability was 40.0% (95% interval 35.0% "
                "to 45.0%), where 50% is chance."
            ),
        ),
        (
            interval(0.75),
            (
                "Whether judges told humans from machines cannot be said: detectability was 75.0% (an interval needs "
                "two judges and two stimuli), where 50% is chance."
            ),
        ),
    ],
)
def test_detectability_is_told_as_its_interval_allows(found: Interval, sentence: str) -> None:
    assert say_detectability(found) == sentence


def test_an_interval_around_nothing_never_becomes_alike() -> None:
    assert say_gap(interval(-0.01, -0.06, 0.04)) == (
        "Which of the two were judged human more often is open: the gap of machines to humans was −1.0% (95% interval "
        "−6.0% to +4.0%); this does not show that they are alike."
    )


def agent(verdict: Verdict, *, gates: tuple[Gate, ...] = (), needed: int | None = None) -> ScoredAgent:
    """An AI agent with that verdict, judged human in 48%, two points below humans."""
    gap = interval(-0.02, -0.06, 0.02)
    score = AgentScore(interval(0.48, 0.44, 0.52), interval(0.5, 0.46, 0.54), gap, *[interval(0.5)] * 3)
    return ScoredAgent("eliza", "Eliza", score, AgentVerdict(verdict, gap, gates, needed))


NUMBERS = (
    "it was judged human in 48.0% (95% interval 44.0% to 52.0%), a gap to humans of −2.0% (95% interval −6.0% to +2.0%)"
)


@pytest.mark.parametrize(
    ("scored", "start"),
    [
        (agent(Verdict.SUPERIOR), "superior, which is judged human more often than humans"),
        (agent(Verdict.EQUIVALENT), "equivalent to humans within 5 points either way"),
        (agent(Verdict.NON_INFERIOR), "non-inferior, which is less than 5 points below humans"),
        (agent(Verdict.DETECTABLY_BELOW), "detectably below humans"),
        (agent(Verdict.FAILS), "fails, which is more than 5 points below humans"),
        (
            agent(Verdict.GREY, gates=(Gate(Lack.NO_BASELINE),)),
            "no verdict (no weak baseline agent was judged)",
        ),
    ],
)
def test_each_verdict_has_its_words(scored: ScoredAgent, start: str) -> None:
    assert say_agent(scored, margin=0.05) == f"Eliza: {start}; {NUMBERS}."


def test_an_open_verdict_says_what_would_settle_it() -> None:
    assert say_agent(agent(Verdict.INCONCLUSIVE, needed=1200), margin=0.05) == (
        f"Eliza: inconclusive; {NUMBERS}; about 1,200 more judgements would settle it if the gap stayed as it is."
    )


def test_groups_that_were_not_shown_to_differ_are_not_called_alike() -> None:
    lines = [
        Row({"title": "Age", "p_adjusted": 0.012, "claim": "declared"}),
        Row({"title": "Gender", "p_adjusted": 0.4, "claim": "exploratory"}),
        Row({"title": "Country", "p_adjusted": 0.001, "claim": "exploratory"}, is_small=True),
    ]
    assert say_groups(Table("judges-compared", "", (), lines)) == [
        "Right verdicts differed between groups by age (declared, adjusted p 0.012).",
        (
            "No difference was shown by gender (exploratory, adjusted p 0.400); this does not show that the "
            "groups are alike."
        ),
        "Groupings with very few judges in a group are left out of these sentences.",
    ]
    assert say_groups(None) == ["No two groups of judges could be compared."]


def test_words_for_numbers() -> None:
    assert [say_count(n, "judge") for n in (0, 1, 2000)] == ["0 judges", "1 judge", "2,000 judges"]
    assert say_count(2, "study", "studies") == "2 studies"


@pytest.mark.django_db
class TestStudies:
    """Reports of studies at the edges."""

    def test_no_judgement(self) -> None:
        study = make_study()
        assert say_findings(read(study)) == ["No judgement counts yet, so that nothing can be said."]

    def test_one_judge_gives_no_interval(self) -> None:
        study = make_study()
        judge(study, ["human", "ai"])
        none = "(an interval needs two judges and two stimuli)"
        assert say_findings(read(study)) == [
            (
                f"Whether judges told humans from machines cannot be said: detectability was 100.0% {none}, where 50% "
                "is chance."
            ),
            f"Humans were judged human in 100.0% {none}, machines in 0.0% {none}.",
            (
                f"Which of the two were judged human more often cannot be said: the gap of machines to humans was "
                f"−100.0% {none}."
            ),
        ]

    def test_all_alike_and_one_origin(self) -> None:
        study = make_study()
        judge(study, ["human"], judges=3)
        assert say_findings(read(study)) == [
            (
                "All judgements are on humans, so that detectability is not known; they were judged human in 100.0% "
                "(an interval needs two judges and two stimuli)."
            )
        ]

    def test_a_report_tells_label_simulation_and_exclusions(self) -> None:
        study = make_study(simulated=True, label="Simulated by programs.", screening=[{"rule": "finished"}])
        judge(study, ["human", "ai"], judges=2)
        make_judgement(make_visit(study, state="open"), make_response(make_agent()), "human")
        observations = read_observations(study)
        report = write_study(observations, make_drawings(observations))
        parts = {part.slug: part for part in report.passages}
        assert report.notices == ["Simulated by programs."]
        assert (
            parts["judges"].sentences[0] == "3 visits were begun by robots (programs), who came by a link; 2 finished."
        )
        assert parts["exclusions"].sentences == [
            (
                "Of 5 judgements, 1 is left out by rules that were fixed when the study opened and do not look at "
                "whether a verdict was right."
            )
        ]
        assert parts["methods"].points == ["Screening: Visits that were finished"]
        assert (
            "Programs judged here: the numbers test the platform and say nothing about people."
            in parts["limits"].points
        )
        assert parts["agents"].points[0].startswith("Median cut: no verdict (2 of the 30 judges needed")


def test_a_report_does_not_tell_who_made_which_response() -> None:
    rows = [Row({"key": "picture-7/blip", "origin_name": "Machines", "rate": 0.5, "p": 0.5, "n": 3})]
    drawing = Drawing(FIGURES["ai-judge"], Table("ai-judge", "", COLUMNS, rows))
    placed = place_figure(drawing)
    assert placed.table is None
    assert "picture-7" not in drawing.alt
