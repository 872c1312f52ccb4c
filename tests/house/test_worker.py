"""A real worker process takes a job from either broker and does it."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.utils import timezone

from agents.adding import find_agent
from agents.chatting.sending import send_message
from agents.models import AskedTurn, Message, Room
from judging.models import Assignment
from tests.agents.chatting.rooms import make_pair
from tests.builders import AT
from tests.judging.conversing.visits import bring_to_present
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study
from tests.workers import describe_programs, describe_queue, find_broker
from turingapp.running import Troupe

ROOT = Path(__file__).resolve().parents[2]
WITHIN_SECONDS = 60
JOB = "judging.jobs.release_lapsed_places"


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("broker", ["files", "redis"])
def test_a_worker_does_a_job_from_the_queue(broker: str, tmp_path: Path) -> None:
    redis_url = find_broker(broker)
    make_pool()
    Visitor().begin(open_small_study())
    Assignment.objects.update(seen_at=AT)
    troupe = Troupe(log_dir=tmp_path)
    worker, _ = describe_programs(redis_url=redis_url, var=tmp_path)
    troupe.start(worker)
    try:
        with describe_queue(redis_url=redis_url, var=tmp_path) as app:
            app.send_task(JOB)
        lapsed = Assignment.objects.filter(released_at=None)
        troupe.wait_until(lambda: not lapsed.all().exists(), what="the job", within_seconds=WITHIN_SECONDS)
    finally:
        troupe.stop_all()
    assert Assignment.objects.get().released_at is not None


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("broker", ["files", "redis"])
def test_a_turn_in_a_conversation_waits_for_no_other_job(broker: str, tmp_path: Path) -> None:
    redis_url = find_broker(broker)
    person, machine = make_pair(second=find_agent("scripted-chat", at=AT))
    bring_to_present(person.room)
    Room.objects.update(phase=Room.Phase.OPEN)
    send_message(person, "Hello", client_id="first", at=timezone.now())
    troupe = Troupe(log_dir=tmp_path)
    programs = describe_programs(redis_url=redis_url, var=tmp_path, worker="conversations")
    try:
        for program in programs:  # no other worker is there: it is as good as busy
            troupe.start(program)
        answers = Message.objects.filter(seat=machine)
        troupe.wait_until(lambda: answers.all().exists(), what="the answer", within_seconds=WITHIN_SECONDS)
    finally:
        troupe.stop_all()
    assert AskedTurn.objects.get(seat=machine).state == AskedTurn.State.DONE


def test_a_worker_loads_no_table_of_the_admin_and_no_tables_of_numbers() -> None:
    loading = "import sys, turingapp.celery as made; made.app.loader.import_default_modules(); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", loading], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not {"turingapp.admin", "pandas", "torch"} & {*told.stdout.split()}
