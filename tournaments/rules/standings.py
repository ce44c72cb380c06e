"""The table of an event, or of one pod: who stands where, and by what."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.rules.history import Tournament
from tournaments.rules.tiebreaks import RULESETS, Record, Ruleset, scores

MTR = RULESETS["mtr"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One row; ``values`` holds the columns of the ruleset in the order they decide."""

    rank: int
    player: str
    values: Mapping[str, Fraction]
    record: Record


def standings(
    tournament: Tournament, *, ruleset: Ruleset = MTR, among: Collection[str] | None = None
) -> list[Standing]:
    """Return the rows, the best first; exact ties share a rank, and keep the order of entry.

    ``among`` names the players of one pod. The dropped stay; the disqualified leave the
    list while their results go on counting for their opponents (DRF-OP-7, MTR appendix C).
    """
    all_scores = scores(tournament, ruleset)
    listed = [
        entry.id for entry in tournament.entries if not entry.disqualified and (among is None or entry.id in among)
    ]
    columns = [all_scores.columns[code] for code in ruleset.order]
    values = {player: tuple(column[player] for column in columns) for player in listed}
    rows = sorted(listed, key=values.__getitem__, reverse=True)
    return [
        Standing(rank, player, dict(zip(ruleset.order, values[player], strict=True)), all_scores.records[player])
        for rank, player in _ranked(rows, values)
    ]


def _ranked(rows: list[str], values: Mapping[str, tuple[Fraction, ...]]) -> Iterator[tuple[int, str]]:
    rank = 1
    for _values, tied in groupby(rows, key=values.__getitem__):
        players = list(tied)
        yield from ((rank, player) for player in players)
        rank += len(players)
