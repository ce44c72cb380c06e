"""Write the FIDE Tournament Report File (TRF16), the exchange format of chess pairing engines.

    001 RRRR stt NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN rrrr fff iiiiiiiiiii BBBBBBBBBB PPPP RRRR  OOOO c r  OOOO c r
        number   name, from column 15                                       points 81-84   92-99, then every ten

    XXR n          announced rounds, also 142      XXP n n ...            pairing exclusions between all these players
    XXZ n n ...    absent from the next round      260 rrr rrr nnnn nnnn  the same, from one round to another
    240 Z rrr nnnn absent from a round             XXS W=3 ...            points for results, also BBW, BBD and BBU

Sources: FIDE Handbook C.04 annex 2, TRF16; the extensions of JaVaFo (Advanced User Manual, 2.2: XXR, XXS, XXZ, XXP) and
of bbpPairings (BBW, BBD, BBU), which both reject a file whose points do not add up; the records 142, 240 and 260 of
TRF26. Accelerated rounds (XXA, 250) and points that do not follow from results (299) are not supported and rejected. A
player number has four columns, so a file holds at most 9,999 players; points have four columns, at most 99.9.

A TRF has a single field, one result in each round and no games. The following is lost: scores of matches and draws in
them (a win is read back as 1-0, a draw as 0-0-1), victory points, pods, tables, reasons of drops, ids (players are
numbered from 1 in their order), a top cut, and rounds without results. Player a is written as White.

Engines disagree about a game that both players lost (0 and 0): bbpPairings accepts it, py4swiss does not. A double loss
is therefore written as a forfeit by both (- and -), which all accept, with a pairing exclusion, since the players have
met, and a comment:

    ### double loss rrr nnnn nnnn

Without this comment, a forfeit by both means that they have not met, and each has missed the round. A round that a
player missed is written as an absence (Z), as are the rounds after a drop. While rounds remain, players who are absent
from the next one have a further cell, so that an engine does not pair them. In the last announced round, an absence
therefore means that the player has dropped.

Ranks are those of the published standings. Disqualified players leave these; in the file they follow the others,
because engines require a rank.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.bracket import final_standings
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.rules.standings import Standing, standings

WIN_POINTS, DRAW_POINTS = 3, 1  # match points (DRF-OP-7)
NAME_WIDTH = 33
FIRST_ROUND_COLUMN, ROUND_WIDTH = 91, 10
"""The column of the first round, counted from 0, and the width of a round."""
CONTROL = re.compile("[\0-\x1f\x7f-\x9f]")
DOUBLE_LOSS = "### double loss"
MAX_PLAYERS, MAX_POINTS = 9_999, 99


class BeyondTrfError(RulesError):
    """Raised if there are more players than a TRF can hold; ``details`` give their number and the limit."""

    code = "beyond_trf"
    sentence = _("A TRF can hold at most {most} players, not {count}. Export each pod as a file of its own.")
    field = "players"


class PointsBeyondTrfError(BeyondTrfError):
    """Raised if a player has more points than a TRF can hold."""

    sentence = _("A TRF can hold at most {most} points, and a player has {count}.")
    field = "points"


class TrfCell(NamedTuple):
    """A round of a player: the number of the opponent (0 for none), the colour, and the sign of the result."""

    opponent: int = 0
    colour: str = "-"
    sign: str = "Z"

    def __str__(self) -> str:
        return f"  {self.opponent:4} {self.colour} {self.sign}" if self.opponent else f"  0000 - {self.sign}"


EMPTY_CELL = " " * ROUND_WIDTH
POINTS_OF_SIGN = {"1": WIN_POINTS, "U": WIN_POINTS, "=": DRAW_POINTS}


def write_trf(tournament: Tournament, *, name: str = "", pod: int | None = None) -> str:
    """Return ``tournament``, or only its pod number ``pod``, from 1, as a TRF; lines end with CR and LF.

    The TRF of a pod contains only matches between its players, because chess engines know no pods. Raise
    BeyondTrfError.
    """
    rows = standings(tournament, among=tournament.pods[pod - 1]) if pod else final_standings(tournament)
    if pod is not None:
        tournament = _only(tournament, tournament.pods[pod - 1])
    if len(tournament.entries) > MAX_PLAYERS:
        raise BeyondTrfError(most=MAX_PLAYERS, count=len(tournament.entries))
    ranks = _ranks(rows, tournament.entries)
    numbers = {entry.id: place for place, entry in enumerate(tournament.entries, 1)}
    head = [
        f"012 {_one_line(name)}",
        f"062 {len(numbers)}",
        "092 Individual: Swiss-System",
        f"XXR {tournament.planned_rounds}",
    ]
    head += [
        f"BBW {WIN_POINTS:4}.0",
        f"BBD {DRAW_POINTS:4}.0",
        f"BBU {WIN_POINTS:4}.0",
        f"XXS W={WIN_POINTS}.0 D={DRAW_POINTS}.0 PAB={WIN_POINTS}.0",
    ]
    head += _exclusion_lines(tournament, numbers)
    cells = _cells(tournament, numbers)
    points = {id_: sum(POINTS_OF_SIGN.get(cell.sign, 0) for cell in cells[id_] if cell) for id_ in numbers}
    if (most := max(points.values(), default=0)) > MAX_POINTS:
        raise PointsBeyondTrfError(most=MAX_POINTS, count=most)
    players = [_player(numbers[entry.id], entry.name, points[entry.id], ranks[entry.id], cells[entry.id])
               for entry in tournament.entries]  # fmt: skip
    return "".join(f"{line}\r\n" for line in head + players)


def _ranks(rows: Sequence[Standing], entries: Iterable[EventEntry]) -> dict[str, int]:
    """Return the rank of each player; disqualified players, who are not in the standings, share the last one."""
    ranks = {row.player: row.rank for row in rows}
    return {entry.id: ranks.get(entry.id, len(ranks) + 1) for entry in entries}


def _exclusion_lines(tournament: Tournament, numbers: dict[str, int]) -> list[str]:
    """Return the records of the pairing exclusions, and of double losses, which also need one."""
    double_losses = [
        (played.number, match) for played in tournament.rounds for match in played.matches if match.double_loss
    ]
    met = [(match.a, match.b) for _number, match in double_losses]
    pairs = {frozenset(pair): pair for pair in [*tournament.apart, *met]}
    return [f"XXP {numbers[a]} {numbers[b]}" for a, b in pairs.values()] + [
        f"{DOUBLE_LOSS} {number} {numbers[match.a]} {numbers[match.b]}" for number, match in double_losses
    ]


def _only(tournament: Tournament, players: Sequence[str]) -> Tournament:
    here = set(players)
    rounds = [
        PlayedRound(
            played.number,
            tuple(match for match in played.matches if {match.a, match.b} <= here),
            tuple(id_ for id_ in played.byes if id_ in here),
            tuple(id_ for id_ in played.missed if id_ in here),
        )
        for played in tournament.rounds
    ]
    entries = tuple(entry for entry in tournament.entries if entry.id in here)
    apart = tuple(pair for pair in tournament.apart if here.issuperset(pair))
    return replace(tournament, entries=entries, pods=(), rounds=tuple(rounds), apart=apart)


def _cells(tournament: Tournament, numbers: dict[str, int]) -> dict[str, list[TrfCell | None]]:
    """Return the cells of each player's rounds, None without data; players who are absent next have one more cell."""
    cells: dict[str, list[TrfCell | None]] = {id_: [] for id_ in numbers}
    for played in tournament.rounds:
        round_cells = dict(_round_cells(played, numbers))
        for entry in tournament.entries:
            absent = None if entry.plays_in(played.number) else TrfCell()
            cells[entry.id].append(round_cells.get(entry.id, absent))
    if tournament.next_round <= tournament.planned_rounds and _is_complete(tournament):
        for entry in tournament.entries:
            if not entry.plays_in(tournament.next_round):
                cells[entry.id].append(TrfCell())
    return cells


