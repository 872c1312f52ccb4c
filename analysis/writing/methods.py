"""What was asked, who judged, what was left out, how it was computed, and what limits it has."""

import platform
from collections.abc import Sequence
from importlib.metadata import version

from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.reports.base import Table
from analysis.reports.screening_flow import APART, ScreeningFlow
from analysis.stats.verdicts import ALPHA, LEAST_CLUSTERS
from analysis.writing.base import Passage
from judging.models import Protocol, Study
from judging.protocol import Settings
from judging.screening import say_rule
from turingapp.words import Listing, Words, count_later, join_words, ngettext_noop, say_later

SOFTWARE = ("numpy", "scipy", "pandas", "scikit-learn", "Django")
LEFT_OUT = ngettext_noop(
    "Of %(all)s, %(number)s is left out by rules that were fixed when the study opened and do not look at whether a "
    "verdict was right.",
    "Of %(all)s, %(number)s are left out by rules that were fixed when the study opened and do not look at whether a "
    "verdict was right.",
)
UNSCREENED = say_later("Every judgement is counted here, whatever the rules of screening say.")
OF_INTERVALS = say_later(
    "Judges and stimuli are both samples, so that 95% intervals are clustered by both (Cameron, Gelbach and Miller "
    "2011); where all verdicts are alike they are exact on the smaller number of the two."
)
OF_VERDICTS = say_later(
    "Detectability is the mean of the shares of right verdicts on humans and on machines. A verdict on an AI agent "
    "compares it with the humans of the same study; claims are held to %(alpha)s by Holm's correction over the "
    "agents, and none is made below %(least)s judges and %(least)s stimuli, or unless judges detect a weak "
    "baseline agent that the protocol names.",
    alpha=f"{ALPHA:g}",
    least=LEAST_CLUSTERS,
)
OF_GROUPS = say_later("Groups of judges are compared by exchanging judges' groups at random.")
SOFTWARE_USED = gettext_noop("Computed by %(software)s.")
PLATFORMS = {
    "link": gettext_noop("by a link"),
    "panel": gettext_noop("through a panel"),
    "prolific": gettext_noop("through Prolific"),
    "mturk": gettext_noop("through MTurk"),
}
OF_PROGRAMS = say_later("Programs judged here: the numbers test the platform and say nothing about people.")
OPEN = say_later("The study is open: numbers change while judges come, and looking often favors chance findings.")
FEW = gettext_noop("%(judges)s and %(stimuli)s are few: intervals are wide and may be too narrow even so.")
GOING_ON = ngettext_noop(
    "Not finished, or still going on: %(number)s visit.", "Not finished, or still going on: %(number)s visits."
)
OF_FINDINGS = say_later(
    "The findings are of these agents, stimuli and judges. An agent that is judged human often has imitated these "
    "responses, in this task, before these judges; it has not been shown to think, nor to pass elsewhere."
)
TRIALS = ngettext_noop("%(number)s trial", "%(number)s trials")
JUDGES = ngettext_noop("%(number)s judge", "%(number)s judges")
STIMULI = ngettext_noop("%(number)s stimulus", "%(number)s stimuli")
JUDGEMENTS = ngettext_noop("%(number)s judgement", "%(number)s judgements")


def write_asked(observations: Observations) -> Passage:
    """The question, the design of a visit, and where the responses came from."""
    study, settings = observations.study, find_settings_in_force(observations)
    task, question = (say_later(text) for text in (study.plugin.title, study.plugin.question))
    sentences = [say_later("%(task)s. Judges were asked: “%(question)s”", task=task, question=question)]
    sentences.append(
        say_later(
            "A visit had %(trials)s, each with another stimulus, drawn from the pool %(pools)s in the shares "
            "%(shares)s (H is a human, A a machine).",
            trials=count_later(TRIALS, settings.trials),
            pools=join_words(settings.pool.names),
            shares=join_words([f"{share:.0%} {name}" for name, share in settings.shares.items()]),
        )
    )
    extras = list(list_extras(settings))
    if extras:
        sentences.append(say_later("A visit also had %(extras)s.", extras=join_words(extras)))
    if settings.min_seconds:
        text = gettext_noop("No response could be judged before it was seen for %(seconds)s seconds.")
        sentences.append(say_later(text, seconds=f"{settings.min_seconds:g}"))
    return Passage("asked", gettext_noop("What was asked"), sentences)


def list_extras(settings: Settings) -> Sequence[Words]:
    """What a visit held beside its main trials, none of which counts here."""
    found = []
    if settings.practice:
        texts = ngettext_noop("%(number)s practice trial", "%(number)s practice trials")
        found.append(count_later(texts, settings.practice.trials))
    if settings.feedback_trials:
        texts = ngettext_noop("%(number)s trial with feedback", "%(number)s trials with feedback")
        found.append(count_later(texts, settings.feedback_trials))
    if settings.catch:
        texts = ngettext_noop("%(number)s catch trial", "%(number)s catch trials")
        found.append(count_later(texts, len(settings.catch.at)))
    if settings.asks_control:
        found.append(say_later("control questions with known answers"))
    return found


