"""The clock of a round, and the procedure when it runs out. The current time is always passed in as ``now``."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil


@dataclass(frozen=True, slots=True)
class EndOfMatchProcedure:
    """The play that continues after time is called: the current turn (ENE-X.3), then ``extra_turns`` turns."""

    extra_turns: int = 0

    @property
    def code(self) -> str:
        return "extra_turns" if self.extra_turns else "end_of_turn"


END_OF_TURN = EndOfMatchProcedure()
SHORT_RULING = timedelta(minutes=1)
"""The maximum time of a ruling that gives no extension."""


def minutes_for_ruling(elapsed: timedelta) -> int:
    """Return the extension in minutes to propose for a match that a judge call interrupted for ``elapsed``."""
    return ceil(elapsed / timedelta(minutes=1)) if elapsed > SHORT_RULING else 0


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round that began at ``started_at``; matches have 50 ``minutes`` by default (ENE-X.2, DRF-4.6)."""

    started_at: datetime
    minutes: int = 50
    end_of_match: EndOfMatchProcedure = END_OF_TURN

    def ends_at(self, extension: timedelta = timedelta()) -> datetime:
        """Return the time at which time is called at a table with this extension."""
        return self.started_at + timedelta(minutes=self.minutes) + extension

    def is_time_called(self, now: datetime, extension: timedelta = timedelta()) -> bool:
        """Return whether time is called at a table, so that no new game may begin there."""
        return now >= self.ends_at(extension)
