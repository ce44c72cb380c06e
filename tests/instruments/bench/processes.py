"""CPU time and memory of processes, and killing of process trees. Linux only."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(*roots: int) -> float:
    """Return the CPU seconds of the processes ``roots`` and all their descendants."""
    return sum(sum(int(each) for each in fields) for fields in _cpu_times(roots)) / TICKS


def memory_mb(*roots: int) -> float:
    """Return the resident memory, in MB, of the processes ``roots``, without their children."""
    return sum(_resident_kb(pid) for pid in roots) / 1024


def kill_trees(*roots: int) -> None:
    """Kill the processes ``roots`` and all their descendants with SIGKILL, and wait until they have ended."""
    pids = list(_process_tree(roots))
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    while any(map(is_running, pids)):
        time.sleep(0.005)


def is_running(pid: int) -> bool:
    """Return whether the process has not ended yet."""
    stat = _stat(pid)
    return bool(stat) and stat[0] != "Z"


def _cpu_times(roots: tuple[int, ...]) -> Iterator[list[str]]:
    """Yield the user and system time of each process, and of its children that have ended."""
    return (stat[11:15] for stat in _process_tree(roots).values())


def _process_tree(roots: tuple[int, ...]) -> dict[int, list[str]]:
    """Return the processes ``roots`` and all their descendants, by id, with the fields of /proc/PID/stat."""
    known = {pid: stat for pid in _process_ids() if (stat := _stat(pid))}
    tree = {}
    for pid, stat in known.items():
        ancestor = pid
        while ancestor not in roots and ancestor in known:
            ancestor = int(known[ancestor][1])
        if ancestor in roots:
            tree[pid] = stat
    return tree


def _process_ids() -> list[int]:
    return [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:  # the process has ended meanwhile
        return []


def _resident_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in status if line.startswith("VmRSS")).split()[1])
