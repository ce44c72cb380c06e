"""The table as pages show it: every row with the arithmetic behind its numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Entry, Event
from tournaments.rules.standings import MTR, standings
from tournaments.rules.tiebreaks import Record, scores
from tournaments.selectors.history import tournament_of


@dataclass(frozen=True, slots=True)
class Opponent:
    """One who was met, with the shares that count for whoever met them."""

    name: str
    match_share: Fraction
    game_share: Fraction


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line; shares are exact."""

    rank: int
    entry: Entry
    record: Record
    omw: Fraction
    gw: Fraction
    ogw: Fraction
    opponents: Sequence[Opponent]


def standings_table(event: Event, *, pod: int | None = None) -> list[Row]:
    """Return the rows of ``event``, or of its n-th pod counted from 1, the best first. Six queries."""
    tournament = tournament_of(event)
    found = scores(tournament, MTR)
    entries = {entry.id_in_rules: entry for entry in event.entries.all()}

    def opponent(id_: str) -> Opponent:
        return Opponent(entries[id_].name, found.match_shares[id_], found.game_shares[id_])

    return [
        Row(
            rank=standing.rank,
            entry=entries[standing.player],
            record=standing.record,
            omw=standing.values["omw"],
            gw=standing.values["gw"],
            ogw=standing.values["ogw"],
            opponents=[opponent(id_) for id_ in standing.record.opponents],
        )
        for standing in standings(tournament, among=None if pod is None else tournament.pods[pod - 1])
    ]
