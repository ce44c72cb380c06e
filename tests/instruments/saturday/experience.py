"""What the people of a day saw, and what the site has acknowledged to them. It does not use Django."""

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

BEFORE_FAULTS = "no fault"


@dataclass
class PhaseFigures:
    """What people saw from the begin of a fault to the begin of the next one. Times are in seconds."""

    statuses: Counter[str] = field(default_factory=Counter)  # "lost" is a request whose connection ended
    longest_wait: float = 0.0  # from a request to its answer, including all repeats
    longest_signal: float = 0.0  # from an acknowledgement, or the first client that had a signal, to the signal
    longest_gap: float = 0.0  # without a stream
    streams_reopened: int = 0


class Experience:
    """The figures of each phase, and what was acknowledged, in order."""

    def __init__(self) -> None:
        self.phases: dict[str, PhaseFigures] = {}
        self.acknowledged: list[dict[str, Any]] = []
        self.refused: Counter[str] = Counter()
        self.open_streams = self.most_streams = 0
        self._signalled_at: dict[tuple[str, int], float] = {}
        self.begin_phase(BEFORE_FAULTS)

    def begin_phase(self, name: str) -> None:
        self.current = self.phases.setdefault(name, PhaseFigures())

    def acknowledge(self, action: str, **fields: Any) -> None:
        self.acknowledged.append({"action": action, **fields})

    def add_status(self, status: int) -> None:
        self.current.statuses[str(status) if status else "lost"] += 1

    def add_wait(self, began: float) -> None:
        self.current.longest_wait = max(self.current.longest_wait, time.monotonic() - began)

    def add_signal(self, stream: str, number: int, *, followed_since: float) -> None:
        """Note that a client that has followed ``stream`` since a time was sent ``number``."""
        first = self._signalled_at.setdefault((stream, number), time.monotonic())
        if followed_since < first:
            self.add_signal_wait(first)

    def add_signal_wait(self, began: float) -> None:
        self.current.longest_signal = max(self.current.longest_signal, time.monotonic() - began)

    def add_gap(self, lost_at: float) -> None:
        self.current.streams_reopened += 1
        self.current.longest_gap = max(self.current.longest_gap, time.monotonic() - lost_at)

    def add_stream(self, change: int) -> None:
        self.open_streams += change
        self.most_streams = max(self.most_streams, self.open_streams)

    def progress(self) -> dict[str, Any]:
        """Return how far the day is, and what tells why it does not go on."""
        return {
            "acknowledged": len(self.acknowledged),
            "actions": Counter(each["action"] for each in self.acknowledged),
            "refused": self.refused,
            "statuses": self.current.statuses,
            "streams": self.open_streams,
        }

    def as_json(self) -> dict[str, Any]:
        return {
            "phases": {name: vars(figures) for name, figures in self.phases.items()},
            "acknowledged": self.acknowledged,
            "refused": self.refused,
            "most_streams": self.most_streams,
        }
