"""A round as officials work on it. All its matches are plain rows; a page loads only those that it shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from tournaments.models import Event, Match, Round
from tournaments.rules.agreement import ReportState
from tournaments.selectors.event_state import EventState
from tournaments.selectors.pairings import PairedMatch
from tournaments.selectors.results import MatchRow, match_rows
from tournaments.selectors.round_tables import RoundTables, load_matches

URGENCY = [ReportState.DISPUTED, ReportState.REPORTED, ReportState.OPEN]


class TimedTable(NamedTuple):
    """The label of a table, and when its time is over; None in a round without a clock."""

    label: int | str | None
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class RoundWork:
    """A round, and the rows of all its matches in TABLE_ORDER."""

    round: Round
    rows: Sequence[MatchRow]

    @property
    def played(self) -> list[MatchRow]:
        """The matches at a table, without byes and missed rounds."""
        return [row for row in self.rows if row.kind == Match.Kind.PLAYED]

    @property
    def open(self) -> list[MatchRow]:
        """Those without a final result."""
        return [row for row in self.played if not row.agreed.is_final]

    @property
    def by_urgency(self) -> list[MatchRow]:
        """All rows: disputed ones first, then those reported by one player, those being played, and final ones."""
        missing = sorted(self.open, key=lambda row: URGENCY.index(row.agreed.state))
        return [*missing, *(row for row in self.rows if row.agreed.is_final)]

    @property
    def by_end(self) -> list[MatchRow]:
        """Those without a final result, by the end of their time."""
        return sorted(self.open, key=lambda row: (row.extra_minutes, row.table or 0, row.board))

    @property
    def ends(self) -> list[TimedTable]:
        """The ends of time of the tables without a final result, the first end first."""
        ends_at = self.round.ends_at
        return [
            TimedTable(row.label, ends_at and ends_at + timedelta(minutes=row.extra_minutes)) for row in self.by_end
        ]

    @property
    def latest(self) -> TimedTable | None:
        """The table whose time is called last; None once all results are final."""
        return self.ends[-1] if self.open else None

    @property
    def unpaired(self) -> list[MatchRow]:
        """Byes and missed rounds."""
        return [row for row in self.rows if row.kind != Match.Kind.PLAYED]

    @property
    def finished_tables(self) -> int:
        return sum(row.agreed.is_final for row in self.played)

    @property
    def reported_tables(self) -> int:
        """The number of tables with at least one report."""
        return sum(row.agreed.number > 0 for row in self.played)

    def load(self, rows: Sequence[MatchRow]) -> list[PairedMatch]:
        """Return the matches of ``rows`` with their players. Makes one query."""
        return load_matches([RoundTables(self.round, [[row] for row in rows])])[0]


def newest_round_work(event: Event, *, state: EventState | None = None) -> RoundWork | None:
    """Return the newest published round, None without one. Makes four queries; one if the ``state`` has its matches."""
    newest = event.rounds.filter(published_at__isnull=False).select_related("pairing_details").order_by("-number")
    found = newest.first()
    if found is None:
        return None
    found.event = event
    return RoundWork(found, state.rows_of(found) if state else match_rows([found]))
