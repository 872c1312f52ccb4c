"""Human judges on the same responses, to stand beside the AI judges."""

from typing import Any

from agents.models import Origin
from analysis.observations import read_observations
from analysis.stats.two_way import two_way_intervals
from judging.models import Study


def describe_people(source: str) -> dict[str, Any] | None:
    """What the people who judged a study said of humans and of machines; None for a task, or before the first."""
    study = Study.objects.filter(slug=source).first()
    rows = read_observations(study).rows if study else None
    if rows is None or rows.empty or rows["origin"].nunique() < 2:
        return None
    human = rows["origin"].eq(Origin.HUMAN)
    table = {
        origin: {
            "human": int((rows["y"] == 1)[chosen].sum()),
            "ai": int((rows["y"] == 0)[chosen].sum()),
        }
        for origin, chosen in (("human", human), ("ai", ~human))
    }
    right = (rows["y"] == human.astype(int)).astype(int)
    judge, stimulus = (rows[name].astype("category").cat.codes.to_numpy() for name in ("judge", "stimulus"))
    shares = two_way_intervals(right.to_numpy(), group=(~human).astype(int).to_numpy(), judge=judge, stimulus=stimulus)
    return {
        "confusion": table,
        "balanced_accuracy": sum(share.estimate or 0 for share in shares) / 2,
        "judges": int(rows["judge"].nunique()),
        "n": len(rows),
        "is_simulated": bool(rows["is_simulated"].any()),
    }
