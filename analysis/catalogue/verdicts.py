"""How often each agent was taken for a human over all studies of a task, after each study's own screening."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from agents.models import Origin
from analysis.models import KeptResults
from analysis.observations import is_large, read_latest
from judging.models import Judgement, Study

HUMANS = "human"  # under which all people count, as in the reports
Counts = tuple[int, int]  # judged human, and in all


def count_verdicts(task: str) -> tuple[dict[str, Counts], bool]:
    """For each agent its verdicts; and whether they are by robots, which count where people judged nothing."""
    judged = Study.objects.filter(task=task, pk__in=Judgement.objects.values("trial__assignment__study"))
    for is_simulated in (False, True):
        sums: dict[str, Counts] = defaultdict(lambda: (0, 0))
        for study in judged.filter(is_simulated=is_simulated):
            for agent, human, number in count_study(study):
                sums[agent] = (sums[agent][0] + human, sums[agent][1] + number)
        if sums:
            return dict(sums), is_simulated
    return {}, False


def count_study(study: Study) -> Iterable[tuple[str, int, int]]:
    """Of each agent in a study: its slug, how often it was judged human, and how often in all."""
    return count_kept(study) if is_large(study) else count_now(study)


def count_kept(study: Study) -> Iterator[tuple[str, int, int]]:
    """As the worker has measured a large study last; nothing before that."""
    kept = KeptResults.objects.filter(study=study, version=0, is_screened=True).exclude(mark="").first()
    for table in kept.document["tables"].get("agents", []) if kept else ():
        for row in table["rows"]:
            values = row["values"]
            yield values["agent"], values["judged_human"], values["judged_human"] + values["judged_ai"]


def count_now(study: Study) -> Iterator[tuple[str, int, int]]:
    """From the judgements themselves."""
    rows = read_latest(study)[1].rows
    if rows.empty:
        return
    names = rows["agent"].astype(str).where(rows["origin"].ne(Origin.HUMAN), HUMANS)
    for agent, counted in rows.groupby(names.to_numpy())["y"].agg(["sum", "size"]).iterrows():
        yield str(agent), int(counted["sum"]), int(counted["size"])
