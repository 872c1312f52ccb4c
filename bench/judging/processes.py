"""What processes cost, as Linux counts it (proc_pid_stat(5), proc_pid_status(5))."""

import os
from collections.abc import Iterable
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def count_cpu_seconds(pids: Iterable[int]) -> float:
    """CPU seconds of these processes since each began."""
    ticks = 0
    for pid in pids:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(after_name[11]) + int(after_name[12])
    return ticks / TICKS


def find_memory_mb(pid: int) -> float:
    """What a process holds in memory, in MB; what it shares with others is counted whole."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    resident = next(line for line in lines if line.startswith("VmRSS:"))
    return int(resident.split()[1]) / 1024
