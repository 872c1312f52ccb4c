"""What metrics tell from rows, so that any number of processes and machines agree: visits, trials, lag, spending."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, QuerySet, Sum
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from agents.models import AgentRun, AskedTurn, RunItem
from analysis.models import EvaluationRun
from judging.models import Alert, AlertMessage, VisitTally, WorkerPulse
from judging.models.recruiting import LedgerEntry, Outgoing
from turingapp.watching.queues import measure_queues

MILLIONTHS = 1_000_000


@dataclass(frozen=True, slots=True)
class Lag:
    """Work of one kind that should have been taken up by now, and since when."""

    kind: str
    number: int
    seconds: float


class Rows(Collector):
    """The metrics that are drawn from rows, at the time `at`."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        """Each family of metrics."""
        yield from measure_visits()
        yield from measure_lags(self.at)
        yield from measure_money()
        yield from measure_pulses(self.at)
        waiting = GaugeMetricFamily("turing_queued_messages", "Messages that wait for a worker", labels=["queue"])
        for queue, number in measure_queues().items():
            waiting.add_metric([queue], number)
        yield waiting


def measure_visits() -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
    """Visits by state, trials answered, and answers that came too soon; previews and pilots count nowhere."""
    visits = GaugeMetricFamily("turing_visits", "Visits that count, by state", labels=["state"])
    trials = CounterMetricFamily("turing_trials_answered", "Trials answered in these visits")
    early = CounterMetricFamily("turing_answers_too_soon", "Answers refused because they came too soon")
    counted = VisitTally.objects.filter(is_main=True).order_by("state").values("state")
    rows = list(counted.annotate(number=Count("pk"), done=Sum("answered"), soon=Sum("early")))
    for row in rows:
        visits.add_metric([row["state"]], row["number"])
    trials.add_metric([], sum(row["done"] for row in rows))
    early.add_metric([], sum(row["soon"] for row in rows))
    yield from (visits, trials, early)


def list_lags(at: datetime) -> Iterator[Lag]:
    """The lag of each kind of work."""
    runs = AgentRun.objects.filter(state__in=AgentRun.ACTIVE)
    yield find_lag("requests to platforms", Outgoing.objects.filter(state=Outgoing.State.DUE), "due_at", at)
    yield find_lag("turns in conversations", AskedTurn.objects.filter(state=AskedTurn.State.DUE), "due_at", at)
    yield find_lag("alerts", AlertMessage.objects.filter(state=AlertMessage.State.DUE), "due_at", at)
    items = RunItem.objects.filter(state=RunItem.State.DUE, run__in=runs)
    yield find_lag("items of AI agents' runs", items, "due_at", at)
    evaluations = EvaluationRun.objects.filter(state=EvaluationRun.State.QUEUED)
    yield find_lag("evaluations", evaluations, "created_at", at)


def find_lag(kind: str, rows: QuerySet[Any], since: str, at: datetime) -> Lag:
    """How many of these rows are due, and for how long the first has been."""
    due = rows.filter(**{f"{since}__lte": at}).aggregate(number=Count("pk"), first=Min(since))
    return Lag(kind, due["number"], (at - due["first"]).total_seconds() if due["first"] else 0.0)


def measure_lags(at: datetime) -> Iterator[GaugeMetricFamily]:
    """What is due, and for how long."""
    number = GaugeMetricFamily("turing_due", "Work that should have been taken up by now", labels=["kind"])
    seconds = GaugeMetricFamily("turing_due_seconds", "For how long the first of it has been due", labels=["kind"])
    for lag in list_lags(at):
        number.add_metric([lag.kind], lag.number)
        seconds.add_metric([lag.kind], lag.seconds)
    yield from (number, seconds)


def measure_money() -> Iterator[GaugeMetricFamily]:
    """What is committed or paid to people, in minor units of each currency, and what AI agents have cost in dollars."""
    people = GaugeMetricFamily(
        "turing_spent_minor", "Committed or paid through platforms", labels=["currency", "state"]
    )
    rows = LedgerEntry.objects.exclude(state=LedgerEntry.State.VOID).order_by("currency", "state")
    for row in rows.values("currency", "state").annotate(total=Sum("amount")):
        people.add_metric([row["currency"], row["state"]], row["total"])
    agents = GaugeMetricFamily("turing_agents_spent_dollars", "What runs of AI agents have cost")
    agents.add_metric([], (AgentRun.objects.aggregate(total=Sum("spent"))["total"] or 0) / MILLIONTHS)
    failed = GaugeMetricFamily("turing_requests_to_look_at", "Requests to platforms that a person must look at")
    states = (Outgoing.State.FAILED, Outgoing.State.UNCLEAR)
    failed.add_metric([], Outgoing.objects.filter(state__in=states).count())
    yield from (people, agents, failed)


def measure_pulses(at: datetime) -> Iterator[GaugeMetricFamily]:
    """How long ago a worker of each queue has left a sign, and alerts that have not passed."""
    pulses = GaugeMetricFamily("turing_worker_sign_seconds", "Since the last sign of a worker", labels=["queue"])
    for pulse in WorkerPulse.objects.order_by("queue"):
        pulses.add_metric([pulse.queue], max(0.0, (at - pulse.at).total_seconds()))
    alerts = GaugeMetricFamily("turing_alerts", "Alerts that have not passed")
    alerts.add_metric([], Alert.objects.filter(passed_at=None).count())
    yield from (pulses, alerts)
