"""The clock of a round, and what happens when it ends.

``now`` is always given; nothing here reads a clock.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil


@dataclass(frozen=True, slots=True)
class EndOfMatchProcedure:
    """What is still played once time is called: the current turn (ENE-X.3), then so many more."""

    extra_turns: int = 0

    @property
    def code(self) -> str:
        return "extra_turns" if self.extra_turns else "end_of_turn"


END_OF_TURN = EndOfMatchProcedure()
SHORT_RULING = timedelta(minutes=1)
"""What a ruling may take without more time for its table."""


def minutes_for_ruling(elapsed: timedelta) -> int:
    """Return the minutes to be proposed for a match that stood still for so long while a judge was called."""
    return ceil(elapsed / timedelta(minutes=1)) if elapsed > SHORT_RULING else 0


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A round that began at ``started``; a match has ``minutes``, 50 unless set (ENE-X.2, DRF-4.6)."""

    started_at: datetime
    minutes: int = 50
    end_of_match: EndOfMatchProcedure = END_OF_TURN

    def ends_at(self, extension: timedelta = timedelta()) -> datetime:
        """Return when time is called at a table with this extension."""
        return self.started_at + timedelta(minutes=self.minutes) + extension

    def is_time_called(self, now: datetime, extension: timedelta = timedelta()) -> bool:
        """Whether time is called at a table: no new game may begin there."""
        return now >= self.ends_at(extension)
