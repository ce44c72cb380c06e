"""Processes, and the CPU time and the memory they take. On Linux."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(*roots: int) -> float:
    """Return the seconds of CPU time that the processes ``roots`` and all they started have taken."""
    return sum(sum(int(each) for each in fields) for fields in _cpu_times(roots)) / TICKS


def memory_mb(*roots: int) -> float:
    """Return the resident memory, in MB, of the processes ``roots`` alone."""
    return sum(_resident_kb(pid) for pid in roots) / 1024


def kill_trees(*roots: int) -> None:
    """End the processes ``roots`` and all they started by SIGKILL, and wait until they are gone."""
    family = list(_process_tree(roots))
    for pid in family:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    while any(map(is_running, family)):
        time.sleep(0.005)


def is_running(pid: int) -> bool:
    """Whether the process has not ended yet."""
    stat = _stat(pid)
    return bool(stat) and stat[0] != "Z"


def _cpu_times(roots: tuple[int, ...]) -> Iterator[list[str]]:
    """Of each process: its time as a user and in the kernel, and that of its children that have ended."""
    return (stat[11:15] for stat in _process_tree(roots).values())


def _process_tree(roots: tuple[int, ...]) -> dict[int, list[str]]:
    """The processes ``roots`` and all they started, by id, with what Linux says of them."""
    known = {pid: stat for pid in _process_ids() if (stat := _stat(pid))}
    found = {}
    for pid, stat in known.items():
        above = pid
        while above not in roots and above in known:
            above = int(known[above][1])
        if above in roots:
            found[pid] = stat
    return found


def _process_ids() -> list[int]:
    return [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:  # it has ended meanwhile
        return []


def _resident_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in status if line.startswith("VmRSS")).split()[1])
