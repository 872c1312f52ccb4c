"""The catalogue of a task as a table: a row for people, and one for each AI agent."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Count, Max
from django.utils.translation import gettext_noop

from agents.failures import Failure
from agents.models import Authorship, ItemTry, Provenance, RunItem, Stimulus
from agents.parity_cues import AI, ParityRow
from agents.parity_sharing import find_twins
from agents.tasks import TASKS
from analysis.catalogue.answers import Answers, Gathered, gather_answers
from analysis.catalogue.correlating import correlate
from analysis.catalogue.scoring import SCORES, score_answers, score_people
from analysis.catalogue.verdicts import HUMANS, count_verdicts
from analysis.reports.base import Column, Kind, Row, Table, Value
from analysis.stats.proportions import wilson
from judging.models import Judgement
from turingapp.words import SEMICOLON, SPACE, Listing, say_later

FEWEST_VERDICTS = 5
SIMULATED = say_later("Simulated: these verdicts were given by programs; people have judged no study of this task.")
SOURCE = gettext_noop("%(score)s: %(source)s")
SCORED = gettext_noop("%(sources)s. People: of each stimulus the first answer against the others'.")
JUDGED = say_later(
    "Judged human: over all studies after their own screening; brackets hold Wilson's interval, which takes judgements "
    "for independent and is a description only."
)
COVERAGE = say_later("Coverage: of the stimuli of its pools.")
Mark = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A task's table, and what else is to be said."""

    table: Table
    notices: tuple[str, ...]
    correlations: tuple[str, ...]


def find_catalogue(task: str) -> Catalogue:
    """The catalogue of a task, kept in this process until its answers, runs or judgements change."""
    whole = Authorship.objects.exclude(response__provenance=Provenance.STAND_IN)  # fewer where one is taken back
    authored = whole.filter(response__stimulus__task=task).aggregate(Count("pk"), Max("pk"))
    asked = Stimulus.objects.of_task(task).ready(control=False).aggregate(Count("pk"), Max("pk"))
    tries = ItemTry.objects.filter(item__run__task=task).aggregate(Count("pk"), Max("pk"))
    judged = Judgement.objects.filter(trial__stimulus__task=task).aggregate(Count("pk"), Max("pk"))
    marks = (authored, asked, tries, judged)
    return read_catalogue(task, tuple(value for mark in marks for value in mark.values()))


@lru_cache(maxsize=16)
def read_catalogue(task: str, mark: Mark) -> Catalogue:
    """The catalogue as it is while the counts are these."""
    kind, answers = TASKS[task].compared_as, gather_answers(task)
    verdicts, is_simulated = count_verdicts(task)
    twins = list_twins(answers)
    stimuli = dict(Stimulus.objects.of_task(task).ready(control=False).values_list("pool").annotate(Count("pk")))
    failed, refusals = count_failures(task, answers)
    rows = [make_row(say_later("People"), score_people(kind, answers.people), verdicts.get(HUMANS))]
    for slug, agent in sorted(answers.agents.items()):
        scores = score_answers(kind, agent.parts, answers.people)
        facts: dict[str, Value] = {
            "system": agent.system or say_later("loaded"),
            "version": agent.version,
            "responses": agent.responses,
            "coverage": find_coverage(agent, stimuli),
            "failed": failed.get(slug, 0),
            "refusals": refusals.get(slug, 0),
            "twins": ", ".join(twins.get(slug, ())),
        }
        rows.append(make_row(agent.title, scores, verdicts.get(slug), facts))
    return Catalogue(
        make_table(task, kind, rows),
        (SIMULATED,) if is_simulated else (),
        tuple(correlate(kind, rows[1:])),
    )


def find_coverage(agent: Answers, stimuli: dict[str, int]) -> float | None:
    """The share of the stimuli of its pools that an agent has answered."""
    possible = sum(stimuli.get(pool, 0) for pool in agent.pools)
    return min(len(agent.parts) / possible, 1.0) if possible else None


def list_twins(answers: Gathered) -> dict[str, list[str]]:
    """For each agent the titles of those that gave the same answer to almost every stimulus that both answered."""
    rows = [
        ParityRow(AI, slug, slug, str(stimulus), parts, parts)
        for slug, agent in answers.agents.items()
        for stimulus, parts in agent.parts.items()
    ]
    found: dict[str, list[str]] = {}
    for twins in find_twins(rows):
        found.setdefault(twins.first, []).append(answers.agents[twins.second].title)
        found.setdefault(twins.second, []).append(answers.agents[twins.first].title)
    return found


def count_failures(task: str, answers: Gathered) -> tuple[dict[str, int], dict[str, int]]:
    """For each agent: stimuli that runs left without an answer and no other answered, and tries that were refused."""
    by_agent = "run__agent__slug"
    items = RunItem.objects.filter(run__task=task, state=RunItem.State.FAILED)
    tries = ItemTry.objects.filter(item__run__task=task, outcome=Failure.REFUSAL).values_list(f"item__{by_agent}")
    failed: Counter[str] = Counter()
    for slug, stimulus in items.values_list(by_agent, "stimulus").distinct():
        failed[slug] += slug not in answers.agents or stimulus not in answers.agents[slug].parts
    return failed, dict(tries.annotate(Count("pk")))


def make_row(
    title: str, scores: dict[str, float], verdicts: tuple[int, int] | None, facts: dict[str, Value] | None = None
) -> Row:
    """One agent's row; grey where it rests on few verdicts."""
    human, number = verdicts or (0, 0)
    low, high = wilson(human, number) if number else (None, None)
    judged: dict[str, Value] = {"rate": human / number if number else None, "low": low, "high": high, "n": number}
    return Row({"agent": title, **(facts or {}), **scores, **judged}, is_small=0 < number < FEWEST_VERDICTS)


def make_table(task: str, kind: str, rows: list[Row]) -> Table:
    """The table with the columns of the task's scores."""
    columns = [
        Column("agent", gettext_noop("Agent")),
        Column("rate", gettext_noop("Judged human"), Kind.SHARE, "low", "high"),
        Column("n", gettext_noop("Judgements"), Kind.COUNT),
        *(Column(score.key, score.title, Kind.NUMBER) for score in SCORES[kind]),
        Column("responses", gettext_noop("Responses"), Kind.COUNT),
        Column("coverage", gettext_noop("Coverage"), Kind.SHARE),
        Column("failed", gettext_noop("No answer"), Kind.COUNT),
        Column("refusals", gettext_noop("Refused tries"), Kind.COUNT),
        Column("twins", gettext_noop("Same answers as")),
        Column("system", gettext_noop("System")),
        Column("version", gettext_noop("Version")),
    ]
    sources = [
        say_later(SOURCE, score=say_later(score.title), source=say_later(score.source)) for score in SCORES[kind]
    ]
    scored = [say_later(SCORED, sources=Listing(sources, SEMICOLON))] if sources else []
    note = Listing([JUDGED, *scored, COVERAGE], SPACE)
    return Table(f"catalogue-{task}", TASKS[task].title, columns, rows, note)
