"""What a judge may choose from when every pairing breaks a rule, the least bad first.

Fewest rematches come before players of different pods meeting, and that before a second
bye, or a second player with a bye; among equals the least sum of squared gaps decides.
Players who must not meet for another reason do not meet here either.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from gameplay.engine.core.errors import _
from tournaments.rules.blossom import Weighted, cheapest, settled
from tournaments.rules.graphs import Graph, Matching
from tournaments.rules.groups import Group
from tournaments.rules.matchings import ENUMERATED, bits, matchings

OFFERED = 6
WORDS = {"rematch": _("a rematch"), "across_pods": _("a match across pods"), "second_bye": _("a second bye")}
"""What a pairing may do that it should not, the least bad first: what each is called."""
KINDS = tuple(WORDS)
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """A pairing that breaks a rule: ``kind`` is one of KINDS, ``rematches`` counts them."""

    kind: str
    pairs: Pairs
    byes: tuple[str, ...]
    rematches: int = 0


def alternatives(group: Group, graph: Graph) -> tuple[Alternative, ...]:
    """Return the least bad pairings of a group that has no good one."""
    if graph.size > ENUMERATED:
        return tuple(_least_harm(group, graph))
    found = [_broken(group, graph, matching) for matching in _by_harm(graph)]
    rematches = [one for one in found if one.kind == "rematch" and one.rematches == found[0].rematches]
    second_byes = _two_byes(group, graph) if graph.bye is None else (one for one in found if one.kind == "second_bye")
    return (*rematches[:OFFERED], *islice(second_byes, OFFERED))


def named(group: Group, graph: Graph, matching: Matching) -> tuple[Pairs, tuple[str, ...]]:
    """Return ``matching`` in players: the pairs, and who has the bye."""
    pairs = tuple((group.players[a], group.players[b]) for a, b in sorted(matching) if b != graph.bye)
    return pairs, tuple(group.players[a] for a, b in matching if b == graph.bye)


def _by_harm(graph: Graph) -> list[Matching]:
    return sorted(matchings((1 << graph.size) - 1, bits(graph.never)), key=lambda matching: _harm(graph, matching))


def _harm(graph: Graph, matching: Matching) -> tuple[bool, int, int]:
    broken = [edge for edge in matching if graph.have_met(edge)]
    second_bye = any(edge[1] == graph.bye for edge in broken)
    return second_bye, len(broken) - second_bye, graph.cost(matching)


def _broken(group: Group, graph: Graph, matching: Matching) -> Alternative:
    second_bye, rematches, _cost = _harm(graph, matching)
    return Alternative(KINDS[2 * second_bye], *named(group, graph, matching), rematches)


def _two_byes(group: Group, graph: Graph) -> Iterator[Alternative]:
    """Two of an even group who had no bye so far sit out, nobody meets anyone again, and somebody plays."""
    met, everyone = bits(graph.met), (1 << graph.size) - 1
    found = (
        (matching, out)
        for out in combinations(_fresh(group), 2)
        for matching in matchings(everyone ^ 1 << out[0] ^ 1 << out[1], met)
        if matching
    )
    lowest_out = sorted(found, key=lambda each: (sum(graph.points[place] for place in each[1]), graph.cost(each[0])))
    for matching, out in lowest_out:
        pairs, _byes = named(group, graph, matching)
        yield Alternative("second_bye", pairs, tuple(group.players[place] for place in out))


def _fresh(group: Group) -> list[int]:
    return [place for place, player in enumerate(group.players) if player not in group.had_bye]


def _least_harm(group: Group, graph: Graph) -> Iterator[Alternative]:
    """The least bad pairing of each kind of a group too large to be enumerated, exactly."""
    rematch = cheapest(graph.size, settled(_harmful(graph, second_bye=False)))
    if rematch:
        yield _broken(group, graph, rematch)
    if graph.bye is None:
        yield from _least_two_byes(group, graph)
    elif second_bye := cheapest(graph.size, settled(_harmful(graph, second_bye=True))):
        found = _broken(group, graph, second_bye)
        if found.kind == "second_bye":
            yield found


def _harmful(graph: Graph, *, second_bye: bool) -> Iterator[Weighted]:
    """Yield whoever may meet if need be, a rematch outweighing all gaps; with ``second_bye`` that is no harm."""
    for a in range(graph.size):
        for b in range(a + 1, graph.size):
            met, bye = b in graph.met[a], b == graph.bye
            if b in graph.never[a] or (bye and met and not second_bye):
                continue
            yield a, b, graph.gap((a, b)) ** 2 + _rematch_weight(graph) * (met and not bye)


def _rematch_weight(graph: Graph) -> int:
    return graph.size * (1 + max(graph.points) - min(graph.points)) ** 2


def _least_two_byes(group: Group, graph: Graph) -> Iterator[Alternative]:
    """As `_two_byes`: two places to sit out are added, which weigh what the player has in points before all gaps."""
    size, lowest, weight = graph.size, min(graph.points), _rematch_weight(graph)
    edges = [(a, b, graph.gap((a, b)) ** 2) for a, b in graph.edges()]
    for player in _fresh(group):
        edges += [(player, out, (graph.points[player] - lowest) * weight) for out in (size, size + 1)]
    if found := cheapest(size + 2, settled(edges)):
        pairs = [pair for pair in found if pair[1] < size]
        out = tuple(group.players[a] for a, b in found if b >= size)
        yield Alternative("second_bye", named(group, graph, tuple(pairs))[0], out)
