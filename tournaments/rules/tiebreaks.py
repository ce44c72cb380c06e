"""Match points and tie-breakers, computed exactly; rulesets.py defines the columns.

All percentages of a column are integers over a common denominator, its scale. This is as exact as fractions, and much
faster.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from tournaments.rules.history import PlayedMatch, Tournament
from tournaments.rules.rulesets import TIE_BREAK_RULES, ShareBasis, TieBreakRules

__all__ = [
    "TIE_BREAK_RULES",
    "MatchRecord",
    "TieBreakColumn",
    "TieBreakRules",
    "TieBreakScores",
    "match_records",
    "tie_break_scores",
]


@dataclass(slots=True)
class MatchRecord:
    """The record of a player. ``opponents`` are in the order met, with rematches repeated; ``wins`` include byes."""

    match_points: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    byes: int = 0
    game_points: int = 0
    games: int = 0
    opponents: list[str] = field(default_factory=list)

    @property
    def rounds(self) -> int:
        return self.wins + self.losses + self.draws

    def __str__(self) -> str:
        return f"{self.wins}-{self.losses}-{self.draws}"


@dataclass(frozen=True, slots=True)
class TieBreakColumn(Mapping[str, Fraction]):
    """A tie-breaker of every player, as ``scaled`` integers over ``scale``."""

    scale: int
    scaled: Mapping[str, int]

    def __getitem__(self, player: str) -> Fraction:
        return Fraction(self.scaled[player], self.scale)

    def __iter__(self) -> Iterator[str]:
        return iter(self.scaled)

    def __len__(self) -> int:
        return len(self.scaled)


@dataclass(frozen=True, slots=True)
class TieBreakScores:
    """The records and percentages of all players by id, and all columns of the rule set except head-to-head.

    Head-to-head can only be computed within groups of tied players.
    """

    records: Mapping[str, MatchRecord]
    match_shares: TieBreakColumn
    game_shares: TieBreakColumn
    columns: Mapping[str, TieBreakColumn]


def match_records(tournament: Tournament, ruleset: TieBreakRules) -> dict[str, MatchRecord]:
    """Return the records of all entries, including dropped and disqualified players."""
    records = {entry.id: MatchRecord() for entry in tournament.entries}
    for played in tournament.rounds:
        for match in played.matches:
            _add_match(match, records[match.a], records[match.b], ruleset)
        for player in played.byes:
            records[player].wins += 1
            records[player].byes += 1
        for player in played.missed:
            records[player].losses += 1
    for record in records.values():
        _add_byes(record, ruleset)
    return records


def _add_match(match: PlayedMatch, a: MatchRecord, b: MatchRecord, ruleset: TieBreakRules) -> None:
    won, lost, drawn = match.games_a, match.games_b, match.games_drawn
    a.game_points += ruleset.game_win * won + ruleset.game_draw * drawn
    b.game_points += ruleset.game_win * lost + ruleset.game_draw * drawn
    a.games += won + lost + drawn
    b.games += won + lost + drawn
    a.opponents.append(match.b)
    b.opponents.append(match.a)
    if match.double_loss:
        a.losses += 1
        b.losses += 1
    elif won == lost:
        a.draws += 1
        b.draws += 1
    else:
        winner, loser = (a, b) if won > lost else (b, a)
        winner.wins += 1
        loser.losses += 1


def _add_byes(record: MatchRecord, ruleset: TieBreakRules) -> None:
    """Add the match points, and the game points of byes."""
    record.match_points = ruleset.win * (record.wins - record.byes) + ruleset.draw * record.draws
    if record.byes:
        record.match_points += ruleset.bye * record.byes
        record.game_points += ruleset.game_win * ruleset.bye_games * record.byes
        record.games += ruleset.bye_games * record.byes


def tie_break_scores(tournament: Tournament, ruleset: TieBreakRules) -> TieBreakScores:
    """Return the records and percentages of all players, and the columns of ``ruleset``."""
    records = match_records(tournament, ruleset)
    left = tournament.left_players
    matches = _shares({id_: match_share_parts(record, ruleset) for id_, record in records.items()}, left, ruleset)
    games = _shares({id_: game_share_parts(record, ruleset) for id_, record in records.items()}, left, ruleset)
    columns = {"match_points": TieBreakColumn(1, {id_: record.match_points for id_, record in records.items()})}
    for code in ruleset.order:
        if code == "omw":
            columns[code] = _means(records, matches, ruleset)
        elif code == "oomw":
            columns[code] = _means(records, _means(records, matches, ruleset), ruleset)
        elif code == "gw":
            columns[code] = games
        elif code == "ogw":
            columns[code] = _means(records, games, ruleset)
    return TieBreakScores(records, matches, games, columns)


def match_share_parts(record: MatchRecord, ruleset: TieBreakRules) -> tuple[int, int]:
    """Return numerator and denominator of a match-win percentage: match points or wins, and their maximum."""
    byes = 0 if ruleset.own_byes else record.byes
    rounds = record.wins + record.losses + record.draws - byes
    if ruleset.share is ShareBasis.WINS:
        return record.wins - byes, rounds
    return record.match_points - ruleset.bye * byes, ruleset.win * rounds


def game_share_parts(record: MatchRecord, ruleset: TieBreakRules) -> tuple[int, int]:
    """Return numerator and denominator of a game-win percentage: game points, and their maximum."""
    byes = 0 if ruleset.own_byes else ruleset.bye_games * record.byes
    return record.game_points - ruleset.game_win * byes, ruleset.game_win * (record.games - byes)


def _shares(parts: Mapping[str, tuple[int, int]], left: Iterable[str], ruleset: TieBreakRules) -> TieBreakColumn:
    """Return the percentages, bounded by the floor, and for players who have ``left`` by the ceiling.

    The percentage of a player without matches is the floor.
    """
    floor, ceiling = ruleset.floor, ruleset.dropped_ceiling
    denominators = {of for _got, of in parts.values() if of}
    scale = lcm(floor.denominator, ceiling.denominator, *denominators)
    unit = {of: scale // of for of in denominators} | {0: 0}
    least, most = int(floor * scale), int(ceiling * scale)
    scaled = {}
    for player, (got, of) in parts.items():
        share = got * unit[of]
        scaled[player] = max(least, share)
    for player in left:
        scaled[player] = min(scaled[player], most)
    return TieBreakColumn(scale, scaled)


def _means(records: Mapping[str, MatchRecord], of: TieBreakColumn, ruleset: TieBreakRules) -> TieBreakColumn:
    """Return the mean of column ``of`` over the opponents of each player; the floor without opponents."""
    counts = {len(record.opponents) for record in records.values()} - {0}
    parts = lcm(ruleset.floor.denominator, *counts)
    unit = {count: parts // count for count in counts}
    scale, scaled = of.scale * parts, of.scaled
    floor = int(ruleset.floor * scale)
    return TieBreakColumn(
        scale,
        {
            id_: sum([scaled[other] for other in record.opponents]) * unit[len(record.opponents)]
            if record.opponents
            else floor
            for id_, record in records.items()
        },
    )
