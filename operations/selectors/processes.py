"""The processes of the site, as they reported themselves."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from operations.models import Process
from operations.selectors.health import PROCESS_AWAY_AFTER

FORGOTTEN_AFTER = timedelta(hours=1)
"""A process without a report for so long was replaced by another one."""


@dataclass(frozen=True, slots=True)
class ProcessState:
    """A process, and whether its reports are late: it was killed, or cannot write."""

    process: Process
    is_late: bool


def process_states(now: datetime) -> list[ProcessState]:
    """Return all processes that were not stopped, those that run first. One query."""
    found = Process.objects.filter(stopped_at=None, seen_at__gte=now - FORGOTTEN_AFTER)
    states = [ProcessState(each, now - each.seen_at > PROCESS_AWAY_AFTER) for each in found]
    return sorted(states, key=lambda state: state.is_late)


def open_streams(states: list[ProcessState]) -> int:
    """Return the number of open event streams of the processes that run."""
    return sum(state.process.streams for state in states if not state.is_late)
