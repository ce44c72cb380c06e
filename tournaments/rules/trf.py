"""Read and write the FIDE Tournament Report File (TRF16), the exchange format of chess pairing engines.

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

A double loss is written as a game that both players lost (0 and 0). A forfeit by both (- and -) means that they have
not met, and each has missed the round. A missed round is written as a forfeit (-) if it counts as a match loss. Before
a player entered and after a drop it is written as an absence (Z), including the next round, so that an engine does not
pair the player.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

from gameplay.engine.core.errors import RulesError, UnreadableError, _
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament

WIN_POINTS, DRAW_POINTS = 3, 1  # match points (DRF-OP-7)
NAME_WIDTH = 33
FIRST_ROUND_COLUMN, ROUND_WIDTH = 91, 10
"""The column of the first round, counted from 0, and the width of a round."""
RESULT_OF_SIGN = {
    "W": "1",
    "+": "1",
    "F": "1",
    "U": "1",
    "1": "1",
    "D": "=",
    "=": "=",
    "L": "0",
    "-": "0",
    "Z": "0",
    "0": "0",
}
"""The meaning of each result sign. H, a half-point bye, is not supported."""
LINE_END = re.compile("\r\n|\r|\n")
CONTROL = re.compile("[\0-\x1f\x7f-\x9f]")
UNSUPPORTED = "this is not supported"
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


def is_trf(text: str) -> bool:
    """Return whether ``text`` looks like a TRF, not like JSON."""
    return bool(re.match(r"\ufeff?\s*(\d{3}|XX[A-Z]|BB[A-Z]|###) ", text))


def write_trf(tournament: Tournament, *, name: str = "", pod: int | None = None) -> str:
    """Return ``tournament``, or only its pod number ``pod``, from 1, as a TRF; lines end with CR and LF.

    The TRF of a pod contains only matches between its players, because chess engines know no pods. Raise
    BeyondTrfError.
    """
    if pod is not None:
        tournament = _only(tournament, tournament.pods[pod - 1])
    if len(tournament.entries) > MAX_PLAYERS:
        raise BeyondTrfError(most=MAX_PLAYERS, count=len(tournament.entries))
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
        f"XXS W={WIN_POINTS} D={DRAW_POINTS} PAB={WIN_POINTS}",
    ]
    head += [f"XXP {numbers[a]} {numbers[b]}" for a, b in tournament.apart]
    cells = _cells(tournament, numbers)
    points = {id_: sum(POINTS_OF_SIGN.get(cell.sign, 0) for cell in cells[id_] if cell) for id_ in numbers}
    if (most := max(points.values(), default=0)) > MAX_POINTS:
        raise PointsBeyondTrfError(most=MAX_POINTS, count=most)
    ranked = sorted(numbers, key=lambda id_: (-points[id_], numbers[id_]))
    ranks = {id_: rank for rank, id_ in enumerate(ranked, 1)}
    players = [_player(numbers[entry.id], entry.name, points[entry.id], ranks[entry.id], cells[entry.id])
               for entry in tournament.entries]  # fmt: skip
    return "".join(f"{line}\r\n" for line in head + players)


def read_trf(text: str, *, file: str = "") -> Tournament:
    """Return the tournament in ``text``; raise UnreadableError with file, line and reason.

    Player ids are the numbers; other data of the TRF is ignored. A player who is absent from the next round has
    dropped; a player who is absent from the first rounds entered late.
    """
    reader = _TrfReader(file)
    for place, line in enumerate(LINE_END.split(text.removeprefix("\ufeff")), 1):
        reader.read(line, place)
    return reader.tournament()


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
    for entry in tournament.entries:
        if not entry.plays_in(tournament.next_round):
            cells[entry.id].append(TrfCell())
    return cells


def _round_cells(played: PlayedRound, numbers: dict[str, int]) -> Iterator[tuple[str, TrfCell]]:
    for match in played.matches:
        yield match.a, TrfCell(numbers[match.b], "w", _sign(match, match.a))
        yield match.b, TrfCell(numbers[match.a], "b", _sign(match, match.b))
    yield from ((id_, TrfCell(sign="U")) for id_ in played.byes)
    yield from ((id_, TrfCell(sign="-")) for id_ in played.missed)


def _sign(match: PlayedMatch, player: str) -> str:
    """Return the sign of a match for one of its players; a double loss is a loss for both."""
    if match.winner is None and not match.double_loss:
        return "="
    return "1" if match.winner == player else "0"


def _player(number: int, name: str, points: int, rank: int, cells: Iterable[TrfCell | None]) -> str:
    rounds = "".join(str(cell) if cell else EMPTY_CELL for cell in cells)
    name_column = f"{_one_line(name)[:NAME_WIDTH]:{NAME_WIDTH}}"
    return f"001 {number:4} {'':4} {name_column}{'':33}{points:2}.0 {rank:4}{rounds}".rstrip()


def _one_line(text: str) -> str:
    """Return ``text`` without control characters and line breaks."""
    return " ".join(CONTROL.sub(" ", text).split())


@dataclass(frozen=True, slots=True)
class _ExclusionRecord:
    """Pairing exclusions between all ``players``, from round ``first`` to ``last``; None is the end of the event."""

    players: list[int]
    place: int
    first: int = 1
    last: int | None = None


class _ByeRecord(NamedTuple):
    """A requested bye of a full, half or zero point (F, H, Z)."""

    kind: str
    round: int
    player: int
    place: int


@dataclass
class _TrfReader:
    """The state of a reader of a TRF."""

    file: str
    names: dict[int, str] = field(default_factory=dict)
    cells: dict[int, list[TrfCell | None]] = field(default_factory=dict)
    lines: dict[int, int] = field(default_factory=dict)
    planned: int = 0
    absent: dict[int, int] = field(default_factory=dict)
    apart: list["_ExclusionRecord"] = field(default_factory=list)
    byes: list["_ByeRecord"] = field(default_factory=list)

    def read(self, line: str, place: int) -> None:
        code, rest = line[:3], line[3:]
        if code == "001":
            self._player(line.ljust(FIRST_ROUND_COLUMN), place)
        elif code in ("XXR", "142"):
            self.planned = self._number(rest, place)
        elif code == "XXZ":
            self.absent |= dict.fromkeys(self._numbers(rest, place), place)
        elif code == "240":
            self._byes(rest, place)
        elif code in ("XXA", "250", "299"):
            raise self._fail(f"accelerated rounds, or points that do not follow from results: {UNSUPPORTED}", place)
        elif code == "XXP":
            self.apart.append(_ExclusionRecord(self._numbers(rest, place), place))
        elif code == "260":
            first, last, *players = [*self._numbers(rest, place), 0, 0]
            self.apart.append(_ExclusionRecord(players[:-2], place, first, last))

    def tournament(self) -> Tournament:
        if not self.names:
            raise UnreadableError("there is no player (001)", file=self.file)
        played = max((self._last(cells) for cells in self.cells.values()), default=0)
        rounds = tuple(self._round(number) for number in range(1, played + 1))
        for number, place in self.absent.items():
            self._refuse_unknown(number, place)
        self._absent_by_round(played + 1)
        entries = tuple(self._entry(number, played) for number in sorted(self.names))
        planned = self.planned or max(played, 1)
        return Tournament(entries, planned, rounds=rounds, apart=self._exclusions(planned, played + 1))

    def _byes(self, rest: str, place: int) -> None:
        kind, *numbers = rest.split() or [""]
        if kind.upper() not in ("F", "H", "Z"):
            raise self._fail(f"{kind!r} is not a kind of bye", place)
        round_number, *players = self._numbers(" ".join(numbers), place) or [0]
        self.byes += [_ByeRecord(kind.upper(), round_number, player, place) for player in players]

    def _absent_by_round(self, next_round: int) -> None:
        """Add the players with a zero-point bye in the next round; byes of earlier rounds are in the player lines."""
        for bye in self.byes:
            self._refuse_unknown(bye.player, bye.place)
            if bye.round > next_round or (bye.round == next_round and bye.kind != "Z"):
                raise self._fail(f"a bye {bye.kind} in round {bye.round}: {UNSUPPORTED}", bye.place)
            if bye.round == next_round:
                self.absent[bye.player] = bye.place

    def _exclusions(self, planned: int, next_round: int) -> tuple[tuple[str, str], ...]:
        """Return the pairing exclusions of all remaining rounds; those of past rounds are ignored."""
        pairs: dict[tuple[str, str], None] = {}
        for each in self.apart:
            for number in each.players:
                self._refuse_unknown(number, each.place)
            if len(set(each.players)) < 2:
                raise self._fail("a pairing exclusion needs at least two players", each.place)
            if each.last is not None and each.last < next_round:
                continue
            if each.first > next_round or (each.last is not None and each.last < planned):
                raise self._fail(f"a pairing exclusion for some rounds only: {UNSUPPORTED}", each.place)
            for a, b in combinations(sorted(set(each.players)), 2):
                pairs[str(a), str(b)] = None
        return tuple(pairs)

    def _refuse_unknown(self, number: int, place: int) -> None:
        if number not in self.names:
            raise self._fail(f"there is no player {number}", place)

    def _player(self, line: str, place: int) -> None:
        number = self._number(line[4:8], place)
        if number in self.names or not number:
            raise self._fail(f"player {number} appears twice" if number else "a player has the number 0", place)
        self.names[number], self.lines[number] = line[14 : 14 + NAME_WIDTH].strip(), place
        rounds = range(FIRST_ROUND_COLUMN, len(line), ROUND_WIDTH)
        self.cells[number] = [self._cell(line[start : start + ROUND_WIDTH - 2], number, place) for start in rounds]

    def _cell(self, text: str, number: int, place: int) -> TrfCell | None:
        text = text.ljust(ROUND_WIDTH - 2)
        if not text.strip():
            return None
        opponent, colour, sign = self._number(text[:4].strip() or "0", place), text[5].lower(), text[7].upper()
        colour = "-" if colour == " " else colour
        if sign == " " and not opponent:
            sign = "Z"
        if (
            sign not in RESULT_OF_SIGN
            or opponent == number
            or (opponent and colour not in "wb-")
            or (opponent and sign in "FUZ")
        ):
            raise self._fail(f"{text.strip()!r}: {UNSUPPORTED}", place)
        if not opponent and sign not in "FUZ-+":
            raise self._fail(f"{text.strip()!r}: a result without an opponent", place)
        return TrfCell(opponent, colour, sign)

    def _last(self, cells: Sequence[TrfCell | None]) -> int:
        """Return the last round with a cell other than an absence."""
        return max((place for place, cell in enumerate(cells, 1) if cell and cell.sign != "Z"), default=0)

    def _round(self, number: int) -> PlayedRound:
        here = {player: cells[number - 1] for player, cells in sorted(self.cells.items()) if len(cells) >= number}
        filled = {player: cell for player, cell in here.items() if cell}
        matches = [self._match(player, cell, filled, number) for player, cell in filled.items() if cell.opponent]
        alone = {player: cell.sign for player, cell in filled.items() if not cell.opponent}
        double = {player for player, cell in filled.items() if cell.opponent and self._both_forfeit(cell, filled)}
        missed = double | {player for player, sign in alone.items() if sign == "-"}
        byes = [str(player) for player, sign in alone.items() if sign in "FU+"]
        return PlayedRound(
            number, tuple(match for match in matches if match), tuple(byes), tuple(map(str, sorted(missed)))
        )

    def _both_forfeit(self, cell: TrfCell, cells: dict[int, TrfCell]) -> bool:
        other = cells.get(cell.opponent)
        return other is not None and cell.sign == other.sign == "-"

    def _match(self, player: int, cell: TrfCell, cells: dict[int, TrfCell], number: int) -> PlayedMatch | None:
        """Return the match of ``player`` if this is White's line, else None, so that each match is returned once.

        Without colours, the player with the lower number counts as White.
        """
        other = cells.get(cell.opponent)
        if other is None or other.opponent != player:
            reason = f"round {number}: {player} met {cell.opponent}, whose line contradicts this"
            raise self._fail(reason, self.lines[player])
        first = cell.colour == "w" or (cell.colour == "-" and other.colour == "-" and player < cell.opponent)
        if {cell.colour, other.colour} not in ({"w", "b"}, {"-"}):
            reason = f"round {number}: {player} and {cell.opponent} do not have opposite colours"
            raise self._fail(reason, self.lines[player])
        a, b = RESULT_OF_SIGN[cell.sign], RESULT_OF_SIGN[other.sign]
        if not first or (cell.sign == other.sign == "-"):
            return None
        both_lost = a == b == "0" and "-" not in (cell.sign, other.sign)
        if not both_lost and (a, b) not in {("1", "0"), ("0", "1"), ("=", "=")}:
            raise self._fail(f"round {number}: {player} {cell.sign}, {cell.opponent} {other.sign}", self.lines[player])
        players = str(player), str(cell.opponent)
        return PlayedMatch(*players, int(a == "1"), int(b == "1"), int(a == "="), double_loss=both_lost)

    def _entry(self, number: int, played: int) -> EventEntry:
        cells, last = self.cells[number], self._last(self.cells[number])
        away = len(cells) > played and cells[played] is not None  # absent from the next round: its only sign can be Z
        away = away or number in self.absent
        took_part = next(
            (place for place, cell in enumerate(cells, 1) if not (cell and cell.sign == "Z")), len(cells) + 1
        )
        came = 1 if away and not last else took_part
        return EventEntry(str(number), self.names[number], came, last if away else None)

    def _numbers(self, text: str, place: int) -> list[int]:
        return [self._number(each, place) for each in text.split()]

    def _number(self, text: str, place: int) -> int:
        if not (text.strip().isascii() and text.strip().isdigit()):
            raise self._fail(f"{text.strip()!r} is not a number", place)
        return int(text)

    def _fail(self, reason: str, line: int) -> UnreadableError:
        return UnreadableError(reason, file=self.file, place=f"line {line}")
