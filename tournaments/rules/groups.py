"""Groups of players who are paired with each other: a pod, or the whole field."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from tournaments.rules.graphs import FLOAT_WEIGHTS, Edge, PairingGraph, make_graph
from tournaments.rules.history import PlayedMatch, PlayedRound, Tournament
from tournaments.rules.rulesets import TIE_BREAK_RULES, TieBreakRules
from tournaments.rules.standings import Standing, standings


@dataclass(frozen=True, slots=True)
class PairingGroup:
    """The players of a group, in seat order if ``seated``, else the highest ranked first, with their data by id.

    ``met`` has past opponents, ``exclusions`` the pairing exclusions, ``float_weights`` the weight of floating again.
    ``later_rounds`` is the number of announced rounds after this one. A ``seated`` group is in its first round and is
    paired by opposite seats. A ``by_place`` group is in its last round and is paired 1-2, 3-4 and so on.
    """

    players: tuple[str, ...]
    points: Mapping[str, int]
    ranks: Mapping[str, int]
    met: Mapping[str, frozenset[str]]
    had_bye: frozenset[str]
    later_rounds: int
    seated: bool = False
    by_place: bool = False
    exclusions: frozenset[tuple[str, str]] = frozenset()
    float_weights: Mapping[str, int] = field(default_factory=dict)

    def graph(self) -> PairingGraph:
        """Return the pairing graph, whose vertices are in the order of ``players``."""
        place = {player: number for number, player in enumerate(self.players)}
        return make_graph(
            [self.points[player] for player in self.players],
            [[place[other] for other in self.met[player] if other in place] for player in self.players],
            [self.ranks[player] for player in self.players],
            had_bye=[place[player] for player in self.players if player in self.had_bye],
            excluded=[ordered_edge(place[a], place[b]) for a, b in self.exclusions if a in place and b in place],
            float_weights=() if self.by_place else [self.float_weights.get(player, 0) for player in self.players],
            by_place=self.by_place,
        )


def ordered_edge(a: int, b: int) -> Edge:
    """Return the edge of two vertices, the smaller first."""
    return min(a, b), max(a, b)


def next_group(tournament: Tournament, members: Collection[str] | None = None) -> PairingGroup:
    """Return the group of those ``members`` who play in the next round.

    ``members`` are a pod in seat order, or None for the whole field. Ranks are by the tie-break rules of the event.
    """
    number, ruleset = tournament.next_round, TIE_BREAK_RULES[tournament.ruleset]
    playing = {entry.id for entry in tournament.entries if entry.plays_in(number)}
    listed = standings(tournament, ruleset=ruleset, among=members)
    rows = [row for row in listed if row.player in playing]
    seated = members is not None and not tournament.rounds
    order = [player for player in members or () if player in playing] if seated else [row.player for row in rows]
    points = {row.player: row.record.match_points for row in listed}
    return PairingGroup(
        players=tuple(order),
        points=points,
        ranks={row.player: row.rank for row in rows},
        met={row.player: _opponents(row) for row in rows},
        had_bye=frozenset(player for played in tournament.rounds for player in played.byes),
        later_rounds=max(0, tournament.planned_rounds - number),
        seated=seated,
        by_place=tournament.power_pairing and 1 < number == tournament.planned_rounds,
        exclusions=frozenset(tournament.apart),
        float_weights=_float_weights(tournament, points, ruleset),
    )


def _opponents(row: Standing) -> frozenset[str]:
    return frozenset(row.record.opponents)


def _float_weights(tournament: Tournament, points: Mapping[str, int], ruleset: TieBreakRules) -> dict[str, int]:
    """Return the weight of a float for each player: those who floated or had the bye recently weigh more.

    Matches against players who are not in ``points``, such as disqualified ones, are not floats.
    """
    before, weights = dict(points), dict.fromkeys(points, 0)
    for weight, played in zip(FLOAT_WEIGHTS, reversed(tournament.rounds), strict=False):
        for player, earned in _earned(played, ruleset):
            if player in before:
                before[player] -= earned
        floats = [(match.a, match.b) for match in played.matches if _on_different_points(match, before)]
        for player in chain(played.byes, *floats):
            if player in weights:
                weights[player] += weight
    return weights


def _on_different_points(match: PlayedMatch, points: Mapping[str, int]) -> bool:
    return match.a in points and match.b in points and points[match.a] != points[match.b]


def _earned(played: PlayedRound, ruleset: TieBreakRules) -> Iterator[tuple[str, int]]:
    """Yield each player who got match points in a round, with the points."""
    for match in played.matches:
        if match.winner:
            yield match.winner, ruleset.win
        elif not match.double_loss:
            yield from ((match.a, ruleset.draw), (match.b, ruleset.draw))
    yield from ((player, ruleset.bye) for player in played.byes)
