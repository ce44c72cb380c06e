"""How each figure of the standings came about: opponents, floors, byes left out, the sum and its division.

Everything is added up again from the matches, one by one and in fractions; it comes out as `standings` says.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from tournaments.rules.head_to_head import TiedGroup, match_points, tied_groups
from tournaments.rules.history import PlayedMatch, Tournament
from tournaments.rules.rulesets import TIE_BREAK_RULES, TieBreakRules
from tournaments.rules.standings import Standing, standings
from tournaments.rules.tiebreaks import MatchRecord, game_share_parts, match_records, match_share_parts


@dataclass(frozen=True, slots=True)
class MatchPointsFigure:
    """Match points: won matches without the ``byes``, drawn and lost ones, and what each is worth."""

    wins: int
    byes: int
    draws: int
    losses: int
    win: int
    bye: int
    draw: int
    kind = "points"

    @property
    def value(self) -> Fraction:
        return Fraction(self.win * self.wins + self.bye * self.byes + self.draw * self.draws)


@dataclass(frozen=True, slots=True)
class ShareFigure:
    """``got`` of ``of``: the ``floor`` if that is more or nothing was played, the ``ceiling`` if that is less."""

    got: int
    of: int
    floor: Fraction
    ceiling: Fraction
    kind = "share"

    @property
    def plain(self) -> Fraction | None:
        """The share before floor and ceiling; None if nothing was played."""
        return Fraction(self.got, self.of) if self.of else None

    @property
    def value(self) -> Fraction:
        return min(max(self.plain or Fraction(0), self.floor), self.ceiling)

    @property
    def bound(self) -> str:
        """What it was raised or lowered to: "floor", "ceiling", or "" for neither."""
        if self.plain is None or self.plain < self.floor:
            return "floor"
        return "ceiling" if self.plain > self.ceiling else ""


@dataclass(frozen=True, slots=True)
class MeanTerm:
    """One opponent in a mean, met in ``round``, with the ``share`` that counts, or the mean of their own opponents."""

    round: int
    opponent: str
    name: str
    value: Fraction
    share: ShareFigure | None = None


@dataclass(frozen=True, slots=True)
class MeanFigure:
    """The mean of the ``terms``; the ``floor`` without any. The rounds of ``byes`` and those ``missed`` have none."""

    terms: Sequence[MeanTerm]
    byes: Sequence[int]
    missed: Sequence[int]
    floor: Fraction
    kind = "mean"

    @property
    def total(self) -> Fraction:
        return sum((term.value for term in self.terms), Fraction(0))

    @property
    def value(self) -> Fraction:
        return self.total / len(self.terms) if self.terms else self.floor


@dataclass(frozen=True, slots=True)
class HeadToHeadFigure:
    """The match points from matches against those who are tied; nothing unless the matches decide.

    ``others`` are their names, none where nobody is tied; each of the ``terms`` is worth match points.
    """

    others: Sequence[str]
    decides: bool
    terms: Sequence[MeanTerm]
    kind = "tied"

    @property
    def value(self) -> Fraction:
        return sum((term.value for term in self.terms), Fraction(0)) if self.decides else Fraction(0)


Figure: TypeAlias = MatchPointsFigure | ShareFigure | MeanFigure | HeadToHeadFigure


@dataclass(slots=True)
class _PlayerRounds:
    """What one player went through: matches with their rounds, rounds with a bye, rounds missed."""

    matches: list[tuple[int, PlayedMatch]] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)


def explain_standings(
    tournament: Tournament, *, ruleset: TieBreakRules | None = None, among: Collection[str] | None = None
) -> dict[str, dict[str, Figure]]:
    """Return the figures of every listed player, by id and by column in the order they decide."""
    rules = ruleset or TIE_BREAK_RULES[tournament.ruleset]
    book, rows = _FigureBuilder(tournament, rules), standings(tournament, ruleset=rules, among=among)
    tied = _tied_groups(tournament, rules, rows) if "head_to_head" in rules.order else {}
    return {
        row.player: {
            code: book.tied(row.player, tied[row.player]) if code == "head_to_head" else book.figure(code, row.player)
            for code in rules.order
        }
        for row in rows
    }


class _FigureBuilder:
    def __init__(self, tournament: Tournament, rules: TieBreakRules) -> None:
        self.rules, self.records, self.left = rules, match_records(tournament, rules), set(tournament.left_players)
        self.names = {entry.id: entry.name or entry.id for entry in tournament.entries}
        self.paths = _paths(tournament)
        self.omw: dict[str, MeanFigure] = {}

    def figure(self, code: str, player: str) -> Figure:
        if code == "match_points":
            return self.points(self.records[player])
        if code == "gw":
            return self.share(player, game_share_parts(self.records[player], self.rules))
        return self.mean(code, player)

    def points(self, record: MatchRecord) -> MatchPointsFigure:
        worth = self.rules.win, self.rules.bye, self.rules.draw
        return MatchPointsFigure(record.wins - record.byes, record.byes, record.draws, record.losses, *worth)

    def share(self, player: str, parts: tuple[int, int]) -> ShareFigure:
        ceiling = self.rules.dropped_ceiling if player in self.left else Fraction(1)
        return ShareFigure(*parts, self.rules.floor, ceiling)

    def mean(self, code: str, player: str) -> MeanFigure:
        if code == "omw" and player in self.omw:
            return self.omw[player]
        path = self.paths[player]
        terms = [self.term(code, number, _other(match, player)) for number, match in path.matches]
        found = MeanFigure(terms, path.byes, path.missed, self.rules.floor)
        if code == "omw":
            self.omw[player] = found
        return found

    def term(self, code: str, number: int, opponent: str) -> MeanTerm:
        if code == "oomw":
            return MeanTerm(number, opponent, self.names[opponent], self.mean("omw", opponent).value)
        parts = match_share_parts if code == "omw" else game_share_parts
        share = self.share(opponent, parts(self.records[opponent], self.rules))
        return MeanTerm(number, opponent, self.names[opponent], share.value, share)

    def tied(self, player: str, meeting: TiedGroup) -> HeadToHeadFigure:
        others = [self.names[other] for other in meeting.players if other != player]
        terms = [
            MeanTerm(number, other, self.names[other], Fraction(match_points(match, player, self.rules)))
            for number, match in meeting.matches
            if player in (match.a, match.b)
            for other in [_other(match, player)]
        ]
        return HeadToHeadFigure(others, meeting.decides(self.rules), terms)


def _paths(tournament: Tournament) -> dict[str, _PlayerRounds]:
    paths = {entry.id: _PlayerRounds() for entry in tournament.entries}
    for played in tournament.rounds:
        for match in played.matches:
            paths[match.a].matches.append((played.number, match))
            paths[match.b].matches.append((played.number, match))
        for player in played.byes:
            paths[player].byes.append(played.number)
        for player in played.missed:
            paths[player].missed.append(played.number)
    return paths


def _tied_groups(tournament: Tournament, rules: TieBreakRules, rows: Sequence[Standing]) -> Mapping[str, TiedGroup]:
    """The meeting of each player with those who are equal in all columns before the head to head."""
    before = rules.order.index("head_to_head")
    groups: dict[tuple[int, ...], list[str]] = {}
    for row in rows:
        groups.setdefault(row.scaled[:before], []).append(row.player)
    found = tied_groups(tournament, groups.values())
    return {player: meeting for meeting in found for player in meeting.players}


def _other(match: PlayedMatch, player: str) -> str:
    return match.b if match.a == player else match.a