def write_judges(observations: Observations) -> Passage:
    """How many came, how, and how many count."""
    rows, visits = observations.rows, observations.visits
    sentences = [
        count_later(
            ngettext_noop(
                "%(number)s visit was begun by %(who)s; %(finished)s finished.",
                "%(number)s visits were begun by %(who)s; %(finished)s finished.",
            ),
            number=visits.arrived,
            who=say_who(observations.study),
            finished=f"{visits.finished:,}",
        )
    ]
    if len(rows):
        sentences.append(
            say_later(
                "%(judges)s and %(judgements)s of %(stimuli)s count; the median judge has %(trials)s.",
                judges=count_later(JUDGES, rows["judge"].nunique()),
                judgements=count_later(JUDGEMENTS, len(rows)),
                stimuli=count_later(STIMULI, rows["stimulus"].nunique()),
                trials=count_later(TRIALS, int(rows.groupby("judge")["trial"].nunique().median())),
            )
        )
    if apart := visits.say_apart():
        sentences.append(say_later(APART, apart=apart))
    return Passage("judges", gettext_noop("Who judged"), sentences)


def say_who(study: Study) -> Words:
    """Who came, and by which ways."""
    who = say_later(gettext_noop("robots (programs)") if study.is_simulated else gettext_noop("people"))
    platforms = study.assignments.filter(kind="main").values_list("platform", flat=True).order_by().distinct()
    ways = sorted(
        say_later(PLATFORMS[name]) if name in PLATFORMS else say_later("through %(platform)s", platform=name)
        for name in platforms
    )
    return say_later("%(who)s, who came %(ways)s", who=who, ways=join_words(ways)) if ways else who


def write_exclusions(observations: Observations) -> Passage:
    """The flow from visits to the judgements that count."""
    counted, everything = len(observations.rows), len(observations.everything)
    told = UNSCREENED
    if observations.is_screened:
        told = count_later(LEFT_OUT, all=count_later(JUDGEMENTS, everything), number=everything - counted)
    tables: list[Table] = [table for table in ScreeningFlow().tables(observations) if table.slug != "put-aside"]
    return Passage("exclusions", gettext_noop("What was left out"), [told], tables=tables)


def write_methods(observations: Observations) -> Passage:
    """Screening rules, statistics and software."""
    settings = find_settings_in_force(observations)
    rules = [say_rule(rule) for rule in settings.screening]
    sentences = [
        list_dates(observations.study),
        OF_INTERVALS,
        OF_VERDICTS,
        OF_GROUPS,
        say_later(SOFTWARE_USED, software=list_software()),
    ]
    points = [say_later("Screening: %(rule)s", rule=rule) for rule in rules]
    return Passage("methods", gettext_noop("Methods"), sentences, points=points)


def list_dates(study: Study) -> Words:
    """When the study was opened and closed, and its versions."""
    texts = ngettext_noop(
        "%(opened)s, %(closed)s; %(number)s version of the protocol.",
        "%(opened)s, %(closed)s; %(number)s versions of the protocol.",
    )
    opened, closed = say_later("Not opened yet"), say_later("still open")
    if study.opened_at:
        opened = say_later("Opened on %(day)s", day=f"{study.opened_at:%Y-%m-%d}")
    if study.closed_at:
        closed = say_later("closed on %(day)s", day=f"{study.closed_at:%Y-%m-%d}")
    return count_later(texts, opened=opened, closed=closed, number=study.protocols.count())


def list_software() -> Listing:
    """The programs behind the numbers, with their versions."""
    return join_words([f"{name} {version(name)}" for name in SOFTWARE] + [f"Python {platform.python_version()}"])


def write_limits(observations: Observations) -> Passage:
    """What must not be concluded."""
    study, rows = observations.study, observations.rows
    limits: list[str] = []
    if study.is_simulated:
        limits.append(OF_PROGRAMS)
    if study.label:
        limits.append(study.label)
    if study.state == Study.State.OPEN:
        limits.append(OPEN)
    if len(rows) and min(rows["judge"].nunique(), rows["stimulus"].nunique()) < LEAST_CLUSTERS:
        judges, stimuli = rows["judge"].nunique(), rows["stimulus"].nunique()
        few = count_later(JUDGES, judges), count_later(STIMULI, stimuli)
        limits.append(say_later(FEW, judges=few[0], stimuli=few[1]))
    if going_on := observations.visits.open:
        limits.append(count_later(GOING_ON, going_on))
    limits.append(OF_FINDINGS)
    return Passage("limits", gettext_noop("Limits"), points=limits)


def find_settings_in_force(observations: Observations) -> Settings:
    """The settings of the version that is looked at, or of the latest."""
    protocols = observations.study.protocols
    if observations.version is None:
        return protocols.latest("version").settings
    found: Protocol = protocols.get(version=observations.version)
    return found.settings