def _is_complete(tournament: Tournament) -> bool:
    """Return whether every player of the last round has a result there, so that the next round can be paired."""
    if not tournament.rounds:
        return True
    last = tournament.rounds[-1]
    here = {player for match in last.matches for player in (match.a, match.b)} | {*last.byes, *last.missed}
    return all(entry.id in here for entry in tournament.entries if entry.plays_in(last.number))


def _round_cells(played: PlayedRound, numbers: dict[str, int]) -> Iterator[tuple[str, TrfCell]]:
    for match in played.matches:
        yield match.a, TrfCell(numbers[match.b], "w", _sign(match, match.a))
        yield match.b, TrfCell(numbers[match.a], "b", _sign(match, match.b))
    yield from ((id_, TrfCell(sign="U")) for id_ in played.byes)
    yield from ((id_, TrfCell(sign="Z")) for id_ in played.missed)


def _sign(match: PlayedMatch, player: str) -> str:
    """Return the sign of a match for one of its players; a double loss is a forfeit by both."""
    if match.double_loss:
        return "-"
    if match.winner is None:
        return "="
    return "1" if match.winner == player else "0"


def _player(number: int, name: str, points: int, rank: int, cells: Iterable[TrfCell | None]) -> str:
    rounds = "".join(str(cell) if cell else EMPTY_CELL for cell in cells)
    name_column = f"{_one_line(name)[:NAME_WIDTH]:{NAME_WIDTH}}"
    return f"001 {number:4} {'':4} {name_column}{'':33}{points:2}.0 {rank:4}{rounds}".rstrip()


def _one_line(text: str) -> str:
    """Return ``text`` without control characters and line breaks."""
    return " ".join(CONTROL.sub(" ", text).split())
