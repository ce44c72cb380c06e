"""The standings of an event or of one pod."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.rules.head_to_head import tied_groups
from tournaments.rules.history import Tournament
from tournaments.rules.rulesets import MTR, TIE_BREAK_RULES, TieBreakRules
from tournaments.rules.tiebreaks import MatchRecord, TieBreakColumn, TieBreakScores, tie_break_scores

__all__ = ["MTR", "Standing", "standings"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings; ``scaled`` has the tie-breakers in order, as integers over ``scales``.

    After a top cut, the cut decides the ``rank``; ``swiss_rank`` is the rank by tie-breakers.
    """

    rank: int
    player: str
    record: MatchRecord
    scaled: tuple[int, ...]
    scales: Mapping[str, int]
    swiss_rank: int | None = None

    @property
    def values(self) -> dict[str, Fraction]:
        """The tie-breakers by their codes, in order."""
        scales = self.scales.items()
        return {code: Fraction(figure, scale) for (code, scale), figure in zip(scales, self.scaled, strict=True)}


def standings(
    tournament: Tournament, *, ruleset: TieBreakRules | None = None, among: Collection[str] | None = None
) -> list[Standing]:
    """Return the rows, the best first; players in an exact tie share a rank, and are in the order of entry.

    ``ruleset`` defaults to that of the tournament; ``among`` are the players of one pod. Dropped players stay in the
    standings. Disqualified players are removed, but their results still count for their opponents (DRF-OP-7, MTR
    appendix C).
    """
    ruleset = ruleset or TIE_BREAK_RULES[tournament.ruleset]
    return rank_players(tournament, tie_break_scores(tournament, ruleset), ruleset, among)


def rank_players(
    tournament: Tournament, scores: TieBreakScores, ruleset: TieBreakRules, among: Collection[str] | None = None
) -> list[Standing]:
    """Return the rows of `standings` from tie-break ``scores``."""
    wanted = None if among is None else set(among)
    listed = [
        entry.id for entry in tournament.entries if not entry.disqualified and (wanted is None or entry.id in wanted)
    ]
    columns = dict(scores.columns)
    if "head_to_head" in ruleset.order:
        before = ruleset.order[: ruleset.order.index("head_to_head")]
        columns["head_to_head"] = _head_to_head(tournament, ruleset, listed, [columns[code] for code in before])
    scales = {code: columns[code].scale for code in ruleset.order}
    keys = _keys(listed, [columns[code] for code in ruleset.order])
    return [
        Standing(rank, player, scores.records[player], keys[player], scales) for rank, player in _ranked(listed, keys)
    ]


def _keys(players: Sequence[str], columns: Sequence[TieBreakColumn]) -> dict[str, tuple[int, ...]]:
    rows = zip(*([column.scaled[player] for player in players] for column in columns), strict=True)
    return dict(zip(players, rows, strict=True))


def _head_to_head(
    tournament: Tournament, ruleset: TieBreakRules, listed: Sequence[str], before: Sequence[TieBreakColumn]
) -> TieBreakColumn:
    """Return the match points from matches between players who are tied on the columns ``before``."""
    keys = _keys(listed, before)
    tied = [list(group) for _key, group in groupby(sorted(listed, key=keys.__getitem__), key=keys.__getitem__)]
    points = dict.fromkeys(listed, 0)
    for group in tied_groups(tournament, [players for players in tied if len(players) > 1]):
        points |= group.points(ruleset)
    return TieBreakColumn(1, points)


def _ranked(players: Sequence[str], keys: Mapping[str, tuple[int, ...]]) -> Iterator[tuple[int, str]]:
    rank, before = 0, None
    for place, player in enumerate(sorted(players, key=keys.__getitem__, reverse=True), 1):
        if keys[player] != before:
            rank, before = place, keys[player]
        yield rank, player
