"""Who judged, brought in from a package: judges under new keys, their visits, trials, judgements and controls."""

import secrets
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from analysis.judge_groups import GROUPINGS, GROUPS
from analysis.packages.checking import CheckedPackage, refuse
from analysis.packages.checking_notes import check_answers, check_signs
from analysis.packages.chunking import take_chunks
from analysis.packages.importing_answers import Numbers, Placed, find_version
from analysis.packages.parsing import Row, read_table
from judging.ending import CODE_LENGTH
from judging.models import Assignment, ControlAnswer, Judge, Judgement, Protocol, Study, Trial
from judging.models.ids import make_code, make_public_id
from judging.models.visits import IMPORTED

State = Assignment.State
TIMES = ("arrived_at", "consented_at", "began_at", "over_at")
FACTS = ("kind", "platform", "seed", "stage", "state", "signs", "comprehension", "closing", "utc_offset_minutes")
TRIAL_TIMES = ("issued_at", "painted_at", "answered_at", "put_aside_at")
TRIAL_FACTS = ("position", "kind", "gives_feedback", "put_aside_why", "loads", "rt_ms", "control", "answers")


def import_visits(
    package: CheckedPackage, study: Study, protocols: dict[int, Protocol], places: Numbers, *, at: datetime
) -> dict[int, int]:
    """All of it; return the judgements on main trials: their numbers here by those in the package."""
    told = {row["assignment"]: row for row in read_table(package, "judges")}
    judges = import_judges(package, told.values(), at=at)
    visits = import_assignments(package, protocols, judges, told)
    trials = import_trials(package, visits, places)
    found = dict(import_judgements(package, "judgements", study, trials))
    for _ in import_judgements(package, "apart", study, trials):
        pass
    return found


def import_judges(package: CheckedPackage, told: Any, *, at: datetime) -> dict[str, Judge]:
    """A new judge for each pseudonym, in the order of the package: results must not depend on it, but do by a digit."""
    names = [row["judge"] for row in told] + [row["judge"] for row in read_table(package, "assignments")]
    judges = {name: Judge(person_key=secrets.token_hex(32), created_at=at) for name in dict.fromkeys(names)}
    Judge.objects.bulk_create(judges.values(), batch_size=1000)
    return judges


def import_assignments(
    package: CheckedPackage,
    protocols: dict[int, Protocol],
    judges: dict[str, Judge],
    told: dict[int, Row],
) -> Numbers:
    """The visits; those that were open stay so for the counts, and nobody can go on with them."""
    numbers = Numbers(package, "assignments")
    for chunk in take_chunks(read_table(package, "assignments")):
        made = []
        for row in chunk:
            protocol = find_version(package, protocols, row, f"visit {row['assignment']}")
            check_end(package, row)
            check_signs(package, row["assignment"], row["signs"] or {})
            made.append(make_assignment(row, protocol, judges[row["judge"]], told.get(row["assignment"])))
        Assignment.objects.bulk_create(made)
        numbers.update((row["assignment"], one) for row, one in zip(chunk, made, strict=True))
    return numbers


def check_end(package: CheckedPackage, row: Row) -> None:
    """Raise InvalidPayload where a visit is open and over, or neither."""
    if (row["state"] == State.OPEN) != (row["over_at_utc"] is None):
        rule = "a visit has ended if and only if it is not open"
        refuse(package.path, f"end of visit {row['assignment']}", repr(row["over_at_utc"]), rule)


def make_assignment(row: Row, protocol: Protocol, judge: Judge, told: Row | None) -> Assignment:
    """One visit, with an address and a code that nobody has."""
    return Assignment(
        study=protocol.study,
        protocol=protocol,
        judge=judge,
        public_id=make_public_id(),
        environment=IMPORTED,
        platform_assignment=f"{IMPORTED}-{row['assignment']}",
        demographics=describe_told(told),
        code="" if row["state"] == State.OPEN else make_code(CODE_LENGTH),
        seen_at=row["over_at_utc"] or row["began_at_utc"] or row["arrived_at_utc"],
        released_at=protocol.study.closed_at,
        **{name: row[f"{name}_utc"] for name in TIMES},
        **{name: row[name] for name in FACTS},
    )


def describe_told(row: Row | None) -> dict[str, Any]:
    """What a judge told, in the groups in which it left."""
    if row is None:
        return {}
    groups = {one.slug: row[f"{one.slug}_group"] for one in GROUPINGS if row[f"{one.slug}_group"] is not None}
    languages = {name: row[f"screened_{name}"] for name in ("native_english", "native_language")}
    return {GROUPS: groups, **{name: value for name, value in languages.items() if value is not None}}


def import_trials(package: CheckedPackage, visits: Numbers, places: Numbers) -> Numbers:
    """The trials with their control answers."""
    numbers = Numbers(package, "trials")
    for chunk in take_chunks(read_table(package, "trials")):
        made = [make_trial(package, row, visits[row["assignment"]], places[row["place"]]) for row in chunk]
        Trial.objects.bulk_create(made)
        answered = [(one, row) for one, row in zip(made, chunk, strict=True) if row["control_right"] is not None]
        ControlAnswer.objects.bulk_create(
            ControlAnswer(trial=one, answer=row["control_answer"], is_right=row["control_right"])
            for one, row in answered
        )
        numbers.update((row["trial"], one.pk) for row, one in zip(chunk, made, strict=True))
    return numbers


def make_trial(package: CheckedPackage, row: Row, visit: Assignment, place: Placed) -> Trial:
    """One trial; raises InvalidPayload where its place is of another version than its visit, or its answers are odd."""
    check_answers(package, row["trial"], row["answers"] or {})
    if visit.protocol.version != place.version:
        rule = f"its visit followed version {visit.protocol.version} of the protocol"
        refuse(package.path, f"place of trial {row['trial']}", f"of version {place.version}", rule)
    return Trial(
        assignment=visit,
        place_id=place.pk,
        stimulus_id=place.stimulus,
        **{name: row[f"{name}_utc"] for name in TRIAL_TIMES},
        **{name: row[name] for name in TRIAL_FACTS},
    )


def import_judgements(package: CheckedPackage, table: str, study: Study, trials: Numbers) -> Iterator[tuple[int, int]]:
    """The judgements of a table: their numbers there and here."""
    for chunk in take_chunks(read_table(package, table)):
        made = []
        for row in chunk:
            check_judgement(package, row, study)
            facts = {name: row[name] for name in ("role", "verdict", "gender_guess")}
            made.append(Judgement(trial_id=trials[row["trial"]], **facts))
        Judgement.objects.bulk_create(made)
        yield from ((row["judgement"], one.pk) for row, one in zip(chunk, made, strict=True))


def check_judgement(package: CheckedPackage, row: Row, study: Study) -> None:
    """Raise InvalidPayload where a judgement contradicts itself."""
    if row["role"] not in study.plugin.roles:
        there = ", ".join(study.plugin.roles)
        refuse(package.path, f"role of judgement {row['judgement']}", repr(row["role"]), f"there are {there}")
    if row["is_right"] != (row["verdict"] == row["origin"]):
        rule = f"the verdict is {row['verdict']} and the origin {row['origin']}"
        refuse(package.path, f"is_right of judgement {row['judgement']}", str(row["is_right"]), rule)
