"""What an evaluation has found, as tables for people."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_noop

from analysis.ai_judges import DEFAULT_JUDGE, YARDSTICKS
from analysis.evaluations.places import SETTINGS, TITLES, Setting
from analysis.reports.base import Column, Kind, Row, Table
from turingapp.words import say_later

HUMAN = say_later("human")
AUROC = {
    Setting.ORDINARY: gettext_noop("AUROC: ordinary"),
    Setting.HELD_OUT: gettext_noop("AUROC: agent held out"),
    Setting.UNSEEN: gettext_noop("AUROC: text not in training"),
    Setting.NORMALIZED: gettext_noop("AUROC: without form"),
}
BEFORE = {
    Setting.ORDINARY: gettext_noop("Ordinary, before"),
    Setting.HELD_OUT: gettext_noop("Agent held out, before"),
}


def make_tables(description: dict[str, Any]) -> list[Table]:
    """Threshold, the same set anew where that was asked for, ranking, and agent by agent."""
    anew = [make_threshold_table(description)] if description.get("threshold_on") else []
    return [make_accuracy_table(description), *anew, make_ranking_table(description), make_agents_table(description)]


def make_threshold_table(description: dict[str, Any]) -> Table:
    """Balanced accuracy before and after the threshold is set on answers known to be human."""
    columns = [Column("judge", gettext_noop("Judge"))]
    for setting in (Setting.ORDINARY, Setting.HELD_OUT):
        columns += [
            Column(f"{setting}_before", BEFORE[setting], Kind.SHARE),
            Column(f"{setting}_after", gettext_noop("after"), Kind.SHARE, f"{setting}_low", f"{setting}_high"),
        ]
    rows = []
    for judge in description["judges"]:
        moved = judge.get("thresholds", {})
        values = {f"{setting}_{name}": value for setting, one in moved.items() for name, value in one.items()}
        rows.append(Row({"judge": judge["title"], **values}))
    text = gettext_noop("Threshold set on the human answers to %(stimuli)s stimuli")
    title = say_later(text, stimuli=f"{len(description['threshold_on']):,}")
    note = gettext_noop(
        "A quarter of these answers are called machines; they are not scored themselves. Ranking stays as it is."
    )
    return Table("threshold", title, columns, rows, note)


def make_accuracy_table(description: dict[str, Any]) -> Table:
    """Balanced accuracy in the four settings side by side, and the difference to TF-IDF."""
    columns = [Column("judge", gettext_noop("Judge"))]
    columns += [
        Column(setting, TITLES[setting], Kind.SHARE, f"{setting}_low", f"{setting}_high") for setting in SETTINGS
    ]
    columns += [
        Column("difference", gettext_noop("Beyond TF-IDF"), Kind.DIFFERENCE, "difference_low", "difference_high"),
        Column("verdict", gettext_noop("Says")),
    ]
    note = gettext_noop(
        "Balanced accuracy: half of it is the share of humans told right, half that of machines. 50% is chance."
    )
    return Table(
        "accuracy",
        gettext_noop("Threshold: balanced accuracy"),
        columns,
        [_fill(judge) for judge in description["judges"]],
        note,
    )


def _fill(judge: dict[str, Any]) -> Row:
    values: dict[str, Any] = {"judge": judge["title"]}
    for setting, figures in judge["settings"].items():
        values[setting] = figures["balanced_accuracy"]
        values[f"{setting}_low"], values[f"{setting}_high"] = figures["low"], figures["high"]
    difference = judge["settings"].get(Setting.ORDINARY, {}).get("differences", {}).get(YARDSTICKS[0], {})
    for end, name in (("estimate", "difference"), ("low", "difference_low"), ("high", "difference_high")):
        values[name] = difference.get(end)
    verdict = difference.get("verdict")
    return Row({**values, "verdict": say_later(verdict) if verdict else None})


def make_ranking_table(description: dict[str, Any]) -> Table:
    """What does not depend on a threshold."""
    columns = [
        Column("judge", gettext_noop("Judge")),
        *(Column(setting, AUROC[setting], Kind.NUMBER) for setting in SETTINGS),
        Column("tpr_at_0.01", gettext_noop("Machines found at 1% false alarms"), Kind.SHARE),
        Column("tpr_at_0.05", gettext_noop("at 5%"), Kind.SHARE),
        Column("brier", gettext_noop("Brier score"), Kind.NUMBER),
        Column("reset", gettext_noop("Agent held out, threshold set on 20 humans"), Kind.SHARE),
        Column("no_answer", gettext_noop("No answer"), Kind.COUNT),
    ]
    rows = []
    for judge in description["judges"]:
        ordinary = judge["settings"].get(Setting.ORDINARY, {})
        aurocs = {setting: figures["auroc"] for setting, figures in judge["settings"].items()}
        kept = {name: ordinary.get(name) for name in ("tpr_at_0.01", "tpr_at_0.05", "brier", "no_answer")}
        reset = judge["settings"].get(Setting.HELD_OUT, {}).get("reset_accuracy")
        rows.append(Row({"judge": judge["title"], **aurocs, **kept, "reset": reset}))
    note = gettext_noop(
        "AUROC: how often a human's answer ranks above a machine's; .5 is chance. A dash: no threshold attains it."
    )
    return Table("ranking", gettext_noop("Ranking and calibration"), columns, rows, note)


def make_agents_table(description: dict[str, Any]) -> Table:
    """How often the default judge, or the first, tells each agent right."""
    chosen = find_default(description["judges"])
    columns = [
        Column("agent", gettext_noop("Made by")),
        *(Column(setting, TITLES[setting], Kind.SHARE) for setting in SETTINGS),
    ]
    settings = chosen["settings"] if chosen else {}
    names = ["human", *description["agents"]]
    rows = [
        Row(
            {
                "agent": HUMAN if name == HUMAN else name,
                **{setting: figures["recall"].get(name) for setting, figures in settings.items()},
            }
        )
        for name in names
    ]
    judge = say_later(chosen["title"]) if chosen else ""
    title = say_later("Told right: %(judge)s", judge=judge) if judge else gettext_noop("Told right")
    return Table("by-agent", title, columns, rows)


def find_default(judges: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The default judge where it took part, else the first."""
    return next((judge for judge in judges if judge["judge"] == DEFAULT_JUDGE), judges[0] if judges else None)
