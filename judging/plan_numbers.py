"""The numbers of a plan in words, the same for the page and the command."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from judging.costing import PlanCost
from judging.foreseeing import CORRELATION, Foreseen, Gap
from judging.protocol import Settings

MOST_CELLS = 8  # named one by one


@dataclass(frozen=True, slots=True)
class PlanNumber:
    """One number with its name, and what is to be said of it."""

    name: str
    value: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.value}" + (f" ({self.detail})" if self.detail else "")


GIVEN = {
    "judgement": gettext_noop("Judgements"),
    "answer": gettext_noop("Answers"),
    "conversation": gettext_noop("Conversations"),
    "choice": gettext_noop("Choices"),
}


def list_numbers(settings: Settings, foreseen: Foreseen, cost: PlanCost | None = None) -> list[PlanNumber]:
    """Trials, cells, people, what they give, the smallest gap that would be seen, and the cost where a reward is."""
    minutes = _("for each person, in about %(minutes)d minutes") % {"minutes": settings.minutes}
    numbers = [PlanNumber(_("Trials"), f"{foreseen.trials}", minutes)]
    if foreseen.cells:
        numbers.append(PlanNumber(_("Cells"), f"{len(foreseen.cells)}", describe_cells(foreseen)))
    numbers.append(PlanNumber(_("People"), f"{foreseen.people:,}", _("at most; then every place is taken")))
    if foreseen.cells:
        numbers.append(PlanNumber(_(GIVEN[settings.rule.gives]), f"{foreseen.given:,}", _("of all people together")))
    numbers += [describe_gap(gap) for gap in foreseen.gaps]
    return numbers + ([describe_cost(cost)] if cost is not None else [])


def describe_cells(foreseen: Foreseen) -> str:
    """How many places, and the largest cells by name."""
    cells = sorted(foreseen.cells, key=lambda cell: -cell.places)
    named = ", ".join(f"{cell.name} {cell.places:,}" for cell in cells[:MOST_CELLS])
    rest = len(cells) - MOST_CELLS
    more = _(" and %(rest)d more") % {"rest": rest} if rest > 0 else ""
    return _("%(places)s places: %(named)s%(more)s") % {
        "places": f"{foreseen.places:,}",
        "named": named,
        "more": more,
    }


def describe_gap(gap: Gap) -> PlanNumber:
    """The smallest gap that would be seen, with what that rests on."""
    detail = _(
        "%(whose)s: %(machines)s judgements beside %(humans)s of humans; %(alike)s if two verdicts of one judge "
        "correlate by %(correlation)s; power 80%%, two-sided 5%%"
    ) % {
        "whose": gap.whose,
        "machines": f"{gap.machines:,}",
        "humans": f"{gap.humans:,}",
        "alike": say_points(gap.alike),
        "correlation": CORRELATION,
    }
    return PlanNumber(_("Smallest gap seen"), say_points(gap.independent), detail)


def say_points(gap: float) -> str:
    """A gap of two rates in percentage points; more than a hundred cannot be seen at all."""
    if gap >= 1:
        return _("none")
    return _("%(points).1f points") % {"points": 100 * gap}


def describe_cost(cost: PlanCost) -> PlanNumber:
    """What all people cost, with fees where the platform's are known, and what an hour pays."""
    said = {"rewards": cost.rewards, "fees": cost.fees, "hourly": cost.hourly}
    if cost.has_known_fees:
        detail = _("rewards %(rewards)s, fees %(fees)s; %(hourly)s an hour") % said
    else:
        detail = _("rewards; what the platform charges on top is not known here; %(hourly)s an hour") % said
    return PlanNumber(_("Cost"), str(cost.total), detail)
