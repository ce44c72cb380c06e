"""The table as pages and programs are shown it: every row, with the arithmetic behind each of its figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from gameplay.engine.core.errors import _
from tournaments.models import Entry, Event
from tournaments.rules.bracket import final_standings
from tournaments.rules.explain import Figure, explain
from tournaments.rules.history import Tournament
from tournaments.rules.needs import Outlook
from tournaments.rules.rulesets import Ruleset
from tournaments.rules.standings import Standing, standings
from tournaments.rules.tiebreaks import Record
from tournaments.selectors.history import tournament_of
from tournaments.selectors.needs import outlooks
from tournaments.selectors.teams import Contestant, contestants, own_records


@dataclass(frozen=True, slots=True)
class Heading:
    """What a column is called at its head, in full, and what it is; templates without fields."""

    code: str
    short: str
    name: str
    meaning: str
    percent: bool = True


HEADINGS = {
    heading.code: heading
    for heading in (
        Heading(
            "match_points",
            _("Match points"),
            _("Match points"),
            _("For won and drawn matches and for byes."),
            percent=False,
        ),
        Heading(
            "head_to_head",
            _("Head to head"),
            _("Head to head"),
            _("Match points from the matches of the tied against each other, where these decide."),
            percent=False,
        ),
        Heading(
            "omw",
            _("OMW%"),
            _("Opponents' match-win percentage"),
            _("The mean of what share of their matches the opponents won. Bye rounds are left out."),
        ),
        Heading(
            "oomw",
            _("OOMW%"),
            _("Opponents' opponents' match-win percentage"),
            _("The mean of the opponents' OMW%. Bye rounds are left out."),
        ),
        Heading("gw", _("GW%"), _("Game-win percentage"), _("What share of the own games was won.")),
        Heading(
            "ogw",
            _("OGW%"),
            _("Opponents' game-win percentage"),
            _("The mean of what share of their games the opponents won. Bye rounds are left out."),
        ),
    )
}
"""The columns of all rule sets, by their codes."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure in its column: what it is, exactly, and how it came about."""

    heading: Heading
    value: Fraction
    figure: Figure


class Member(NamedTuple):
    """Somebody of a team, and what they have won, lost and drawn on their own board."""

    entry: Entry
    record: Record


@dataclass(frozen=True, slots=True)
class Row:
    """The line of one player, or team; ``outlooks`` say what the last round can still change, if it can.

    Where a top cut has decided the ``rank``, ``swiss_rank`` is that of the columns.
    """

    rank: int
    swiss_rank: int | None
    entry: Contestant
    record: Record
    cells: Sequence[Cell]
    outlooks: Mapping[str, Outlook]
    members: Sequence[Member] = ()

    @property
    def accounts(self) -> list[Any]:
        """The keys of the accounts whose row it is."""
        return [entry.account_id for entry in self.entry.lineup]


def headings(ruleset: Ruleset) -> list[Heading]:
    """Return the columns of ``ruleset`` in the order they decide."""
    return [HEADINGS[code] for code in ruleset.order]


def standings_table(event: Event, *, pod: int | None = None) -> list[Row]:
    """Return the rows of ``event``, or of its n-th pod counted from 1, the best first. Eight queries at most."""
    return rows_of(event, tournament_of(event), pod=pod)


def rows_of(event: Event, tournament: Tournament, *, pod: int | None = None) -> list[Row]:
    """Return the same of a ``tournament`` that is read already. Three queries at most; six of teams."""
    among = None if pod is None else tournament.pods[pod - 1]
    figures = explain(tournament, among=among)
    entries = contestants(event)
    further, own = outlooks(event, tournament, pod=pod), own_records(event)
    return [
        Row(
            rank=standing.rank,
            swiss_rank=standing.swiss_rank,
            entry=entries[standing.player],
            record=standing.record,
            cells=[
                Cell(HEADINGS[code], value, figures[standing.player][code]) for code, value in standing.values.items()
            ],
            outlooks=further.get(standing.player, {}),
            members=[
                Member(each, own.get(each.pk, Record())) for each in entries[standing.player].lineup if event.of_teams
            ],
        )
        for standing in (standings(tournament, among=among) if among else final_standings(tournament))
    ]


def standing_of(entry: Entry, tournament: Tournament) -> Standing | None:
    """Return where ``entry`` stands among everybody; None for who is disqualified."""
    return next((row for row in final_standings(tournament) if row.player == entry.id_in_rules), None)
