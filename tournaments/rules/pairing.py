"""Who plays whom in the next round of one group, and why.

Nobody meets anyone twice and nobody has two byes while that can be avoided (DRF-OP-6,
DRF-OP-7). Among such pairings those come first that leave the announced rounds possible,
then those with the least sum of squared gaps in match points, then those whose bye falls
lowest in the standings; the event's seed chooses among the rest. A group for which this
has no answer says so, and offers the least bad pairings to a judge.
"""

from dataclasses import dataclass

from gameplay.engine.chance import Stream
from tournaments.rules.alternatives import Alternative, Pairs, alternatives, named
from tournaments.rules.fields import OutOfStepsError, Search
from tournaments.rules.groups import Group
from tournaments.rules.matchings import ENUMERATED, Graph, Matching, after, continues, matchings, rounds_possible
from tournaments.rules.reasons import Reason


@dataclass(frozen=True, slots=True)
class Pairing:
    """The next round. ``cost`` is the sum of the squared gaps, a bye standing 3 below the last.

    ``optimal``: no pairing that leaves the announced rounds possible costs less; None if
    that is not proved. When not ``possible`` there are only ``alternatives``.
    """

    pairs: Pairs = ()
    byes: tuple[str, ...] = ()
    cost: int | None = None
    optimal: bool | None = None
    possible: bool = True
    why: tuple[Reason, ...] = ()
    alternatives: tuple[Alternative, ...] = ()


@dataclass(frozen=True, slots=True)
class _Choice:
    matching: Matching
    optimal: bool | None
    why: tuple[Reason, ...]


def pair_group(group: Group, stream: Stream) -> Pairing:
    """Return the next round of ``group``; ties are broken by ``stream``."""
    if group.seated:
        return _pairing(group, group.graph(), _by_seats(group, stream))
    if len(group.players) > ENUMERATED:
        group = group.drawn_by_lot(stream)
    graph = group.graph()
    rounds = rounds_possible(graph.met, group.later_rounds + 1)
    if not rounds:
        code = "group_of_two" if len(group.players) == 2 else "no_pairing"
        return Pairing(possible=False, why=(Reason(code),), alternatives=alternatives(group, graph))
    choice = _enumerated(graph, rounds - 1, stream) if graph.size <= ENUMERATED else _searched(graph, rounds - 1)
    return _pairing(group, graph, choice)


def _by_seats(group: Group, stream: Stream) -> _Choice:
    ring = list(range(len(group.players)))
    bye = [(ring.pop(stream.below(len(ring))), len(ring) + 1)] if len(ring) % 2 else []
    half = len(ring) // 2
    return _Choice((*zip(ring[:half], ring[half:], strict=True), *bye), True, (Reason("opposite_seats"),))


def _enumerated(graph: Graph, later_rounds: int, stream: Stream) -> _Choice:
    def weight(matching: Matching) -> int:
        return sum(graph.weight(edge) for edge in matching)

    every = sorted(matchings(graph.everyone, graph.met), key=weight)
    lasting = [matching for matching in every if continues(after(graph.met, matching), later_rounds)]
    equal = [matching for matching in lasting if weight(matching) == weight(lasting[0])]
    chosen = equal[stream.below(len(equal))]
    why = [Reason("least_gaps", {"cost": graph.cost(chosen)})]
    if graph.cost(every[0]) < graph.cost(chosen):
        why.append(Reason("kept_open", {"cheaper": graph.cost(every[0])}))
    if len(equal) > 1:
        why.append(Reason("drawn", {"equal": len(equal)}))
    return _Choice(chosen, True, tuple(why))


def _searched(graph: Graph, later_rounds: int) -> _Choice:
    search = Search(graph)
    chosen = next(matchings(graph.everyone, graph.met))
    try:
        for chosen in search.in_order():
            if continues(after(graph.met, chosen), later_rounds):
                return _Choice(chosen, True, (Reason("least_gaps", {"cost": graph.cost(chosen)}),))
    except OutOfStepsError:
        pass
    return _Choice(chosen, None, (Reason("not_proved"),))


def _pairing(group: Group, graph: Graph, choice: _Choice) -> Pairing:
    pairs, byes = named(group, graph, choice.matching)
    why = [*choice.why, *(Reason("bye", {"player": player}) for player in byes)]
    gaps = ((a, b, abs(group.points[a] - group.points[b])) for a, b in pairs)
    why += [Reason("floated", {"a": a, "b": b, "gap": gap}) for a, b, gap in gaps if gap]
    possible = rounds_possible(after(graph.met, choice.matching), group.later_rounds)
    if possible < group.later_rounds:
        why.append(Reason("rounds_run_out", {"possible": possible, "announced": group.later_rounds}))
    return Pairing(pairs, byes, graph.cost(choice.matching), choice.optimal, why=tuple(why))
