"""Outlooks for the last round: the exact set of ranks that each result of a player can still lead to.

The search is exhaustive over the results of the open matches (win, draw, loss), and, where games break a tie, over all
scores of at most four games. Double losses and further penalties, which officials decide on, are not considered.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from math import lcm

from tournaments.rules.history import PlayedMatch, Tournament
from tournaments.rules.rulesets import GAME_COLUMNS, TIE_BREAK_RULES, TieBreakRules
from tournaments.rules.standings import standings
from tournaments.rules.tiebreaks import game_share_parts, match_records

Score = tuple[int, int, int]
"""Games won by the player, games won by the opponent, and games drawn."""
OpenPair = tuple[str, str]
OpenResults = tuple[str, ...]
"""The results of the open matches, each from the point of view of its first player."""
RanksByScore = dict[Score | None, set[int]]
"""The possible ranks of a player by the score of their match; None for any score, or without a match."""

MAX_PLAYERS, MAX_GAMES = 8, 4
WIN, DRAW, LOSS, ANY = "win", "draw", "loss", "any"
RESULTS = (WIN, DRAW, LOSS)
SCORES_BY_RESULT: Mapping[str, Sequence[Score]] = {
    result: [
        (won, lost, drawn) for won, lost in decided for drawn in range(MAX_GAMES - won - lost + 1) if won + lost + drawn
    ]
    for result, decided in {
        WIN: [(2, 0), (2, 1), (1, 0)],
        DRAW: [(1, 1), (0, 0)],
        LOSS: [(0, 2), (1, 2), (0, 1)],
    }.items()
}
"""The possible scores of each result, for its first player (DRF-4.3); a match can end 1-0 when time is called."""


@dataclass(frozen=True, slots=True)
class OutlookCondition:
    """The results of another match that decide about a rank.

    ``certain`` has the results of ``a`` that make it certain, ``against`` those that rule it out.
    """

    a: str
    b: str
    certain: tuple[str, ...]
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """The ``ranks`` that a result of a player can lead to, the best first, and the ranks for each score.

    If there are several ranks, ``conditions`` are those of the best one.
    """

    ranks: tuple[int, ...]
    by_score: Mapping[Score, tuple[int, ...]]
    conditions: tuple[OutlookCondition, ...]

    @property
    def score_matters(self) -> bool:
        """Whether the scores of this result lead to different ranks."""
        return len(set(self.by_score.values())) > 1


def find_outlooks(
    tournament: Tournament, open_matches: Sequence[OpenPair], *, among: Collection[str] | None = None
) -> dict[str, dict[str, Outlook]]:
    """Return the outlook of each listed player after "win", "draw" and "loss", or "any" if the player's match is over.

    ``open_matches`` are the matches of the last round without a result, which ``tournament`` does not contain. The
    answer is empty if there are none, if there are more than eight players, and in the first round, where every rank
    is open.
    """
    listed = [entry.id for entry in tournament.entries if among is None or entry.id in among]
    if not open_matches or len(listed) > MAX_PLAYERS or len(tournament.rounds) < 2:
        return {}
    return _OutlookSearch(tournament, open_matches, listed).run()


class _OutlookSearch:
    """Exhaustive search over the open matches of one pod."""

    def __init__(self, tournament: Tournament, open_matches: Sequence[OpenPair], listed: Sequence[str]) -> None:
        self.tournament, self.open, self.listed = tournament, open_matches, listed
        self.rules = TIE_BREAK_RULES[tournament.ruleset]
        self.plays = {player: place for place, pair in enumerate(open_matches) for player in pair}
        order = self.rules.order
        first = next((place for place, code in enumerate(order) if code in GAME_COLUMNS), len(order))
        self.first, self.rest = replace(self.rules, order=order[:first]), order[first:]
        self.games = _GameShares(self.played([(0, 0, 0)] * len(open_matches)), self.rules, open_matches)
        self.ranks: dict[str, dict[OpenResults, RanksByScore]] = {}

    def run(self) -> dict[str, dict[str, Outlook]]:
        for results in product(RESULTS, repeat=len(self.open)):
            rows = standings(
                self.played([SCORES_BY_RESULT[each][0] for each in results]), ruleset=self.first, among=self.listed
            )
            for rank, tied in groupby(rows, key=lambda row: row.rank):
                self.note_ranks([row.player for row in tied], rank, self.rest, results, {})
        return {player: self.outlooks(player) for player in self.listed if player in self.ranks}

    def played(self, scores: Sequence[Score]) -> Tournament:
        """Return the tournament after the open matches ended with these scores."""
        matches = tuple(PlayedMatch(*pair, *score) for pair, score in zip(self.open, scores, strict=True))
        *before, last = self.tournament.rounds
        return replace(self.tournament, rounds=(*before, replace(last, matches=(*last.matches, *matches))))

    def note_ranks(
        self,
        players: Sequence[str],
        rank: int,
        columns: Sequence[str],
        results: OpenResults,
        scores: Mapping[int, Score],
    ) -> None:
        """Record the ranks of ``players``, who are tied at ``rank`` before the tie-breakers in ``columns``.

        Recurse over the scores of the matches that the next tie-breaker depends on.
        """
        if len(players) == 1 or not columns:
            for player in players:
                score = scores.get(self.plays.get(player, -1))
                own = self.ranks.setdefault(player, {}).setdefault(results, {})
                own.setdefault(score, set()).add(rank)
            return
        undecided = [place for place in self.games.relevant_matches(columns[0], players) if place not in scores]
        for chosen in product(*(SCORES_BY_RESULT[results[place]] for place in undecided)):
            known = {**scores, **dict(zip(undecided, chosen, strict=True))}
            figures = {player: self.games.figure(columns[0], player, known) for player in players}
            next_rank = rank
            for _figure, equal in groupby(sorted(players, key=figures.__getitem__, reverse=True), figures.__getitem__):
                tied = list(equal)
                self.note_ranks(tied, next_rank, columns[1:], results, known)
                next_rank += len(tied)

    def outlooks(self, player: str) -> dict[str, Outlook]:
        place = self.plays.get(player)
        if place is None:
            return {ANY: self.outlook(player, ANY, self.ranks[player])}
        own: dict[str, dict[OpenResults, RanksByScore]] = {result: {} for result in RESULTS}
        for results, ranks in self.ranks[player].items():
            own[self.own_result_of(player, results[place])][results] = ranks
        return {result: self.outlook(player, result, by_results) for result, by_results in own.items()}

    def outlook(self, player: str, result: str, by_results: Mapping[OpenResults, RanksByScore]) -> Outlook:
        ranks_after = {results: _union(ranks.values()) for results, ranks in by_results.items()}
        ranks = tuple(sorted(_union(ranks_after.values())))
        conditions = self.conditions(player, ranks[0], ranks_after) if len(ranks) > 1 else ()
        return Outlook(ranks, self.by_score(player, result, by_results), conditions)

    def by_score(
        self, player: str, result: str, by_results: Mapping[OpenResults, RanksByScore]
    ) -> dict[Score, tuple[int, ...]]:
        """Return the ranks by score, own games first; ranks that do not depend on games belong to every score."""
        by_score: dict[Score, set[int]] = {score: set() for score in SCORES_BY_RESULT.get(result, ())}
        for ranks in by_results.values():
            for score, those in ranks.items():
                for each in by_score if score is None else [self.own_score_of(player, score)]:
                    by_score[each] |= those
        return {score: tuple(sorted(those)) for score, those in by_score.items()}

    def conditions(
        self, player: str, best: int, ranks_after: Mapping[OpenResults, set[int]]
    ) -> tuple[OutlookCondition, ...]:
        conditions = []
        for place, (a, b) in enumerate(self.open):
            if place == self.plays.get(player):
                continue
            after = {
                result: _union(ranks for results, ranks in ranks_after.items() if results[place] == result)
                for result in RESULTS
            }
            certain = tuple(result for result in RESULTS if after[result] == {best})
            against = tuple(result for result in RESULTS if best not in after[result])
            if certain or against:
                conditions.append(OutlookCondition(a, b, certain, against))
        return tuple(conditions)

    def own_result_of(self, player: str, result: str) -> str:
        """Return a result of the player's match from the player's point of view."""
        first = self.open[self.plays[player]][0] == player
        return result if first or result == DRAW else LOSS if result == WIN else WIN

    def own_score_of(self, player: str, score: Score) -> Score:
        return score if self.open[self.plays[player]][0] == player else _swapped(score)


class _GameShares:
    """Game-win percentages after each score of the open matches, as integers over a common denominator."""

    def __init__(self, tournament: Tournament, rules: TieBreakRules, open_matches: Sequence[OpenPair]) -> None:
        self.plays = {player: place for place, pair in enumerate(open_matches) for player in pair}
        records = match_records(tournament, rules)
        self.opponents = {player: record.opponents for player, record in records.items()}
        parts = {player: game_share_parts(record, rules) for player, record in records.items()}
        most = max(of for _got, of in parts.values()) // rules.game_win + MAX_GAMES
        bounds = rules.floor.denominator, rules.dropped_ceiling.denominator
        self.scale = lcm(*bounds, *(rules.game_win * games for games in range(1, most + 1)))
        self.whole = lcm(*({len(opponents) for opponents in self.opponents.values()} - {0}))
        self.rules, self.floor = rules, int(rules.floor * self.scale)
        first, left = {a for a, _b in open_matches}, set(tournament.left_players)
        self.shares = {
            player: self.after(parts[player], first=player in first, left=player in left) for player in parts
        }

    def after(self, parts: tuple[int, int], *, first: bool, left: bool) -> dict[Score | None, int]:
        """Return a player's percentage after each score of their open match, and under None the current one."""
        (got, of), rules = parts, self.rules
        most = int(rules.dropped_ceiling * self.scale) if left else self.scale
        shares: dict[Score | None, int] = {None: self.bounded(got, of, most)}
        for score in (score for result in RESULTS for score in SCORES_BY_RESULT[result]):
            won, lost, drawn = score if first else _swapped(score)
            points, games = rules.game_win * won + rules.game_draw * drawn, won + lost + drawn
            shares[score] = self.bounded(got + points, of + rules.game_win * games, most)
        return shares

    def bounded(self, got: int, of: int, most: int) -> int:
        return max(self.floor, min(most, got * self.scale // of if of else 0))

    def relevant_matches(self, column: str, players: Sequence[str]) -> list[int]:
        """Return the open matches whose scores affect ``column`` of these players."""
        involved = players if column == "gw" else [other for each in players for other in self.opponents[each]]
        return sorted({self.plays[each] for each in involved if each in self.plays})

    def figure(self, column: str, player: str, scores: Mapping[int, Score]) -> int:
        """Return ``column`` of ``player`` as an integer in proportion to it."""
        shares, plays = self.shares, self.plays
        if column == "gw":
            return shares[player][scores.get(plays.get(player, -1))]
        opponents = self.opponents[player]
        if not opponents:
            return self.floor * self.whole
        total = sum([shares[other][scores.get(plays.get(other, -1))] for other in opponents])
        return total * (self.whole // len(opponents))


def _union(sets: Iterable[set[int]]) -> set[int]:
    return set().union(*sets)


def _swapped(score: Score) -> Score:
    a, b, drawn = score
    return b, a, drawn
