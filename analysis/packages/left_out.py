"""What a package does not hold, and why, with numbers that add up to those of the results page."""

from collections.abc import Iterator

from analysis.packages.reading_answers import select_responses
from analysis.packages.suppressing import count_suppressed
from analysis.released import count_held_back, find_held_back, hold_back
from analysis.visits import count_visits
from analysis.wording import say_count
from judging.models import Assignment, Attempt, Judgement, Study, TrialKind

PEOPLE = (
    "Ids of people at platforms, the keys by which people are recognized, completion codes, addresses of visits, and "
    "the comments of the last page: they could tell who somebody is."
)
RAW = "Responses as they were given before they were normalized, and what human agents told of themselves."


def list_left_out(study: Study, *, smallest: int, pictures: int) -> Iterator[str]:
    """One sentence for each kind of thing that is not there."""
    visits = count_visits(study)
    judged = Judgement.objects.filter(
        trial__assignment__study=study, trial__kind=TrialKind.MAIN, trial__assignment__kind=Assignment.Kind.MAIN
    )
    inside = judged.filter(hold_back(study, "trial__assignment__")).values("trial__assignment").distinct().count()
    erased, held = visits.count(Assignment.State.ERASED), count_held_back(study)
    empty = visits.arrived - inside - erased - held.visits
    refused = f", {held.visits:,} without a yes to publication" if held.visits else ""
    yield (
        f"Visits that arrived: {visits.arrived:,}; in the table of judgements: {inside:,}; left out of it: "
        f"{empty:,} without a judgement on a main trial, {erased:,} erased{refused}."
    )
    if sentence := held.say():
        yield sentence
    if responses := len(find_held_back(select_responses(study))):
        yield f"What {say_count(responses, 'response')} said: an author did not agree that it may be published."
    if apart := visits.say_apart():
        yield f"Trials and answers of {apart}: they never count; that they were there is in the table of visits."
    if suppressed := count_suppressed(study, smallest=smallest):
        yield f"What {say_count(suppressed, 'judge')} told of themselves: fewer than {smallest} people told the same."
    if pictures:
        yield f"{say_count(pictures, 'picture')}: stimuli name each by the SHA-256 of its file."
    early = Attempt.objects.filter(trial__assignment__study=study).count()
    if early:
        yield f"{say_count(early, 'answer')} that came before the minimum time and were refused."
    yield from (PEOPLE, RAW)
