"""What asking costs, in millionths of a US dollar: from prices that the experimenter states, and from what was used."""

from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from django.db.models import Avg, Count

from agents.ai_agents.answers import Usage
from agents.ai_agents.base import AIAgent
from agents.models import Agent, AgentRun, ItemTry
from agents.tasks import TASKS

MILLION = 1_000_000
THOUSAND = 1_000
ENOUGH = 5  # tries from which what one uses is known better than any guess


class Price(NamedTuple):
    """For a thousand calls, a million tokens that are read, a million that are written."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0


def read_price(run: AgentRun) -> Price:
    """The prices of a run."""
    return Price(run.call_price, run.price_in, run.price_out)


def cost(usage: Usage, price: Price) -> int:
    """What was used, at these prices, rounded up: a cap should hold."""
    tokens = usage.tokens_in * price.tokens_in + usage.tokens_out * price.tokens_out
    return -(-(usage.calls * price.calls * THOUSAND + tokens) // MILLION)


def expect_cost(agent: Agent, system: AIAgent, *, task: str, price: Price, turns: int) -> int:
    """What one item is expected to cost: as its earlier tries at the task, or as the system itself expects."""
    if not any(price):
        return 0
    past = ItemTry.objects.filter(item__run__agent=agent, item__run__task=task, item__run__turns=turns).aggregate(
        number=Count("pk"), calls=Avg("calls"), tokens_in=Avg("tokens_in"), tokens_out=Avg("tokens_out")
    )
    if past["number"] >= ENOUGH:
        used = Usage(*(-int(-past[name] // 1) for name in ("calls", "tokens_in", "tokens_out")))
        return cost(used, price)
    one = system.expect_usage(task)
    calls = turns if len(TASKS[task].roles) > 1 else 1
    return cost(Usage(one.calls * calls, one.tokens_in * calls, one.tokens_out * calls), price)


def read_dollars(amount: Decimal) -> int:
    """US dollars as millionths of one."""
    return int((amount * MILLION).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def write_dollars(amount: int) -> str:
    """Millionths of a dollar as people read them: "$1.25", and small sums with four places."""
    dollars = Decimal(amount) / MILLION
    return f"${dollars:,.2f}" if amount == 0 or amount >= 100_000 else f"${dollars:,.4f}"
