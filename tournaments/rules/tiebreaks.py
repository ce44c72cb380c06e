"""Match points and tie-breakers, exact to the last fraction.

    column         what it is                                                    source
    match_points   3 for a won match, 1 for a drawn one; a bye is won 2-0        ENE-X.4, MTR appendix C
    omw            mean of the opponents' match-win shares, bye rounds left out  MTR appendix C
    gw             game points / (3 x games), never below the floor              MTR appendix C
    ogw            mean of the opponents' game-win shares, bye rounds left out   MTR appendix C

A match-win share is match points / (3 x rounds), never below the floor. The floor is
0.33, not 1/3: the difference changes orders.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from tournaments.rules.history import Match, Tournament


@dataclass(frozen=True, slots=True)
class Ruleset:
    """How results count and in which order columns decide; the defaults are the MTR's (DRF-OP-7)."""

    code: str = "mtr"
    win: int = 3
    draw: int = 1
    bye_games: int = 2
    floor: Fraction = Fraction(33, 100)
    order: tuple[str, ...] = ("match_points", "omw", "gw", "ogw")


RULESETS = {ruleset.code: ruleset for ruleset in (Ruleset(),)}


@dataclass(slots=True)
class Record:
    """What one player has done so far. ``opponents`` are in the order met, rematches repeated."""

    match_points: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    game_points: int = 0
    games: int = 0
    opponents: list[str] = field(default_factory=list)

    @property
    def rounds(self) -> int:
        return self.wins + self.losses + self.draws

    def __str__(self) -> str:
        return f"{self.wins}-{self.losses}-{self.draws}"


@dataclass(frozen=True, slots=True)
class Scores:
    """Every player's record and shares, by id: the arithmetic behind each column."""

    records: Mapping[str, Record]
    match_shares: Mapping[str, Fraction]
    game_shares: Mapping[str, Fraction]
    columns: Mapping[str, Mapping[str, Fraction]]


def tally(tournament: Tournament, ruleset: Ruleset) -> dict[str, Record]:
    """Return the records of all entries, the dropped and the disqualified among them."""
    records = {entry.id: Record() for entry in tournament.entries}
    for played in tournament.rounds:
        for match in played.matches:
            _count(records[match.a], match, match.games_a, match.b, ruleset)
            _count(records[match.b], match, match.games_b, match.a, ruleset)
        for player in played.byes:
            _count_bye(records[player], ruleset)
        for player in played.missed:
            records[player].losses += 1
    return records


def _count(record: Record, match: Match, won: int, opponent: str, ruleset: Ruleset) -> None:
    games = match.games_a + match.games_b
    lost = games - won
    record.wins += won > lost
    record.losses += won < lost
    record.draws += won == lost
    record.match_points += ruleset.win * (won > lost) + ruleset.draw * (won == lost)
    record.game_points += ruleset.win * won + ruleset.draw * match.games_drawn
    record.games += games + match.games_drawn
    record.opponents.append(opponent)


def _count_bye(record: Record, ruleset: Ruleset) -> None:
    record.wins += 1
    record.match_points += ruleset.win
    record.game_points += ruleset.win * ruleset.bye_games
    record.games += ruleset.bye_games


def scores(tournament: Tournament, ruleset: Ruleset) -> Scores:
    """Return all records and columns of ``tournament``."""
    records = tally(tournament, ruleset)
    matches = {id_: _share(record.match_points, record.rounds, ruleset) for id_, record in records.items()}
    games = {id_: _share(record.game_points, record.games, ruleset) for id_, record in records.items()}
    columns = {
        "match_points": {id_: Fraction(record.match_points) for id_, record in records.items()},
        "omw": _opponents_mean(records, matches, ruleset),
        "gw": games,
        "ogw": _opponents_mean(records, games, ruleset),
    }
    return Scores(records, matches, games, columns)


def _share(points: int, played: int, ruleset: Ruleset) -> Fraction:
    if not played:
        return ruleset.floor
    return max(ruleset.floor, Fraction(points, ruleset.win * played))


def _opponents_mean(
    records: Mapping[str, Record], shares: Mapping[str, Fraction], ruleset: Ruleset
) -> dict[str, Fraction]:
    # Sums of integers over one common denominator: as exact as fractions, and much faster.
    scale = lcm(*{share.denominator for share in shares.values()})
    scaled = {id_: share.numerator * (scale // share.denominator) for id_, share in shares.items()}
    return {
        id_: Fraction(sum(scaled[opponent] for opponent in record.opponents), scale * len(record.opponents))
        if record.opponents
        else ruleset.floor
        for id_, record in records.items()
    }
