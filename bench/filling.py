"""Fills studies with many places row by row in SQL, and admits judges to them."""

import json
import random
from collections.abc import Callable
from itertools import count
from typing import Any

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from agents.tasks import TASKS
from bench.measuring import compare
from judging.admitting import Arrival, admit
from judging.models import Cell, Protocol, Study
from judging.protocol import Settings

PER_STIMULUS = 10  # half by people, half by five machines
MACHINES = 5
TRIALS = 25
NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < %s - 1)"
_numbers = count(1)


def compare_admissions(large: int, small: int) -> tuple[float, float]:
    """CPU milliseconds of one admission in each of two studies."""
    studies = [make_filled_study(f"pool-{number}", number) for number in (large, small)]
    deeds = [make_admission(study) for study in studies]
    return compare(deeds[0], deeds[1], times=10, rounds=5)


def make_admission(study: Study) -> Callable[[], object]:
    """A deed that admits the next new judge."""

    def admit_next() -> None:
        number = next(_numbers)
        admit(study, Arrival("link", "live", str(number), f"judge-{number}"), at=timezone.now(), seed=number)

    return admit_next


def make_filled_study(slug: str, responses: int) -> Study:
    """An open study of color estimation with so many responses."""
    settings = Settings.model_validate(
        {
            "slug": slug,
            "title": slug,
            "task": "color",
            "pool": {"names": [slug]},
            "trials": TRIALS,
            "consent": "Yes?",
            "minutes": 5,
        }
    )
    now = timezone.now()
    study = Study.objects.create(slug=slug, title=slug, task="color", state=Study.State.OPEN, created_at=now)
    protocol = Protocol.objects.create(study=study, document=settings.model_dump(mode="json"), created_at=now)
    with transaction.atomic():
        insert_rows(slug, responses, make_cells(protocol, responses))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return study


def make_cells(protocol: Protocol, responses: int) -> list[int]:
    """The cell of each response to a stimulus: half of them human, the others one machine each."""
    humans = PER_STIMULUS - MACHINES
    stimuli = responses // PER_STIMULUS
    human = Cell.objects.create(protocol=protocol, name="H", pairing="H", places_count=stimuli * humans)
    machines = [
        Cell.objects.create(protocol=protocol, name=f"A:system-{n}", pairing="A", places_count=stimuli)
        for n in range(MACHINES)
    ]
    return [human.pk] * humans + [cell.pk for cell in machines]


def insert_rows(pool: str, responses: int, cells: list[int]) -> None:
    """Stimuli, responses and places, straight in SQL: a million rows each in seconds, not minutes."""
    payload = json.dumps(TASKS["color"].sample(random.Random(0)).stimulus)
    answer, now = '{"color": "red"}', timezone.now().isoformat()
    with connection.cursor() as cursor:
        first, first_response = find_next(cursor, "agents_stimulus"), find_next(cursor, "agents_response")
        insert_numbered(
            cursor,
            "INSERT INTO agents_stimulus (id, task, pool, key, payload, facets, has_picture, has_control,"
            " is_catch) SELECT %s + n, 'color', %s, n, %s, '{}', TRUE, TRUE, FALSE FROM numbers",
            [responses // PER_STIMULUS, first, pool, payload],
        )
        insert_numbered(
            cursor,
            "INSERT INTO agents_response (id, stimulus_id, pool, key, pairing, payload, raw, provenance,"
            " remarks, created_at) SELECT %s + n, %s + n / %s, %s, n, 'H', %s, %s, 'simulated', '[]', %s FROM numbers",
            [responses, first_response, first, PER_STIMULUS, pool, answer, answer, now],
        )
        for place, cell in enumerate(cells):
            insert_numbered(
                cursor,
                "INSERT INTO judging_place (cell_id, response_id, stimulus_id, view, taken, salt)"
                " SELECT %s, %s + %s * n + %s, %s + n, 0, 0, (n + 1) * 1103515245 %% 2147483647 FROM numbers",
                [responses // PER_STIMULUS, cell, first_response, PER_STIMULUS, place, first],
            )


def insert_numbered(cursor: CursorWrapper, statement: str, values: list[Any]) -> None:
    """A row for each number n from 0 on, as the statement selects it; the first value says how many."""
    cursor.execute(f"{NUMBERS} {statement}", values)


def find_next(cursor: CursorWrapper, table: str) -> int:
    """The next free id of a table."""
    cursor.execute(f"SELECT COALESCE(MAX(id), 0) + 1 FROM {table}")  # noqa: S608
    return int(cursor.fetchone()[0])
