"""The numbers at the head of a study's monitor: people, how carefully they answer, and money."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.ledger import find_caps, sum_study
from judging.models import Study
from judging.models.recruiting import Posting
from judging.monitoring.summing import Sums, Times
from judging.recruiters.money import Money
from turingapp.workplace.recruiting.board_shown import Tile


def list_visits(sums: Sums, study: Study) -> list[Tile]:
    """The numbers of people."""
    wanted = sum(posting.places for posting in study.postings.exclude(state=Posting.State.DRAFT))
    quiet = _("%(number)s not seen for 5 minutes") % {"number": sums.quiet} if sums.quiet else ""
    of = _("of %(number)s wanted") % {"number": f"{wanted:,}"} if wanted else ""
    share = (
        "" if sums.dropped_out is None else _("%(share)s of all that are over") % {"share": f"{sums.dropped_out:.0%}"}
    )
    return [
        Tile(_("Inside now"), f"{sums.inside:,}", quiet),
        Tile(_("Finished"), f"{sums.finished:,}", of),
        Tile(_("Left before the end"), f"{sums.left:,}", share),
        Tile(_("Answers"), f"{sums.answered:,}", _("in %(number)s visits") % {"number": f"{sums.arrived:,}"}),
    ]


def list_signs(sums: Sums, times: Times) -> Iterable[Tile]:
    """The numbers on how carefully people answer; what a study does not have is left out."""
    if sums.failed_controls is not None:
        asked = ngettext("%(number)s question", "%(number)s questions", sums.controls) % {
            "number": f"{sums.controls:,}"
        }
        yield Tile(_("Controls right"), f"{1 - sums.failed_controls:.0%}", asked)
    hasty = ngettext("in %(number)s visit", "in %(number)s visits", sums.hasty) % {"number": f"{sums.hasty:,}"}
    yield Tile(_("Answers refused as too fast"), f"{sums.early:,}", hasty if sums.hasty else "")
    if times.median_ms is not None:
        latest = _("median of the latest %(number)s answers") % {"number": times.answers}
        yield Tile(_("Reaction time"), f"{times.median_ms / 1000:.1f} s", latest)


def list_money(study: Study) -> list[Tile]:
    """What is spent, for each currency of the study's postings."""
    currencies = sorted({posting.currency for posting in study.postings.all() if posting.plugin.calls_platform})
    cap = find_caps(study)[0] if currencies else 0
    return [
        Tile(
            _("Spent or set aside"),
            str(Money(sum_study(study, one), one)),
            _("cap: %(cap)s") % {"cap": Money(cap, one)},
        )
        for one in currencies
    ]
