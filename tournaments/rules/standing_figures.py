"""Explain each figure of the standings: opponents, floors and ceilings, byes left out, sum and division.

Everything is recomputed from single matches with fractions; the values are equal to those of `standings`.
"""

from collections.abc import Collection, Sequence
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
    """Match points: matches won without the ``byes``, drawn and lost, and the points for each."""

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
    """A percentage, ``got`` / ``of``, bounded by ``floor`` and ``ceiling``; the floor if nothing was played."""

    got: int
    of: int
    floor: Fraction
    ceiling: Fraction
    kind = "share"

    @property
    def plain(self) -> Fraction | None:
        """The percentage without floor and ceiling; None if nothing was played."""
        return Fraction(self.got, self.of) if self.of else None

    @property
    def value(self) -> Fraction:
        return min(max(self.plain or Fraction(0), self.floor), self.ceiling)

    @property
    def bound(self) -> str:
        """The bound that applies: "floor", "ceiling", or "" for none."""
        if self.plain is None or self.plain < self.floor:
            return "floor"
        return "ceiling" if self.plain > self.ceiling else ""


@dataclass(frozen=True, slots=True)
class MeanTerm:
    """An opponent in a mean, met in ``round``; ``share`` is their percentage, None for a mean of means."""

    round: int
    opponent: str
    name: str
    value: Fraction
    share: ShareFigure | None = None


@dataclass(frozen=True, slots=True)
class MeanFigure:
    """The mean of the ``terms``, the ``floor`` if there are none; ``byes`` and ``missed`` rounds have no term."""

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
    """The match points from matches between tied players; 0 unless the head-to-head tie-breaker decides.

    ``others`` are the names of the other tied players; the values of the ``terms`` are match points.
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
    """The matches of a player with their round numbers, and the rounds with a bye or missed."""

    matches: list[tuple[int, PlayedMatch]] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)


def explain_standings(
    tournament: Tournament,
    *,
    ruleset: TieBreakRules | None = None,
    among: Collection[str] | None = None,
    players: Collection[str] | None = None,
) -> dict[str, dict[str, Figure]]:
    """Return the figures of every listed player, by id and column, in the order of the tie-breakers.

    With ``players``, only theirs are returned; they are compared with all listed players nevertheless.
    """
    rules = ruleset or TIE_BREAK_RULES[tournament.ruleset]
    build, tied = _FigureBuilder(tournament, rules), dict[str, TiedGroup]()
    if players is None or "head_to_head" in rules.order:
        rows = standings(tournament, ruleset=rules, among=among)
        players = [row.player for row in rows if players is None or row.player in players]
        tied = _tied_groups(tournament, rules, rows) if "head_to_head" in rules.order else {}
    return {
        player: {
            code: build.tied(player, tied[player]) if code == "head_to_head" else build.figure(code, player)
            for code in rules.order
        }
        for player in players
    }


class _FigureBuilder:
    def __init__(self, tournament: Tournament, rules: TieBreakRules) -> None:
        self.rules, self.records, self.left = rules, match_records(tournament, rules), set(tournament.left_players)
        self.names = {entry.id: entry.name or entry.id for entry in tournament.entries}
        self.rounds_of = _rounds_by_player(tournament)
        self.omw: dict[str, MeanFigure] = {}
        self.shares: dict[tuple[str, str], tuple[ShareFigure, Fraction]] = {}

    def figure(self, code: str, player: str) -> Figure:
        if code == "match_points":
            return self.points(self.records[player])
        if code == "gw":
            return self.share(player, game_share_parts(self.records[player], self.rules))
        return self.mean(code, player)

    def points(self, record: MatchRecord) -> MatchPointsFigure:
        points = self.rules.win, self.rules.bye, self.rules.draw
        return MatchPointsFigure(record.wins - record.byes, record.byes, record.draws, record.losses, *points)

    def share(self, player: str, parts: tuple[int, int]) -> ShareFigure:
        ceiling = self.rules.dropped_ceiling if player in self.left else Fraction(1)
        return ShareFigure(*parts, self.rules.floor, ceiling)

    def mean(self, code: str, player: str) -> MeanFigure:
        if code == "omw" and player in self.omw:
            return self.omw[player]
        rounds = self.rounds_of[player]
        terms = [self.term(code, number, _other(match, player)) for number, match in rounds.matches]
        figure = MeanFigure(terms, rounds.byes, rounds.missed, self.rules.floor)
        if code == "omw":
            self.omw[player] = figure
        return figure

    def term(self, code: str, number: int, opponent: str) -> MeanTerm:
        if code == "oomw":
            return MeanTerm(number, opponent, self.names[opponent], self.mean("omw", opponent).value)
        share, value = self.averaged_share(code, opponent)
        return MeanTerm(number, opponent, self.names[opponent], value, share)

    def averaged_share(self, code: str, player: str) -> tuple[ShareFigure, Fraction]:
        """Return the percentage of ``player`` that is averaged in ``code``, and its value. All opponents share it."""
        found = self.shares.get((code, player))
        if found is None:
            parts = match_share_parts if code == "omw" else game_share_parts
            share = self.share(player, parts(self.records[player], self.rules))
            found = self.shares[code, player] = share, share.value
        return found

    def tied(self, player: str, group: TiedGroup) -> HeadToHeadFigure:
        others = [self.names[other] for other in group.players if other != player]
        terms = [
            MeanTerm(number, other, self.names[other], Fraction(match_points(match, player, self.rules)))
            for number, match in group.matches
            if player in (match.a, match.b)
            for other in [_other(match, player)]
        ]
        return HeadToHeadFigure(others, group.decides(self.rules), terms)


def _rounds_by_player(tournament: Tournament) -> dict[str, _PlayerRounds]:
    rounds = {entry.id: _PlayerRounds() for entry in tournament.entries}
    for played in tournament.rounds:
        for match in played.matches:
            rounds[match.a].matches.append((played.number, match))
            rounds[match.b].matches.append((played.number, match))
        for player in played.byes:
            rounds[player].byes.append(played.number)
        for player in played.missed:
            rounds[player].missed.append(played.number)
    return rounds


def _tied_groups(tournament: Tournament, rules: TieBreakRules, rows: Sequence[Standing]) -> dict[str, TiedGroup]:
    """Return the group of each player: those who are tied in all columns before the head-to-head tie-breaker."""
    before = rules.order.index("head_to_head")
    groups: dict[tuple[int, ...], list[str]] = {}
    for row in rows:
        groups.setdefault(row.scaled[:before], []).append(row.player)
    return {player: group for group in tied_groups(tournament, groups.values()) for player in group.players}


def _other(match: PlayedMatch, player: str) -> str:
    return match.b if match.a == player else match.a
