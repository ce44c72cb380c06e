"""The matches of tied players against each other (FIDE C.07 article 6, PTR 5.5.1.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.rules.history import PlayedMatch, Tournament
from tournaments.rules.rulesets import HeadToHeadScope, TieBreakRules


@dataclass(slots=True)
class TiedGroup:
    """Players who are tied, and the matches among them. It decides if all have met, and they are not too many."""

    players: Sequence[str]
    matches: list[tuple[int, PlayedMatch]] = field(default_factory=list)

    def decides(self, ruleset: TieBreakRules) -> bool:
        """Whether ``ruleset`` looks at these matches."""
        if len(self.players) < 2 or (ruleset.head_to_head is HeadToHeadScope.TWO and len(self.players) > 2):
            return False
        met = {frozenset((match.a, match.b)) for _round, match in self.matches}
        return all(frozenset(pair) in met for pair in combinations(self.players, 2))

    def points(self, ruleset: TieBreakRules) -> dict[str, int]:
        """Return the match points that each has from these matches; 0 for everyone if they do not decide."""
        found = dict.fromkeys(self.players, 0)
        if self.decides(ruleset):
            for _round, match in self.matches:
                for player in (match.a, match.b):
                    found[player] += match_points(match, player, ruleset)
        return found


def match_points(match: PlayedMatch, player: str, ruleset: TieBreakRules) -> int:
    """Return what ``match`` gave one of its players."""
    if match.winner is None:
        return 0 if match.double_loss else ruleset.draw
    return ruleset.win if match.winner == player else 0


def tied_groups(tournament: Tournament, tied: Iterable[Sequence[str]]) -> list[TiedGroup]:
    """Return the matches within each group of ``tied`` players, in the order they were played."""
    found = [TiedGroup(players) for players in tied]
    group = {player: meeting for meeting in found for player in meeting.players}
    for played in tournament.rounds:
        for match in played.matches:
            meeting = group.get(match.a)
            if meeting and group.get(match.b) is meeting:
                meeting.matches.append((played.number, match))
    return found
