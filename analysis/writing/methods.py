"""What was asked, who judged, what was left out, how it was computed, and what limits it has."""

import platform
from collections.abc import Sequence
from importlib.metadata import version

from analysis.observations import Observations
from analysis.reports.base import Table
from analysis.reports.screening_flow import ScreeningFlow
from analysis.stats.verdicts import ALPHA, LEAST_CLUSTERS
from analysis.wording import join_words, say_count
from analysis.writing.base import Passage
from judging.models import Protocol, Study
from judging.protocol import Settings
from judging.screening import say_rule

SOFTWARE = ("numpy", "scipy", "pandas", "scikit-learn", "Django")
RULES = "rules that were fixed when the study opened and do not look at whether a verdict was right."
UNSCREENED = "Every judgement is counted here, whatever the rules of screening say."
OF_INTERVALS = (
    "Judges and stimuli are both samples, so that 95% intervals are clustered by both (Cameron, Gelbach and Miller "
    "2011); where all verdicts are alike they are exact on the smaller number of the two."
)
OF_VERDICTS = (
    "Detectability is the mean of the shares of right verdicts on humans and on machines. A verdict on an AI agent "
    f"compares it with the humans of the same study; claims are held to {ALPHA:g} by Holm's correction over the "
    f"agents, and none is made below {LEAST_CLUSTERS} judges and {LEAST_CLUSTERS} stimuli, or unless judges detect a "
    "weak baseline agent that the protocol names."
)
PLATFORMS = {"link": "by a link", "panel": "through a panel", "prolific": "through Prolific", "mturk": "through MTurk"}


def write_asked(observations: Observations) -> Passage:
    """The question, the design of a visit, and where the responses came from."""
    study, settings = observations.study, find_settings_in_force(observations)
    shares = join_words([f"{share:.0%} {name}" for name, share in settings.shares.items()])
    sentences = [f"{study.plugin.title}. Judges were asked: “{study.plugin.question}”"]
    sentences.append(
        f"A visit had {say_count(settings.trials, 'trial')}, each with another stimulus, drawn from the pool "
        f"{join_words(settings.pool.names)} in the shares {shares} (H is a human, A a machine)."
    )
    extras = list(list_extras(settings))
    if extras:
        sentences.append(f"A visit also had {join_words(extras)}.")
    if settings.min_seconds:
        sentences.append(f"No response could be judged before it was seen for {settings.min_seconds:g} seconds.")
    return Passage("asked", "What was asked", sentences)


def list_extras(settings: Settings) -> Sequence[str]:
    """What a visit held beside its main trials, none of which counts here."""
    found = []
    if settings.practice:
        found.append(say_count(settings.practice.trials, "practice trial"))
    if settings.feedback_trials:
        found.append(f"{say_count(settings.feedback_trials, 'trial')} with feedback")
    if settings.catch:
        found.append(say_count(len(settings.catch.at), "catch trial"))
    if settings.asks_control:
        found.append("control questions with known answers")
    return found


def write_judges(observations: Observations) -> Passage:
    """How many came, how, and how many count."""
    rows, visits = observations.rows, observations.visits
    who = "robots (programs)" if observations.study.is_simulated else "people"
    platforms = observations.study.assignments.filter(kind="main").values_list("platform", flat=True)
    ways = sorted({PLATFORMS.get(name, f"through {name}") for name in platforms.order_by().distinct()})
    came = f", who came {join_words(ways)}" if ways else ""
    begun = "was begun" if visits.arrived == 1 else "were begun"
    sentences = [f"{say_count(visits.arrived, 'visit')} {begun} by {who}{came}; {visits.finished:,} finished."]
    if len(rows):
        by_judge = rows.groupby("judge")["trial"].nunique()
        sentences.append(
            f"{say_count(rows['judge'].nunique(), 'judge')} and {say_count(len(rows), 'judgement')} of "
            f"{say_count(rows['stimulus'].nunique(), 'stimulus', 'stimuli')} count; the median judge has "
            f"{say_count(int(by_judge.median()), 'trial')}."
        )
    if apart := visits.say_apart():
        sentences.append(f"Not counted anywhere: {apart}.")
    return Passage("judges", "Who judged", sentences)


def write_exclusions(observations: Observations) -> Passage:
    """The flow from visits to the judgements that count."""
    counted, everything = len(observations.rows), len(observations.everything)
    left_out = everything - counted
    lost = f"{left_out:,} {'is' if left_out == 1 else 'are'} left out"
    told = f"Of {say_count(everything, 'judgement')}, {lost} by {RULES}" if observations.is_screened else UNSCREENED
    tables: list[Table] = [table for table in ScreeningFlow().tables(observations) if table.slug != "put-aside"]
    return Passage("exclusions", "What was left out", [told], tables=tables)


def write_methods(observations: Observations) -> Passage:
    """Screening rules, statistics and software."""
    settings = find_settings_in_force(observations)
    rules = [say_rule(rule) for rule in settings.screening]
    sentences = [
        list_dates(observations.study),
        OF_INTERVALS,
        OF_VERDICTS,
        "Groups of judges are compared by exchanging judges' groups at random.",
        f"Computed by {list_software()}.",
    ]
    return Passage("methods", "Methods", sentences, points=[f"Screening: {rule}" for rule in rules])


def list_dates(study: Study) -> str:
    """When the study was opened and closed, and its versions."""
    opened = f"Opened {study.opened_at:%d %B %Y}" if study.opened_at else "Not opened yet"
    closed = f", closed {study.closed_at:%d %B %Y}" if study.closed_at else ", still open"
    versions = study.protocols.count()
    return f"{opened}{closed}; {say_count(versions, 'version')} of the protocol."


def list_software() -> str:
    """The programs behind the numbers, with their versions."""
    return join_words([f"{name} {version(name)}" for name in SOFTWARE] + [f"Python {platform.python_version()}"])


def write_limits(observations: Observations) -> Passage:
    """What must not be concluded."""
    study, rows = observations.study, observations.rows
    limits = []
    if study.is_simulated:
        limits.append("Programs judged here: the numbers test the platform and say nothing about people.")
    if study.label:
        limits.append(study.label)
    if study.state == Study.State.OPEN:
        limits.append("The study is open: numbers change while judges come, and looking often favors chance findings.")
    if len(rows) and min(rows["judge"].nunique(), rows["stimulus"].nunique()) < LEAST_CLUSTERS:
        judges, stimuli = rows["judge"].nunique(), rows["stimulus"].nunique()
        limits.append(
            f"{say_count(judges, 'judge')} and {say_count(stimuli, 'stimulus', 'stimuli')} are few: intervals are "
            "wide and may be too narrow even so."
        )
    if going_on := observations.visits.open:
        limits.append(f"Not finished, or still going on: {say_count(going_on, 'visit')}.")
    limits.append(
        "The findings are of these agents, stimuli and judges. An agent that is judged human often has imitated these "
        "responses, in this task, before these judges; it has not been shown to think, nor to pass elsewhere."
    )
    return Passage("limits", "Limits", points=limits)


def find_settings_in_force(observations: Observations) -> Settings:
    """The settings of the version that is looked at, or of the latest."""
    protocols = observations.study.protocols
    if observations.version is None:
        return protocols.latest("version").settings
    found: Protocol = protocols.get(version=observations.version)
    return found.settings
