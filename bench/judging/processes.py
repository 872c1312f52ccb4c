"""What processes cost, as Linux counts it (proc_pid_stat(5))."""

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


def find_memory_mb(pid: int) -> tuple[float, float]:
    """What a process alone holds in memory, and all that it holds, in MB (proc_pid_smaps(5))."""
    kilobytes = {}
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]:
        name, _, told = line.partition(":")
        kilobytes[name] = int(told.split()[0])
    return (kilobytes["Private_Clean"] + kilobytes["Private_Dirty"]) / 1024, kilobytes["Rss"] / 1024
