"""Alternative pairings that break a rule, offered to a judge when no legal pairing exists.

They are ordered by harm: rematches (the fewest first), then a match across pods, then a second bye for one player or a
bye for two players. Ties are broken by the sum of squared score gaps. Pairing exclusions are never broken.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from gameplay.engine.core.errors import _
from tournaments.rules.blossom import WeightedEdge, minimum_weight_matching, with_fixed_tie_breaks
from tournaments.rules.graphs import Matching, PairingGraph
from tournaments.rules.groups import PairingGroup
from tournaments.rules.matchings import MAX_ENUMERATED, as_bitmasks, matchings

MAX_ALTERNATIVES = 6
ALTERNATIVE_NAMES = {
    "rematch": _("a rematch"),
    "across_pods": _("a match across pods"),
    "second_bye": _("a second bye"),
}
"""Name of each kind of broken rule, in order of increasing harm."""
ALTERNATIVE_KINDS = tuple(ALTERNATIVE_NAMES)
PlayerPairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PairingAlternative:
    """A pairing that breaks a rule: ``kind`` is one of ALTERNATIVE_KINDS, ``rematches`` the number of rematches."""

    kind: str
    pairs: PlayerPairs
    byes: tuple[str, ...]
    rematches: int = 0


def find_alternatives(group: PairingGroup, graph: PairingGraph) -> tuple[PairingAlternative, ...]:
    """Return the pairings of minimum harm of a group that has no legal pairing."""
    if graph.size > MAX_ENUMERATED:
        return tuple(_minimum_harm(group, graph))
    ranked = [_alternative_of(group, graph, matching) for matching in _by_harm(graph)]
    rematches = [each for each in ranked if each.kind == "rematch" and each.rematches == ranked[0].rematches]
    second_byes = (
        _two_byes(group, graph) if graph.bye is None else (each for each in ranked if each.kind == "second_bye")
    )
    return (*rematches[:MAX_ALTERNATIVES], *islice(second_byes, MAX_ALTERNATIVES))


def as_player_pairs(
    group: PairingGroup, graph: PairingGraph, matching: Matching
) -> tuple[PlayerPairs, tuple[str, ...]]:
    """Return the pairs of player ids in ``matching``, and the ids of the players with a bye."""
    pairs = tuple((group.players[a], group.players[b]) for a, b in sorted(matching) if b != graph.bye)
    return pairs, tuple(group.players[a] for a, b in matching if b == graph.bye)


def _by_harm(graph: PairingGraph) -> list[Matching]:
    return sorted(
        matchings((1 << graph.size) - 1, as_bitmasks(graph.excluded)), key=lambda matching: _harm_key(graph, matching)
    )


def _harm_key(graph: PairingGraph, matching: Matching) -> tuple[bool, int, int]:
    broken = [edge for edge in matching if graph.have_met(edge)]
    second_bye = any(edge[1] == graph.bye for edge in broken)
    return second_bye, len(broken) - second_bye, graph.cost(matching)


def _alternative_of(group: PairingGroup, graph: PairingGraph, matching: Matching) -> PairingAlternative:
    second_bye, rematches, _cost = _harm_key(graph, matching)
    return PairingAlternative(ALTERNATIVE_KINDS[2 * second_bye], *as_player_pairs(group, graph, matching), rematches)


def _two_byes(group: PairingGroup, graph: PairingGraph) -> Iterator[PairingAlternative]:
    """Yield pairings of an even group in which two players without a previous bye sit out.

    They contain no rematch and at least one pair.
    """
    met, everyone = as_bitmasks(graph.met), (1 << graph.size) - 1
    candidates = (
        (matching, out)
        for out in combinations(_without_bye(group), 2)
        for matching in matchings(everyone ^ 1 << out[0] ^ 1 << out[1], met)
        if matching
    )
    by_points = sorted(
        candidates, key=lambda each: (sum(graph.points[place] for place in each[1]), graph.cost(each[0]))
    )
    for matching, out in by_points:
        pairs, _byes = as_player_pairs(group, graph, matching)
        yield PairingAlternative("second_bye", pairs, tuple(group.players[place] for place in out))


def _without_bye(group: PairingGroup) -> list[int]:
    return [place for place, player in enumerate(group.players) if player not in group.had_bye]


def _minimum_harm(group: PairingGroup, graph: PairingGraph) -> Iterator[PairingAlternative]:
    """Yield the exact minimum-harm pairing of each kind, for a group too large to enumerate."""
    rematch = minimum_weight_matching(graph.size, with_fixed_tie_breaks(_harmful(graph, second_bye=False)))
    if rematch:
        yield _alternative_of(group, graph, rematch)
    if graph.bye is None:
        yield from _minimum_two_byes(group, graph)
    elif second_bye := minimum_weight_matching(graph.size, with_fixed_tie_breaks(_harmful(graph, second_bye=True))):
        alternative = _alternative_of(group, graph, second_bye)
        if alternative.kind == "second_bye":
            yield alternative


def _harmful(graph: PairingGraph, *, second_bye: bool) -> Iterator[WeightedEdge]:
    """Yield the edges that are not excluded; a rematch outweighs all score gaps.

    With ``second_bye``, a second bye adds no weight; without it, such edges are left out.
    """
    for a in range(graph.size):
        for b in range(a + 1, graph.size):
            met, bye = b in graph.met[a], b == graph.bye
            if b in graph.excluded[a] or (bye and met and not second_bye):
                continue
            yield a, b, graph.points_gap((a, b)) ** 2 + _rematch_weight(graph) * (met and not bye)


def _rematch_weight(graph: PairingGraph) -> int:
    return graph.size * (1 + max(graph.points) - min(graph.points)) ** 2


def _minimum_two_byes(group: PairingGroup, graph: PairingGraph) -> Iterator[PairingAlternative]:
    """Like `_two_byes`, as one matching: two bye vertices are added, whose edges weigh the player's points.

    Points outweigh all score gaps.
    """
    size, lowest, weight = graph.size, min(graph.points), _rematch_weight(graph)
    edges = [(a, b, graph.points_gap((a, b)) ** 2) for a, b in graph.edges()]
    for player in _without_bye(group):
        edges += [(player, out, (graph.points[player] - lowest) * weight) for out in (size, size + 1)]
    if matching := minimum_weight_matching(size + 2, with_fixed_tie_breaks(edges)):
        pairs = [pair for pair in matching if pair[1] < size]
        out = tuple(group.players[a] for a, b in matching if b >= size)
        yield PairingAlternative("second_bye", as_player_pairs(group, graph, tuple(pairs))[0], out)
