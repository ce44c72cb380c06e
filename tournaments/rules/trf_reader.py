"""Read the FIDE Tournament Report File (TRF16); the docstring of the module `trf` describes the format."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from gameplay.engine.core.errors import Translatable, UnreadableError, Wording, _
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.rules.trf import DOUBLE_LOSS, FIRST_ROUND_COLUMN, NAME_WIDTH, ROUND_WIDTH, TrfCell

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


def is_trf(text: str) -> bool:
    """Return whether ``text`` looks like a TRF, not like JSON."""
    return bool(re.match(r"\ufeff?\s*(\d{3}|XX[A-Z]|BB[A-Z]|###) ", text))


def read_trf(text: str, *, file: str = "") -> Tournament:
    """Return the tournament in ``text``; raise UnreadableError with file, line and reason.

    Player ids are the numbers; other data of the TRF is ignored. A player who is absent from the next round has
    dropped; a player who is absent from the first rounds entered late.
    """
    reader = _TrfReader(file)
    for place, line in enumerate(LINE_END.split(text.removeprefix("\ufeff")), 1):
        reader.read(line, place)
    return reader.tournament()


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
    planned_place: int = 0
    absent: dict[int, int] = field(default_factory=dict)
    apart: list["_ExclusionRecord"] = field(default_factory=list)
    byes: list["_ByeRecord"] = field(default_factory=list)
    double_losses: dict[tuple[int, frozenset[int]], int] = field(default_factory=dict)

    def read(self, line: str, place: int) -> None:
        code, rest = line[:3], line[3:]
        if line.startswith(f"{DOUBLE_LOSS} "):
            self._double_loss(line.removeprefix(DOUBLE_LOSS), place)
        elif code == "001":
            self._player(line.ljust(FIRST_ROUND_COLUMN), place)
        elif code in ("XXR", "142"):
            self.planned, self.planned_place = self._number(rest, place), place
        elif code == "XXZ":
            self.absent |= dict.fromkeys(self._numbers(rest, place), place)
        elif code == "240":
            self._byes(rest, place)
        elif code in ("XXA", "250", "299"):
            reason = _("accelerated rounds, or points that do not follow from results: this is not supported")
            raise self._fail(reason, place)
        elif code == "XXP":
            self.apart.append(_ExclusionRecord(self._numbers(rest, place), place))
        elif code == "260":
            first, last, *players = [*self._numbers(rest, place), 0, 0]
            self.apart.append(_ExclusionRecord(players[:-2], place, first, last))

    def tournament(self) -> Tournament:
        if not self.names:
            raise UnreadableError(_("there is no player (001)"), file=self.file)
        played = max((self._last(cells) for cells in self.cells.values()), default=0)
        planned = self.planned or max(played, 1)
        if played > planned:
            reason = _("found round {number} of {planned} announced rounds")
            raise self._fail(reason, self.planned_place, number=played, planned=planned)
        self._check_double_losses()
        for number, place in self.absent.items():
            self._refuse_unknown(number, place)
        self._absent_by_round(played + 1)
        entries = {number: self._entry(number, played, planned) for number in sorted(self.names)}
        rounds = tuple(self._round(number, entries) for number in range(1, played + 1))
        found = Tournament(tuple(entries.values()), planned, rounds=rounds, apart=self._exclusions(planned, played + 1))
        return found.with_missed_rounds

    def _double_loss(self, rest: str, place: int) -> None:
        numbers = self._numbers(rest, place)
        if len(numbers) != 3:
            raise self._fail(_("a double loss needs a round and two players"), place)
        self.double_losses[numbers[0], frozenset(numbers[1:])] = place

    def _check_double_losses(self) -> None:
        """Refuse a double loss that the lines of its players do not have."""
        for (number, players), place in self.double_losses.items():
            for player in players:
                self._refuse_unknown(player, place)
            cells = [self.cells[player][number - 1 : number] for player in players]
            if len(players) != 2 or not all(cell and cell[0] and cell[0].opponent in players for cell in cells):
                raise self._fail(_("round {number}: these players did not meet"), place, number=number)

    def _byes(self, rest: str, place: int) -> None:
        kind, *numbers = rest.split() or [""]
        if kind.upper() not in ("F", "H", "Z"):
            raise self._fail(_("{kind!r} is not a kind of bye"), place, kind=kind)
        round_number, *players = self._numbers(" ".join(numbers), place) or [0]
        self.byes += [_ByeRecord(kind.upper(), round_number, player, place) for player in players]

    def _absent_by_round(self, next_round: int) -> None:
        """Add the players with a zero-point bye in the next round; byes of earlier rounds are in the player lines."""
        for bye in self.byes:
            self._refuse_unknown(bye.player, bye.place)
            if bye.round > next_round or (bye.round == next_round and bye.kind != "Z"):
                reason = _("a bye {kind} in round {number}: this is not supported")
                raise self._fail(reason, bye.place, kind=bye.kind, number=bye.round)
            if bye.round == next_round:
                self.absent[bye.player] = bye.place

    def _exclusions(self, planned: int, next_round: int) -> tuple[tuple[str, str], ...]:
        """Return the pairing exclusions of all remaining rounds; those of past rounds are ignored."""
        pairs: dict[tuple[str, str], None] = {}
        for each in self.apart:
            for number in each.players:
                self._refuse_unknown(number, each.place)
            if len(set(each.players)) < 2:
                raise self._fail(_("a pairing exclusion needs at least two players"), each.place)
            if each.last is not None and each.last < next_round:
                continue
            if each.first > next_round or (each.last is not None and each.last < planned):
                raise self._fail(_("a pairing exclusion for some rounds only: this is not supported"), each.place)
            for a, b in combinations(sorted(set(each.players)), 2):
                pairs[str(a), str(b)] = None
        for _number, players in self.double_losses:  # these players have met, so the exclusion says nothing more
            a, b = sorted(players)
            pairs.pop((str(a), str(b)), None)
        return tuple(pairs)

    def _refuse_unknown(self, number: int, place: int) -> None:
        if number not in self.names:
            raise self._fail(_("there is no player {number}"), place, number=number)

    def _player(self, line: str, place: int) -> None:
        number = self._number(line[4:8], place)
        if number in self.names or not number:
            reason = _("player {number} appears twice") if number else _("a player has the number 0")
            raise self._fail(reason, place, number=number)
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
            raise self._fail(_("{sign!r}: this is not supported"), place, sign=text.strip())
        if not opponent and sign not in "FUZ-+":
            raise self._fail(_("{sign!r}: a result without an opponent"), place, sign=text.strip())
        return TrfCell(opponent, colour, sign)

    def _last(self, cells: Sequence[TrfCell | None]) -> int:
        """Return the last round with a cell other than an absence."""
        return max((place for place, cell in enumerate(cells, 1) if cell and cell.sign != "Z"), default=0)

    def _round(self, number: int, entries: Mapping[int, EventEntry]) -> PlayedRound:
        here = {player: cells[number - 1] for player, cells in sorted(self.cells.items()) if len(cells) >= number}
        filled = {player: cell for player, cell in here.items() if cell}
        matches = [self._match(player, cell, filled, number) for player, cell in filled.items() if cell.opponent]
        alone = {player: cell.sign for player, cell in filled.items() if not cell.opponent}
        forfeit = {
            player
            for player, cell in filled.items()
            if self._both_forfeit(cell, filled) and not self._is_double_loss(number, player, cell)
        }
        missed = forfeit | {
            player
            for player, sign in alone.items()
            if sign == "-" or (sign == "Z" and not _has_dropped(entries[player], number))
        }
        byes = [str(player) for player, sign in alone.items() if sign in "FU+"]
        return PlayedRound(
            number, tuple(match for match in matches if match), tuple(byes), tuple(map(str, sorted(missed)))
        )

    def _is_double_loss(self, number: int, player: int, cell: TrfCell) -> bool:
        return (number, frozenset((player, cell.opponent))) in self.double_losses

    def _both_forfeit(self, cell: TrfCell, cells: dict[int, TrfCell]) -> bool:
        other = cells.get(cell.opponent)
        return other is not None and cell.sign == other.sign == "-"

    def _match(self, player: int, cell: TrfCell, cells: dict[int, TrfCell], number: int) -> PlayedMatch | None:
        """Return the match of ``player`` if this is White's line, else None, so that each match is returned once.

        Without colours, the player with the lower number counts as White.
        """
        other = cells.get(cell.opponent)
        if other is None or other.opponent != player:
            reason = _("round {number}: {player} met {opponent}, whose line contradicts this")
            raise self._fail(reason, self.lines[player], number=number, player=player, opponent=cell.opponent)
        first = cell.colour == "w" or (cell.colour == "-" and other.colour == "-" and player < cell.opponent)
        if {cell.colour, other.colour} not in ({"w", "b"}, {"-"}):
            reason = _("round {number}: {player} and {opponent} do not have opposite colours")
            raise self._fail(reason, self.lines[player], number=number, player=player, opponent=cell.opponent)
        a, b = RESULT_OF_SIGN[cell.sign], RESULT_OF_SIGN[other.sign]
        is_marked = self._is_double_loss(number, player, cell)
        if not first or (cell.sign == other.sign == "-" and not is_marked):
            return None
        both_lost = a == b == "0" and (is_marked or "-" not in (cell.sign, other.sign))
        if not both_lost and (a, b) not in {("1", "0"), ("0", "1"), ("=", "=")}:
            reason = _("round {number}: {player} {sign}, {opponent} {other_sign}")
            signs = {"sign": cell.sign, "other_sign": other.sign}
            place = self.lines[player]
            raise self._fail(reason, place, number=number, player=player, opponent=cell.opponent, **signs)
        players = str(player), str(cell.opponent)
        return PlayedMatch(*players, int(a == "1"), int(b == "1"), int(a == "="), double_loss=both_lost)

    def _entry(self, number: int, played: int, planned: int) -> EventEntry:
        cells, last = self.cells[number], self._last(self.cells[number])
        # After the last announced round, there is no cell for the next one.
        decisive = played if played < planned else played - 1
        away = last <= decisive < len(cells) and cells[decisive] is not None  # its only sign can be Z
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
            raise self._fail(_("{value!r} is not a number"), place, value=text.strip())
        return int(text)

    def _fail(self, reason: Wording, line: int, **details: Any) -> UnreadableError:
        place = Translatable(_("line {line}"), line=line)
        return UnreadableError(reason, file=self.file, place=place, **details)


def _has_dropped(entry: EventEntry, number: int) -> bool:
    """Return whether a player had dropped before round ``number``."""
    return entry.dropped_after_round is not None and entry.dropped_after_round < number
