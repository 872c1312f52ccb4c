"""Who judged: judges under keyed hashes, their visits, trials and judgements."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from agents.loading import LoadResult
from agents.normalizing import make_storable
from agents.people import make_person_key
from analysis.loading.answers import PlacedRow
from analysis.loading.formats.base import JudgementRow
from judging.ending import CODE_LENGTH
from judging.models import Assignment, Judge, Judgement, Protocol, Trial, TrialKind
from judging.models.ids import make_code, make_public_id
from judging.models.visits import IMPORTED

PLATFORM = "original"
KEY_DIGITS = 32


@dataclass
class Visit:
    """A visit with what it holds already; each position and each stimulus stands in it once."""

    assignment: Assignment
    positions: set[int] = field(default_factory=set)
    stimuli: set[int] = field(default_factory=set)

    def takes(self, position: int | None, stimulus: int) -> bool:
        """Whether a trial fits in."""
        return position not in self.positions and stimulus not in self.stimuli


class VisitShelf:
    """The visits of one study while judgements are being loaded.

    The original study showed some judges a stimulus twice, and let some come again: what does not fit into a judge's
    visit begins another.
    """

    def __init__(self, protocol: Protocol, *, at: datetime) -> None:
        self._protocol, self._at = protocol, at
        self._visits: defaultdict[str, list[Visit]] = defaultdict(list)  # by judge and visit of the file
        self._per_judge: defaultdict[str, int] = defaultdict(int)
        self._known: set[str] = set()
        self._read()

    def _read(self) -> None:
        """What earlier loads have brought."""
        visits = {}
        for one in self._protocol.assignments.select_related("judge").order_by("pk"):
            visits[one.pk] = Visit(one)
            self._visits[one.platform_assignment.partition(".")[0]].append(visits[one.pk])
            self._per_judge[one.judge.person_key] += 1
        trials = Trial.objects.filter(assignment__protocol=self._protocol)
        for visit, position, stimulus, submission in trials.values_list(
            "assignment", "position", "stimulus", "submission"
        ):
            visits[visit].positions.add(position)
            visits[visit].stimuli.add(stimulus)
            self._known.add(submission)

    def leave_known(self, rows: Sequence[JudgementRow], result: LoadResult) -> list[JudgementRow]:
        """The rows that are not here yet; the others are counted."""
        new = []
        for row in rows:
            key = make_key(row)
            if key in self._known:
                result.unchanged += 1
            else:
                new.append(row)
            self._known.add(key)
        return new

    def write(self, placed: Sequence[PlacedRow], result: LoadResult) -> None:
        """The judges, visits, trials and judgements of these rows."""
        judges = self._find_judges([one.row for one in placed])
        trials = [self._make_trial(one, judges) for one in placed]
        Assignment.objects.bulk_create({id(t.assignment): t.assignment for t in trials if not t.assignment.pk}.values())
        for trial in trials:
            trial.assignment_id = trial.assignment.pk
        Trial.objects.bulk_create(trials)
        Judgement.objects.bulk_create(
            Judgement(trial=trial, role=role, verdict=verdict, gender_guess=one.row.guesses.get(role, ""))
            for trial, one in zip(trials, placed, strict=True)
            for role, verdict in one.row.verdicts.items()
        )
        result.loaded += len(trials)

    def _find_judges(self, rows: Sequence[JudgementRow]) -> dict[str, Judge]:
        """The judges of these rows by the hashes of their ids; whoever is known from elsewhere is the same judge."""
        keys = {name_judge(row) for row in rows}
        known = set(Judge.objects.filter(person_key__in=keys).values_list("person_key", flat=True))
        Judge.objects.bulk_create(
            [Judge(person_key=key, created_at=self._at) for key in sorted(keys - known)], ignore_conflicts=True
        )
        return {judge.person_key: judge for judge in Judge.objects.filter(person_key__in=keys)}

    def _make_trial(self, placed: PlacedRow, judges: dict[str, Judge]) -> Trial:
        """The trial in the first visit that takes it."""
        row = placed.row
        judge = judges[name_judge(row)]
        name = make_person_key(judge.person_key, row.visit)[:KEY_DIGITS]
        visits = self._visits[name]
        visit = next((one for one in visits if one.takes(row.position, placed.stimulus)), None)
        if visit is None:
            visit = Visit(self._make_assignment(row, judge, f"{name}.{len(visits) + 1}"))
            visits.append(visit)
        position = row.position if row.position is not None else max(visit.positions, default=0) + 1
        visit.positions.add(position)
        visit.stimuli.add(placed.stimulus)
        return Trial(
            assignment=visit.assignment,
            place_id=placed.place,
            stimulus_id=placed.stimulus,
            position=position,
            kind=row.kind,
            gives_feedback=row.kind == TrialKind.FEEDBACK,
            answered_at=self._at,
            submission=make_key(row),
            rt_ms=row.rt_ms,
        )

    def _make_assignment(self, row: JudgementRow, judge: Judge, name: str) -> Assignment:
        """A visit that was finished elsewhere, not saved; a judge's visits differ in the name of the platform."""
        self._per_judge[judge.person_key] += 1
        number = self._per_judge[judge.person_key]
        at = self._at
        return Assignment(
            study=self._protocol.study,
            protocol=self._protocol,
            judge=judge,
            public_id=make_public_id(),
            platform=PLATFORM if number == 1 else f"{PLATFORM}-{number}",
            environment=IMPORTED,
            platform_assignment=name,
            seed=0,
            stage=Assignment.Stage.OVER,
            state=Assignment.State.FINISHED,
            demographics=dict(row.told),
            code=make_code(CODE_LENGTH),
            arrived_at=at,
            consented_at=at,
            began_at=at,
            over_at=at,
            seen_at=at,
            released_at=at,
        )


def name_judge(row: JudgementRow) -> str:
    """The keyed hash of a judge's id."""
    platform, _, person = row.judge.partition(":")
    return make_person_key(make_storable(platform), make_storable(person))


def make_key(row: JudgementRow) -> str:
    """What a judgement is known by, as a keyed hash: who judged what, when in their visit, and how."""
    authors = [(one.role, one.origin, one.agent, one.gender) for one in row.authors]
    told = [row.visit, row.position, row.stimulus.key, authors, row.slot, row.view, row.rt_ms, row.kind]
    verdicts = sorted(row.verdicts.items()), sorted(row.guesses.items())
    return make_person_key(name_judge(row), json.dumps([told, verdicts], sort_keys=True))
