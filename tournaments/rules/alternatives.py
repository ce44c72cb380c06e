"""What a judge may choose from when every pairing breaks a rule, the least bad first.

Fewest rematches come before players of different pods meeting, and that before a second
bye, or a second player with a bye; among equals the least sum of squared gaps decides.
Players who must not meet for another reason do not meet here either.
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
"""What a pairing may do that it should not, the least bad first: what each is called."""
ALTERNATIVE_KINDS = tuple(ALTERNATIVE_NAMES)
PlayerPairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PairingAlternative:
    """A pairing that breaks a rule: ``kind`` is one of KINDS, ``rematches`` counts them."""

    kind: str
    pairs: PlayerPairs
    byes: tuple[str, ...]
    rematches: int = 0


def find_alternatives(group: PairingGroup, graph: PairingGraph) -> tuple[PairingAlternative, ...]:
    """Return the least bad pairings of a group that has no good one."""
    if graph.size > MAX_ENUMERATED:
        return tuple(_minimum_harm(group, graph))
    found = [_alternative_of(group, graph, matching) for matching in _by_harm(graph)]
    rematches = [one for one in found if one.kind == "rematch" and one.rematches == found[0].rematches]
    second_byes = _two_byes(group, graph) if graph.bye is None else (one for one in found if one.kind == "second_bye")
    return (*rematches[:MAX_ALTERNATIVES], *islice(second_byes, MAX_ALTERNATIVES))


def as_player_pairs(
    group: PairingGroup, graph: PairingGraph, matching: Matching
) -> tuple[PlayerPairs, tuple[str, ...]]:
    """Return ``matching`` in players: the pairs, and who has the bye."""
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
    """Two of an even group who had no bye so far sit out, nobody meets anyone again, and somebody plays."""
    met, everyone = as_bitmasks(graph.met), (1 << graph.size) - 1
    found = (
        (matching, out)
        for out in combinations(_fresh(group), 2)
        for matching in matchings(everyone ^ 1 << out[0] ^ 1 << out[1], met)
        if matching
    )
    lowest_out = sorted(found, key=lambda each: (sum(graph.points[place] for place in each[1]), graph.cost(each[0])))
    for matching, out in lowest_out:
        pairs, _byes = as_player_pairs(group, graph, matching)
        yield PairingAlternative("second_bye", pairs, tuple(group.players[place] for place in out))


def _fresh(group: PairingGroup) -> list[int]:
    return [place for place, player in enumerate(group.players) if player not in group.had_bye]


def _minimum_harm(group: PairingGroup, graph: PairingGraph) -> Iterator[PairingAlternative]:
    """The least bad pairing of each kind of a group too large to be enumerated, exactly."""
    rematch = minimum_weight_matching(graph.size, with_fixed_tie_breaks(_harmful(graph, second_bye=False)))
    if rematch:
        yield _alternative_of(group, graph, rematch)
    if graph.bye is None:
        yield from _least_two_byes(group, graph)
    elif second_bye := minimum_weight_matching(graph.size, with_fixed_tie_breaks(_harmful(graph, second_bye=True))):
        found = _alternative_of(group, graph, second_bye)
        if found.kind == "second_bye":
            yield found


def _harmful(graph: PairingGraph, *, second_bye: bool) -> Iterator[WeightedEdge]:
    """Yield whoever may meet if need be, a rematch outweighing all gaps; with ``second_bye`` that is no harm."""
    for a in range(graph.size):
        for b in range(a + 1, graph.size):
            met, bye = b in graph.met[a], b == graph.bye
            if b in graph.excluded[a] or (bye and met and not second_bye):
                continue
            yield a, b, graph.points_gap((a, b)) ** 2 + _rematch_weight(graph) * (met and not bye)


def _rematch_weight(graph: PairingGraph) -> int:
    return graph.size * (1 + max(graph.points) - min(graph.points)) ** 2


def _least_two_byes(group: PairingGroup, graph: PairingGraph) -> Iterator[PairingAlternative]:
    """As `_two_byes`: two places to sit out are added, which weigh what the player has in points before all gaps."""
    size, lowest, weight = graph.size, min(graph.points), _rematch_weight(graph)
    edges = [(a, b, graph.points_gap((a, b)) ** 2) for a, b in graph.edges()]
    for player in _fresh(group):
        edges += [(player, out, (graph.points[player] - lowest) * weight) for out in (size, size + 1)]
    if found := minimum_weight_matching(size + 2, with_fixed_tie_breaks(edges)):
        pairs = [pair for pair in found if pair[1] < size]
        out = tuple(group.players[a] for a, b in found if b >= size)
        yield PairingAlternative("second_bye", as_player_pairs(group, graph, tuple(pairs))[0], out)
