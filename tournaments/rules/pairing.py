"""Who plays whom in the next round of one group, and why.

Nobody meets anyone twice and nobody has two byes while that can be avoided (DRF-OP-6,
DRF-OP-7). Among such pairings those come first, in groups of eight and fewer, that leave the
announced rounds possible; then those with the least sum of squared gaps in match points, then
those whose bye falls lowest in the standings, then those that spare whoever floated of late;
the event's seed chooses among the rest. A group for which this has no answer says so, and
offers the least bad pairings to a judge.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gameplay.engine.core.chance import Stream
from tournaments.rules.alternatives import Alternative, Pairs, alternatives, named
from tournaments.rules.blossom import always, cheapest
from tournaments.rules.fields import drawn, least_of
from tournaments.rules.graphs import Graph, Matching
from tournaments.rules.groups import Group
from tournaments.rules.matchings import ENUMERATED, after, bits, continues, matchings, rounds_possible
from tournaments.rules.meetings import floats
from tournaments.rules.reasons import Reason


@dataclass(frozen=True, slots=True)
class Pairing:
    """The next round. ``cost`` is the sum of the squared gaps, a bye standing 3 below the last.

    ``optimal``: no pairing that leaves the announced rounds possible costs less (of more than
    eight players, none at all); a power pairing: none pairs nearer places. It is True of every
    pairing made here. When not ``possible`` there are only ``alternatives``.
    """

    pairs: Pairs = ()
    byes: tuple[str, ...] = ()
    cost: int | None = None
    optimal: bool | None = None
    possible: bool = True
    why: tuple[Reason, ...] = ()
    alternatives: tuple[Alternative, ...] = ()


def pair_group(group: Group, stream: Stream) -> Pairing:
    """Return the next round of ``group``; ties are broken by ``stream``."""
    if group.seated:
        graph, matching = group.graph(), _by_seats(group, stream)
        if not any(graph.have_met(pair) for pair in matching):
            return _pairing(group, graph, matching, Reason("opposite_seats"))
    if len(group.players) > ENUMERATED or group.by_place:
        return _paired_as_field(group, stream)
    return _enumerated(group, stream)


def _by_seats(group: Group, stream: Stream) -> Matching:
    ring = list(range(len(group.players)))
    bye = [(ring.pop(stream.below(len(ring))), len(ring) + 1)] if len(ring) % 2 else []
    half = len(ring) // 2
    return (*zip(ring[:half], ring[half:], strict=True), *bye)


def _enumerated(group: Group, stream: Stream) -> Pairing:
    graph = group.graph()
    every, lasting = legal(graph, group.later_rounds)
    if not every:
        return _impossible(group, graph)
    equal = [matching for matching in lasting if graph.sum(matching) == graph.sum(lasting[0])]
    chosen = equal[stream.below(len(equal))]
    why = [Reason("least_gaps", {"cost": graph.cost(chosen)})]
    if graph.cost(every[0]) < graph.cost(chosen):
        why.append(Reason("kept_open", {"cheaper": graph.cost(every[0])}))
    if len(equal) > 1:
        why.append(Reason("drawn", {"equal": len(equal)}))
    return _pairing(group, graph, chosen, *why)


def legal(graph: Graph, later_rounds: int) -> tuple[list[Matching], list[Matching]]:
    """Return every pairing of a few, and those that leave as many announced rounds as can be, the least first."""
    met = bits(graph.met)
    rounds = rounds_possible(met, later_rounds + 1)
    every = sorted(matchings((1 << graph.size) - 1, met), key=graph.sum)
    return every, [matching for matching in every if continues(after(met, matching), rounds - 1)]


def best(graph: Graph, later_rounds: int) -> Matching | None:
    """Return one of the best pairings, always the same, None if there is none."""
    if graph.size > ENUMERATED or graph.by_place:
        return best_of_field(graph)
    return next(iter(legal(graph, later_rounds)[1]), None)


def best_of_field(graph: Graph) -> Matching | None:
    """Return one of the best pairings of any group, always the same, if no later round is looked at."""
    return least_of(graph, lambda pair: always(*pair))


def _paired_as_field(group: Group, stream: Stream) -> Pairing:
    field = drawn(group, stream)
    graph = field.group.graph()
    matching = least_of(graph, field.of_pair)
    if matching is None:
        return _impossible(field.group, graph)
    if group.by_place:
        reason = Reason("power_paired", {"distance": graph.distance(matching)})
    else:
        reason = Reason("least_gaps", {"cost": graph.cost(matching)})
    return _pairing(field.group, graph, matching, reason)


def _pairing(group: Group, graph: Graph, matching: Matching, *first: Reason) -> Pairing:
    pairs, byes = named(group, graph, matching)
    why = [*first, *_kept_apart(group, graph, matching), *(Reason("bye", {"player": player}) for player in byes)]
    if not group.by_place:
        why += floats(group, graph, matching)
    possible = _rounds_left(graph, matching, group.later_rounds)
    if possible < group.later_rounds:
        why.append(Reason("rounds_run_out", {"possible": possible, "announced": group.later_rounds}))
    return Pairing(pairs, byes, graph.cost(matching), optimal=True, why=tuple(why))


def _rounds_left(graph: Graph, matching: Matching, announced: int) -> int:
    """Return how many more rounds there can be; of more than eight players, how many at most."""
    if graph.size <= ENUMERATED:
        return rounds_possible(after(bits(graph.met), matching), announced)
    if graph.size >= 2 * (graph.longest + 2) or not announced:  # another round there is (Dirac)
        return min(announced, graph.size - graph.longest - 2)
    taken = set(matching)
    another = cheapest(graph.size, ((*pair, 0) for pair in graph.edges() if pair not in taken))
    return min(announced, graph.size - graph.longest - 2) if another else 0


def _impossible(group: Group, graph: Graph) -> Pairing:
    why = [Reason("group_of_two" if len(group.players) == 2 else "no_pairing")]
    if any(graph.never) and best(_together(group).graph(), 0):
        why.append(Reason("apart_blocks"))
    return Pairing(possible=False, why=tuple(why), alternatives=alternatives(group, graph))


def _kept_apart(group: Group, graph: Graph, matching: Matching) -> Iterator[Reason]:
    """What it costs that some must not meet, and who of them would."""
    if not any(graph.never):
        return
    free = _together(group).graph()
    cheaper = best(free, group.later_rounds)
    if cheaper and free.distance(cheaper) < graph.distance(matching):
        less = graph.distance(matching) - free.distance(cheaper)
        for a, b in cheaper:
            if b in graph.never[a]:
                yield Reason("kept_apart", {"a": group.players[a], "b": group.players[b], "less": less})


def _together(group: Group) -> Group:
    return replace(group, apart=frozenset())
