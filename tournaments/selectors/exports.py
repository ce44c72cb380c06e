"""What people take along as tables: who is there, who met whom, how each game ended, who stands where.

A table is the names of its columns, which programs may rely on and nobody translates, and its rows. Readings of names
and who is a minor are in none of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from drafting.models import Seat
from tournaments.models import Entry, Event, Match
from tournaments.rules.history import Tournament
from tournaments.rules.reports import decimal
from tournaments.rules.results import Side
from tournaments.rules.rulesets import RULESETS
from tournaments.rules.trf import write_trf
from tournaments.selectors.history import tournament_of
from tournaments.selectors.pairings import Pairing, pairings
from tournaments.selectors.roles import STAFF, role_in
from tournaments.selectors.standings import Row, standings_table
from tournaments.selectors.teams import by_team

DOUBLE_LOSS = "double_loss"
"""What a match that both have lost is called where its score alone would look like a draw."""
RowsOf = Callable[[int, Pairing], list[tuple[Any, ...]]]
"""Makes the rows of one match of the round with that number."""


class Table(NamedTuple):
    """The names of the columns, and the rows."""

    head: Sequence[str]
    rows: Sequence[Sequence[Any]]


def pairings_csv(event: Event) -> Table:
    """Return each match of the published rounds, round by round, with its score once that counts. Three queries.

    In an event of teams each board is a row, with both teams. The last column, of events with a top cut, is the stage.
    """
    board = ("board", "team", "opposing_team") if event.of_teams else ()
    head = ("round", "table", *board, "player", "opponent", "kind", "score")
    return _staged(event, head, _pairing)


def results_csv(event: Event) -> Table:
    """Return each game of each match of the published rounds, in their order. Three queries.

    What the newest report says stands there with its state: a result counts once that is "final". The last column, of
    events with a top cut, is the stage.
    """
    head = (
        "round",
        "table",
        *(("board", "team_a", "team_b") if event.of_teams else ()),
        "a",
        "b",
        "state",
        "games_a",
        "games_b",
        "games_drawn",
        "game",
        "winner",
        "vp_a",
        "vp_b",
        "end",
    )
    return _staged(event, head, _games)


def standings_csv(event: Event, *, pod: int | None = None) -> Table:
    """Return the standings of ``event``, or of its n-th pod, by its rule set; shares are decimals to six places.

    With a top cut ``swiss_rank`` is the rank after the announced rounds, and ``rank`` the final one once it is over.
    Eight queries at most.
    """
    swiss = ("swiss_rank",) if event.cut and pod is None else ()
    name, members = ("team", ("members",)) if event.of_teams else ("player", ())
    head = ("rank", *swiss, "number", name, *RULESETS[event.ruleset].order, "record", "dropped_after_round", *members)
    return Table(head, [_stands(row, swiss) for row in standings_table(event, pod=pod)])


def trf_of(event: Event, account: object, *, pod: int | None = None) -> str:
    """Return ``event``, or its n-th pod, as a file for chess tools. Only its officials read there who is kept apart.

    Nine queries. Raises BeyondTrfError.
    """
    return write_trf(known_to(event, account), name=event.name, pod=pod)


def known_to(event: Event, account: object) -> Tournament:
    """Return ``event`` as ``account`` may take it along: without who is kept apart, unless for one of its officials."""
    found = tournament_of(event)
    return found if role_in(event, account) in STAFF else replace(found, apart=())


def roster_csv(event: Event) -> Table:
    """Return everybody who entered, in the order of joining, with pod and seat once these are published. Two queries."""
    team = ("team", "board") if event.of_teams else ()
    head = (
        "number",
        "player",
        "joined_at",
        "checked_in_at",
        "pod",
        "seat",
        "dropped_after_round",
        "disqualified",
        *team,
    )
    seats = Seat.objects.filter(pod__event_pod__event=event).values_list("player_id", "pod__label", "number")
    at = {player: (label, number + 1) for player, label, number in seats}
    return Table(head, [_entered(entry, *at.get(entry.account_id, (None, None))) for entry in by_team(event)])


def _stands(row: Row, swiss: Sequence[str]) -> tuple[Any, ...]:
    figures = [decimal(cell.value) if cell.heading.percent else int(cell.value) for cell in row.cells]
    left = row.entry.dropped_after_round
    by_columns = [row.swiss_rank or row.rank for _column in swiss]
    members = [", ".join(f"{each.entry.name} {each.record}" for each in row.members)] if row.members else []
    return row.rank, *by_columns, row.entry.number, row.entry.name, *figures, str(row.record), left, *members


def _entered(entry: Entry, pod: str | None, seat: int | None) -> tuple[Any, ...]:
    came = entry.joined_at.isoformat(timespec="seconds")
    here = entry.checked_in_at and entry.checked_in_at.isoformat(timespec="seconds")
    out, team = entry.disqualified_at is not None, [entry.team.name, entry.board] if entry.team else []
    return entry.number, entry.name, came, here, pod, seat, entry.dropped_after_round, out, *team


def _staged(event: Event, head: Sequence[str], rows_of: RowsOf) -> Table:
    """A table of all matches, round by round, with its stage behind each if the event has a top cut."""
    rounds = sorted(pairings(event), key=lambda paired: paired.round.number)
    rows = [
        (*row, paired.round.stage) if event.cut else row
        for paired in rounds
        for pairing in paired.pairings
        for row in rows_of(paired.round.number, pairing)
    ]
    return Table((*head, "stage") if event.cut else head, rows)


def _pairing(number: int, pairing: Pairing) -> list[tuple[Any, ...]]:
    match = pairing.match
    score = pairing.score if pairing.agreed.final else ""
    kind = DOUBLE_LOSS if pairing.agreed.final and pairing.double_loss else match.kind
    return [(number, *_at(match), match.a.name, match.b.name if match.b else None, kind, score)]


def _at(match: Match) -> tuple[Any, ...]:
    """The table; in an event of teams the board and both teams, too."""
    if match.a.team is None:
        return (match.table,)
    return match.table, match.letter, match.a.team.name, match.b.team.name if match.b and match.b.team else None


def _games(number: int, pairing: Pairing) -> list[tuple[Any, ...]]:
    match, result = pairing.match, pairing.agreed.result
    who = (number, *_at(match), match.a.name, match.b.name if match.b else None)
    if result is None:
        return [(*who, pairing.agreed.state if match.b else match.kind, *[None] * 8)]
    head = (*who, pairing.agreed.state, *result.score)
    names = {Side.A: match.a.name, Side.B: match.b.name if match.b else ""}
    games: list[tuple[Any, ...]] = [
        (*head, place, names[game.winner] if game.winner else None, game.vp_a, game.vp_b, game.end)
        for place, game in enumerate(result.games, 1)
    ]
    if result.double_loss:
        return [*games, (*head, *[None] * 4, DOUBLE_LOSS)]
    return games or [(*head, *[None] * 5)]
