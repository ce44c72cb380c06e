"""The speed of the machine, which is shared: a fixed loop is timed beside each figure."""

import time

LOOP = 1_000_000


def loop_seconds() -> float:
    """Return the CPU time of a fixed amount of work."""
    began, total = time.process_time(), 0
    for number in range(LOOP):
        total += number * number
    return time.process_time() - began
