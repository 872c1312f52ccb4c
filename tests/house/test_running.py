"""Running several programs as one: start, stop, and what happens when one of them ends."""

import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from turingapp.dotenv import write_env_file
from turingapp.errors import CannotStart
from turingapp.listening import HOST, choose_port, find_free_port, is_answering
from turingapp.running import Program, Troupe

ROOT = Path(__file__).resolve().parents[2]
# Lives until it is ended from outside; says when it is ready to be.
PATIENT = "import signal, sys; print('ready', flush=True); signal.pause()"
DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); signal.pause()"
# A program like `manage.py run`: two programs, watched until a signal comes.
WHOLE = f"""
import sys
from pathlib import Path
from turingapp.running import Program, StopAsked, Troupe
troupe = Troupe(log_dir=Path(sys.argv[1]))
try:
    troupe.obey_signals()
    for name in ("first", "second"):
        troupe.start(Program(name, (sys.executable, "-c", {PATIENT!r})))
    print(*troupe.pids, flush=True)
    troupe.watch()
except StopAsked:
    troupe.stop_all()
    print("Stopped.")
"""


def python(code: str, name: str = "helper") -> Program:
    return Program(name, (sys.executable, "-c", code))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_one_signal_stops_every_program(tmp_path: Path, number: signal.Signals) -> None:
    whole = subprocess.Popen([sys.executable, "-c", WHOLE, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert whole.stdout is not None
    pids = [int(word) for word in whole.stdout.readline().split()]
    whole.send_signal(number)
    rest, _ = whole.communicate(timeout=20)
    assert whole.returncode == 0
    assert rest == "Stopped.\n"
    assert len(pids) == 2
    assert not any(is_alive(pid) for pid in pids)


def test_a_program_that_ends_by_itself_is_named_with_its_last_words(tmp_path: Path) -> None:
    troupe = Troupe(log_dir=tmp_path)
    troupe.start(python(PATIENT, "web"))
    troupe.start(python("import sys; sys.exit('the broker is away')", "worker"))
    with pytest.raises(CannotStart, match=r"The worker ended with exit code 1;.*\n  the broker is away"):
        troupe.watch()
    troupe.stop_all()


def test_a_program_that_ignores_the_end_is_killed_after_the_grace(tmp_path: Path) -> None:
    troupe = Troupe(log_dir=tmp_path, grace_seconds=0.2)
    deaf = python(DEAF, "deaf")
    troupe.start(deaf)
    while "ready" not in troupe.log_path(deaf).read_text():
        troupe.raise_if_ended()
    pid = troupe.pids[0]
    troupe.stop_all()
    assert not is_alive(pid)


def test_the_end_of_an_errand_stops_nothing(tmp_path: Path) -> None:
    troupe = Troupe(log_dir=tmp_path)
    errand = python("import sys; sys.exit('nothing to do')", "errand")
    troupe.start_errand(errand)
    # The lasting program ends once the errand is over, and only that ends the watch.
    log = str(troupe.log_path(errand))
    troupe.start(python(f"import pathlib\nwhile 'nothing' not in pathlib.Path({log!r}).read_text(): pass", "lasting"))
    with pytest.raises(CannotStart, match="The lasting ended with exit code 0"):
        troupe.watch()
    troupe.stop_all()
    assert troupe.pids == []


def test_a_server_that_never_answers_is_given_up(tmp_path: Path) -> None:
    troupe = Troupe(log_dir=tmp_path)
    port = find_free_port()
    with pytest.raises(CannotStart, match="Within 0 seconds an answer did not happen"):
        troupe.wait_until(lambda: is_answering(port), what="an answer", within_seconds=0)


def test_a_port_that_was_asked_for_and_is_taken_is_refused() -> None:
    with socket.socket() as other:
        other.bind((HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotStart, match=f"Port {port} \\(from PORT\\) is taken"):
            choose_port(port)


def test_the_env_file_is_private_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    assert write_env_file(path)
    first = path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not write_env_file(path)
    assert path.read_text() == first
    assert "SECRET_KEY=" in first
