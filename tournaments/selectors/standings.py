"""The standings for pages and the API: every row, with the calculations of its figures where these are shown."""

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
from tournaments.selectors.outlooks import LoadPairs, event_outlooks
from tournaments.selectors.results import open_pairs
from tournaments.selectors.teams import Contestant, contestants, member_records


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """The short and full name of a column and its meaning, as messages without values."""

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
            _("Points for wins, draws and byes."),
            is_percent=False,
        ),
        ColumnHeading(
            "head_to_head",
            _("Head to head"),
            _("Head to head"),
            _("Match points from the matches between the tied players, where these break the tie."),
            is_percent=False,
        ),
        ColumnHeading(
            "omw",
            _("OMW%"),
            _("Opponents' match-win percentage"),
            _("The average match-win percentage of the opponents. Byes are left out."),
        ),
        ColumnHeading(
            "oomw",
            _("OOMW%"),
            _("Opponents' opponents' match-win percentage"),
            _("The average OMW% of the opponents. Byes are left out."),
        ),
        ColumnHeading("gw", _("GW%"), _("Game-win percentage"), _("The percentage of games won.")),
        ColumnHeading(
            "ogw",
            _("OGW%"),
            _("Opponents' game-win percentage"),
            _("The average game-win percentage of the opponents. Byes are left out."),
        ),
    )
}
"""The columns of all rule sets, by their codes."""


@dataclass(frozen=True, slots=True)
class StandingCell:
    """A figure in a column: its exact value, and its calculation in the rows of `explained_table`."""

    heading: ColumnHeading
    value: Fraction
    figure: Figure | None = None


class TeamMember(NamedTuple):
    """A member of a team and their record on their own board."""

    entry: Entry
    record: MatchRecord


@dataclass(frozen=True, slots=True)
class StandingRow:
    """The row of one player or team; ``outlooks`` are the possible ranks after the last round, if it is running.

    If a top cut has decided the ``rank``, ``swiss_rank`` is the rank by the columns.
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
        """The keys of the player's account, or of the accounts of the team."""
        return [entry.account_id for entry in self.entry.lineup]


def column_headings(ruleset: TieBreakRules) -> list[ColumnHeading]:
    """Return the columns of ``ruleset`` in the order of the tie-breakers."""
    return [COLUMN_HEADINGS[code] for code in ruleset.order]


def standings_table(event: Event, *, pod: int | None = None, tournament: Tournament | None = None) -> list[StandingRow]:
    """Return the rows of ``event``, or of its n-th pod from 1, the best first.

    ``tournament`` is that of the event, if the caller has it. Otherwise it makes eight queries at most.
    """
    loaded = tournament or tournament_of(event)
    shown = None if pod is None else listed_standings(loaded, pod=pod)
    return standing_rows(event, loaded, pod=pod, shown=shown)


def explained_table(event: Event, *, pod: int | None = None) -> list[StandingRow]:
    """Return the rows of `standings_table` with the calculations of their figures. Makes eight queries at most."""
    tournament = tournament_of(event)
    figures = explain_standings(tournament, among=None if pod is None else tournament.pods[pod - 1])
    return standing_rows(event, tournament, pod=pod, figures=figures)


def listed_standings(tournament: Tournament, *, pod: int | None = None) -> list[Standing]:
    """Return the standings of a loaded ``tournament``, or of its n-th pod from 1, the best first."""
    return final_standings(tournament) if pod is None else standings(tournament, among=tournament.pods[pod - 1])


def standing_rows(
    event: Event,
    tournament: Tournament,
    *,
    pod: int | None = None,
    shown: Sequence[Standing] | None = None,
    figures: Mapping[str, Mapping[str, Figure]] | None = None,
    load_pairs: LoadPairs = open_pairs,
) -> list[StandingRow]:
    """Return the rows of a loaded ``tournament``, or of its n-th pod. Makes three queries at most; six for teams.

    With ``shown``, only these of the `listed_standings` become rows. For thousands of players this is much faster.
    ``figures`` are the calculations of `explain_standings`. ``load_pairs``: see `event_outlooks`.
    """
    listed = listed_standings(tournament, pod=pod) if shown is None else shown
    explained = figures or {}
    entries = contestants(event, only=None if shown is None else {standing.player for standing in listed})
    outlooks, records = event_outlooks(event, tournament, pod=pod, load_pairs=load_pairs), member_records(event)
    return [
        StandingRow(
            rank=standing.rank,
            swiss_rank=standing.swiss_rank,
            entry=entries[standing.player],
            record=standing.record,
            cells=[
                StandingCell(COLUMN_HEADINGS[code], value, explained.get(standing.player, {}).get(code))
                for code, value in standing.values.items()
            ],
            outlooks=outlooks.get(standing.player, {}),
            members=[
                TeamMember(each, records.get(each.pk, MatchRecord()))
                for each in entries[standing.player].lineup
                if event.is_team_event
            ],
        )
        for standing in listed
    ]
