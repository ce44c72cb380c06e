"""Exports as CSV tables: roster, pairings, results and standings.

Column names are stable for programs and never translated. Readings of names and whether a player is a minor are never
exported.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from drafting.models import Seat
from tournaments.models import Entry, Event, Match
from tournaments.rules.history import Tournament
from tournaments.rules.json_output import to_decimal
from tournaments.rules.results import MatchSide
from tournaments.rules.rulesets import TIE_BREAK_RULES
from tournaments.rules.trf import write_trf
from tournaments.selectors.history import tournament_of
from tournaments.selectors.pairings import PairedMatch, published_rounds
from tournaments.selectors.roles import STAFF_ROLES, role_in
from tournaments.selectors.standings import StandingRow, standings_table
from tournaments.selectors.teams import entries_by_team

DOUBLE_LOSS = "double_loss"
"""The kind or end of a match that both players have lost, whose score alone would look like a draw."""
MatchRows = Callable[[int, PairedMatch], list[tuple[Any, ...]]]
"""A function that returns the rows of a match in the round with this number."""


class CsvTable(NamedTuple):
    """The column names and the rows of a table."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


def pairings_csv(event: Event) -> CsvTable:
    """Return the matches of the published rounds, round by round, with their final scores. Makes three queries.

    In a team event each board is a row, with both teams. An event with a top cut has the stage as its last column.
    """
    board = ("board", "team", "opposing_team") if event.is_team_event else ()
    head = ("round", "table", *board, "player", "opponent", "kind", "score")
    return _match_table(event, head, _pairing)


def results_csv(event: Event) -> CsvTable:
    """Return the games of the matches of the published rounds, in order. Makes three queries.

    Games are those of the newest report, with its state: a result counts once that is "final". An event with a top cut
    has the stage as its last column.
    """
    head = (
        "round",
        "table",
        *(("board", "team_a", "team_b") if event.is_team_event else ()),
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
    return _match_table(event, head, _games)


def standings_csv(event: Event, *, pod: int | None = None, tournament: Tournament | None = None) -> CsvTable:
    """Return the standings of ``event``, or of its n-th pod, by its rule set; percentages are decimals to six places.

    With a top cut, ``swiss_rank`` is the rank after the Swiss rounds, and ``rank`` the final one once the cut is over.
    ``tournament`` is that of the event, if the caller has it. Otherwise it makes eight queries at most.
    """
    swiss = ("swiss_rank",) if event.cut and pod is None else ()
    name, members = ("team", ("members",)) if event.is_team_event else ("player", ())
    head = (
        "rank",
        *swiss,
        "number",
        name,
        *TIE_BREAK_RULES[event.ruleset].order,
        "record",
        "dropped_after_round",
        *members,
    )
    return CsvTable(head, [_standing_row(row, swiss) for row in standings_table(event, pod=pod, tournament=tournament)])


def event_trf(event: Event, tournament: Tournament, *, pod: int | None = None) -> str:
    """Return the ``tournament`` of ``event``, or its n-th pod, as a TRF file for chess tools.

    The file of a finished event announces only the rounds that were played. Raises BeyondTrfError.
    """
    if event.finished_at:
        tournament = replace(tournament, planned_rounds=max(1, len(tournament.rounds)))
    return write_trf(tournament, name=event.name, pod=pod)


def exportable_tournament(event: Event, account: object) -> Tournament:
    """Return ``event`` as ``account`` may export it: pairing exclusions are only included for its officials.

    Makes nine queries.
    """
    found = tournament_of(event)
    return found if role_in(event, account) in STAFF_ROLES else replace(found, apart=())


def roster_csv(event: Event) -> CsvTable:
    """Return all entries in the order of joining, with pod and seat once these are published. Makes two queries."""
    team = ("team", "board") if event.is_team_event else ()
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
    seats = Seat.objects.filter(pod__event_pod__event=event, pod__event_pod__for_cut=False)
    rows = seats.values_list("player_id", "pod__label", "number")
    places = {player: (label, number + 1) for player, label, number in rows}
    return CsvTable(
        head, [_roster_row(entry, *places.get(entry.account_id, (None, None))) for entry in entries_by_team(event)]
    )


def _standing_row(row: StandingRow, swiss: Sequence[str]) -> tuple[Any, ...]:
    figures = [to_decimal(cell.value) if cell.heading.is_percent else int(cell.value) for cell in row.cells]
    dropped = row.entry.dropped_after_round
    by_columns = [row.swiss_rank or row.rank for _column in swiss]
    members = [", ".join(f"{each.entry.name} {each.record}" for each in row.members)] if row.members else []
    return row.rank, *by_columns, row.entry.number, row.entry.name, *figures, str(row.record), dropped, *members


def _roster_row(entry: Entry, pod: str | None, seat: int | None) -> tuple[Any, ...]:
    joined = entry.joined_at.isoformat(timespec="seconds")
    checked_in = entry.checked_in_at and entry.checked_in_at.isoformat(timespec="seconds")
    disqualified, team = entry.disqualified_at is not None, [entry.team.name, entry.board] if entry.team else []
    return entry.number, entry.name, joined, checked_in, pod, seat, entry.dropped_after_round, disqualified, *team


def _match_table(event: Event, head: Sequence[str], rows_of: MatchRows) -> CsvTable:
    """Return a table of all matches, round by round; with a top cut, its last column is the stage."""
    rounds = sorted(published_rounds(event), key=lambda paired: paired.round.number)
    rows = [
        (*row, paired.round.stage) if event.cut else row
        for paired in rounds
        for pairing in paired.pairings
        for row in rows_of(paired.round.number, pairing)
    ]
    return CsvTable((*head, "stage") if event.cut else head, rows)


def _pairing(number: int, pairing: PairedMatch) -> list[tuple[Any, ...]]:
    match = pairing.match
    score = pairing.score if pairing.agreed.is_final else ""
    kind = DOUBLE_LOSS if pairing.agreed.is_final and pairing.double_loss else match.kind
    return [(number, *_table_fields(match), match.a.name, match.b.name if match.b else None, kind, score)]


def _table_fields(match: Match) -> tuple[Any, ...]:
    """Return the table number; in a team event also the board and both teams."""
    if match.a.team is None:
        return (match.table,)
    return match.table, match.board_letter, match.a.team.name, match.b.team.name if match.b and match.b.team else None


def _games(number: int, pairing: PairedMatch) -> list[tuple[Any, ...]]:
    match, result = pairing.match, pairing.agreed.result
    players = (number, *_table_fields(match), match.a.name, match.b.name if match.b else None)
    if result is None:
        return [(*players, pairing.agreed.state if match.b else match.kind, *[None] * 8)]
    head = (*players, pairing.agreed.state, *result.score)
    names = {MatchSide.A: match.a.name, MatchSide.B: match.b.name if match.b else ""}
    games: list[tuple[Any, ...]] = [
        (*head, index, names[game.winner] if game.winner else None, game.vp_a, game.vp_b, game.end)
        for index, game in enumerate(result.games, 1)
    ]
    if result.double_loss:
        return [*games, (*head, *[None] * 4, DOUBLE_LOSS)]
    return games or [(*head, *[None] * 5)]
