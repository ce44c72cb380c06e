"""The table as pages and programs are shown it: every row, with the arithmetic behind each of its figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from gameplay.engine.core.errors import _
from tournaments.models import Entry, Event
from tournaments.rules.bracket import final_standings
from tournaments.rules.history import Tournament
from tournaments.rules.outlooks import Outlook
from tournaments.rules.rulesets import TieBreakRules
from tournaments.rules.standing_figures import Figure, explain_standings
from tournaments.rules.standings import Standing, standings
from tournaments.rules.tiebreaks import MatchRecord
from tournaments.selectors.history import tournament_of
from tournaments.selectors.outlooks import event_outlooks
from tournaments.selectors.teams import Contestant, contestants, member_records


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """What a column is called at its head, in full, and what it is; templates without fields."""

    code: str
    short: str
    name: str
    meaning: str
    is_percent: bool = True


COLUMN_HEADINGS = {
    heading.code: heading
    for heading in (
        ColumnHeading(
            "match_points",
            _("Match points"),
            _("Match points"),
            _("For won and drawn matches and for byes."),
            is_percent=False,
        ),
        ColumnHeading(
            "head_to_head",
            _("Head to head"),
            _("Head to head"),
            _("Match points from the matches of the tied against each other, where these decide."),
            is_percent=False,
        ),
        ColumnHeading(
            "omw",
            _("OMW%"),
            _("Opponents' match-win percentage"),
            _("The mean of what share of their matches the opponents won. Bye rounds are left out."),
        ),
        ColumnHeading(
            "oomw",
            _("OOMW%"),
            _("Opponents' opponents' match-win percentage"),
            _("The mean of the opponents' OMW%. Bye rounds are left out."),
        ),
        ColumnHeading("gw", _("GW%"), _("Game-win percentage"), _("What share of the own games was won.")),
        ColumnHeading(
            "ogw",
            _("OGW%"),
            _("Opponents' game-win percentage"),
            _("The mean of what share of their games the opponents won. Bye rounds are left out."),
        ),
    )
}
"""The columns of all rule sets, by their codes."""


@dataclass(frozen=True, slots=True)
class StandingCell:
    """A figure in its column: what it is, exactly, and how it came about."""

    heading: ColumnHeading
    value: Fraction
    figure: Figure


class TeamMember(NamedTuple):
    """Somebody of a team, and what they have won, lost and drawn on their own board."""

    entry: Entry
    record: MatchRecord


@dataclass(frozen=True, slots=True)
class StandingRow:
    """The line of one player, or team; ``outlooks`` say what the last round can still change, if it can.

    Where a top cut has decided the ``rank``, ``swiss_rank`` is that of the columns.
    """

    rank: int
    swiss_rank: int | None
    entry: Contestant
    record: MatchRecord
    cells: Sequence[StandingCell]
    outlooks: Mapping[str, Outlook]
    members: Sequence[TeamMember] = ()

    @property
    def accounts(self) -> list[Any]:
        """The keys of the accounts whose row it is."""
        return [entry.account_id for entry in self.entry.lineup]


def column_headings(ruleset: TieBreakRules) -> list[ColumnHeading]:
    """Return the columns of ``ruleset`` in the order they decide."""
    return [COLUMN_HEADINGS[code] for code in ruleset.order]


def standings_table(event: Event, *, pod: int | None = None) -> list[StandingRow]:
    """Return the rows of ``event``, or of its n-th pod counted from 1, the best first. Eight queries at most."""
    return standing_rows(event, tournament_of(event), pod=pod)


def standing_rows(event: Event, tournament: Tournament, *, pod: int | None = None) -> list[StandingRow]:
    """Return the same of a ``tournament`` that is read already. Three queries at most; six of teams."""
    among = None if pod is None else tournament.pods[pod - 1]
    figures = explain_standings(tournament, among=among)
    entries = contestants(event)
    further, own = event_outlooks(event, tournament, pod=pod), member_records(event)
    return [
        StandingRow(
            rank=standing.rank,
            swiss_rank=standing.swiss_rank,
            entry=entries[standing.player],
            record=standing.record,
            cells=[
                StandingCell(COLUMN_HEADINGS[code], value, figures[standing.player][code])
                for code, value in standing.values.items()
            ],
            outlooks=further.get(standing.player, {}),
            members=[
                TeamMember(each, own.get(each.pk, MatchRecord()))
                for each in entries[standing.player].lineup
                if event.is_team_event
            ],
        )
        for standing in (standings(tournament, among=among) if among else final_standings(tournament))
    ]


def standing_of_entry(entry: Entry, tournament: Tournament) -> Standing | None:
    """Return where ``entry`` stands among everybody; None for who is disqualified."""
    return next((row for row in final_standings(tournament) if row.player == entry.rules_id), None)
