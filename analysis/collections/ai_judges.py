"""What the AI judge of a study's last finished evaluation said, to stand beside the people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.evaluations.places import Setting
from analysis.evaluations.tables import find_default
from analysis.models import EvaluationRun

Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AiJudgeFigures:
    """The default judge's figures in one evaluation; shares are of its out-of-fold predictions."""

    run: int
    title: str
    judges: int  # AI judges in the evaluation, without the baselines
    ordinary: Figures
    aurocs: Mapping[str, Figures]  # by AI agent, by setting

    def find_auroc(self, agent: str, setting: Setting) -> float | None:
        """How often a human's response ranks above this agent's; None where that was not found."""
        found: float | None = self.aurocs.get(agent, {}).get(setting.value)
        return found

    def find_share(self, origin: str) -> float | None:
        """The share of the humans' (human) or machines' (ai) responses that it called human."""
        counts = self.ordinary["confusion"][origin]
        return counts["human"] / sum(counts.values()) if sum(counts.values()) else None

    def find_agent_share(self, agent: str) -> float | None:
        """The share of an agent's responses that it called human, one half counting half."""
        recall = self.ordinary["recall"].get(agent)
        return None if recall is None else 1 - recall


def find_figures(slugs: Sequence[str]) -> dict[str, AiJudgeFigures]:
    """The figures for each of these studies that has a finished evaluation with ordinary predictions."""
    found = {}
    for source, run, judges in list_runs(slugs):
        judge = find_default(judges)
        if judge is not None and Setting.ORDINARY.value in judge["settings"]:
            ordinary = judge["settings"][Setting.ORDINARY.value]
            learned = sum(not one["is_baseline"] for one in judges)
            found[source] = AiJudgeFigures(run, judge["title"], learned, ordinary, judge.get("auroc_by_agent", {}))
    return found


def list_runs(slugs: Sequence[str]) -> list[tuple[str, int, list[dict[str, Any]]]]:
    """Study, number and judges of the finished evaluations of these studies, oldest first."""
    finished = EvaluationRun.objects.filter(source__in=slugs, state=EvaluationRun.State.FINISHED, agent="")
    return list(finished.order_by("finished_at", "pk").values_list("source", "pk", "result__judges"))
