"""The matches of tied players against each other (FIDE C.07 article 6, PTR 5.5.1.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.rules.history import PlayedMatch, Tournament
from tournaments.rules.rulesets import HeadToHeadScope, TieBreakRules


@dataclass(slots=True)
class TiedGroup:
    """Players who are tied, and the matches among them."""

    players: Sequence[str]
    matches: list[tuple[int, PlayedMatch]] = field(default_factory=list)

    def decides(self, ruleset: TieBreakRules) -> bool:
        """Return whether head-to-head breaks the tie: all players have met, and ``ruleset`` allows their number."""
        if len(self.players) < 2 or (ruleset.head_to_head is HeadToHeadScope.TWO and len(self.players) > 2):
            return False
        met = {frozenset((match.a, match.b)) for _round, match in self.matches}
        return all(frozenset(pair) in met for pair in combinations(self.players, 2))

    def points(self, ruleset: TieBreakRules) -> dict[str, int]:
        """Return each player's match points from these matches; 0 for all players if the matches do not decide."""
        points = dict.fromkeys(self.players, 0)
        if self.decides(ruleset):
            for _round, match in self.matches:
                for player in (match.a, match.b):
                    points[player] += match_points(match, player, ruleset)
        return points


def match_points(match: PlayedMatch, player: str, ruleset: TieBreakRules) -> int:
    """Return the match points that ``player`` got from ``match``."""
    if match.winner is None:
        return 0 if match.double_loss else ruleset.draw
    return ruleset.win if match.winner == player else 0


def tied_groups(tournament: Tournament, tied: Iterable[Sequence[str]]) -> list[TiedGroup]:
    """Return the groups of ``tied`` players with their matches in the order they were played."""
    groups = [TiedGroup(players) for players in tied]
    group_of = {player: group for group in groups for player in group.players}
    for played in tournament.rounds:
        for match in played.matches:
            group = group_of.get(match.a)
            if group and group_of.get(match.b) is group:
                group.matches.append((played.number, match))
    return groups
