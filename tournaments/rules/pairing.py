"""Pair the next round of one group, with reasons.

No two players meet twice and no player gets a second bye (DRF-OP-6, DRF-OP-7). Among the legal pairings these criteria
decide, in this order:

1. in groups of at most twelve players, the announced rounds stay possible;
2. the bye goes to a player with the fewest possible match points;
3. the sum of squared score gaps is minimal;
4. the bye goes to the lowest possible player in the standings;
5. players who floated recently do not float again;
6. a lot by the event's random seed.

A group without a legal pairing gets alternatives of minimum harm, from which a judge chooses.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gameplay.engine.core.chance import RandomStream
from tournaments.rules.alternatives import PairingAlternative, PlayerPairs, as_player_pairs, find_alternatives
from tournaments.rules.blossom import fixed_tie_break, minimum_weight_matching
from tournaments.rules.graphs import Matching, PairingGraph
from tournaments.rules.groups import PairingGroup
from tournaments.rules.large_groups import minimum_weight_pairing, order_by_lot
from tournaments.rules.matchings import (
    MAX_ENUMERATED,
    as_bitmasks,
    can_play_rounds,
    matchings,
    max_further_rounds,
    met_after,
)
from tournaments.rules.meeting_reasons import float_reasons
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.round_search import MAX_SEARCHED, RoundSearch, can_play, first_lasting, max_rounds


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """The pairing of a round. ``cost`` is the sum of squared score gaps; the bye is 3 points below the last player.

    ``optimal`` means that no legal pairing is better by the criteria of this module: none in which the player with the
    bye has fewer match points, and of the others none costs less. In groups of at most twelve players, only those count
    that leave the announced rounds possible; in power pairing, gaps of places count. Every pairing made here is
    optimal, except that None means that the look-ahead of nine to twelve players was given up. If not ``possible``,
    there are only ``alternatives``.
    """

    pairs: PlayerPairs = ()
    byes: tuple[str, ...] = ()
    cost: int | None = None
    optimal: bool | None = None
    possible: bool = True
    reasons: tuple[DecisionReason, ...] = ()
    alternatives: tuple[PairingAlternative, ...] = ()


def pair_group(group: PairingGroup, stream: RandomStream) -> RoundPairing:
    """Return the next round of ``group``; ties are broken by lot from ``stream``."""
    if group.seated:
        graph, matching = group.graph(), _by_seats(group, stream)
        if not any(graph.have_met(pair) for pair in matching):
            return _pairing(group, graph, matching, DecisionReason("opposite_seats"))
    if len(group.players) > MAX_ENUMERATED or group.by_place:
        return _paired_as_field(group, stream)
    return _enumerated(group, stream)


def _by_seats(group: PairingGroup, stream: RandomStream) -> Matching:
    ring = list(range(len(group.players)))
    bye = [(ring.pop(stream.below(len(ring))), len(ring) + 1)] if len(ring) % 2 else []
    half = len(ring) // 2
    return (*zip(ring[:half], ring[half:], strict=True), *bye)


def _enumerated(group: PairingGroup, stream: RandomStream) -> RoundPairing:
    graph = group.graph()
    every, lasting = legal_matchings(graph, group.later_rounds)
    if not every:
        return _impossible(group, graph)
    best = pairing_order(graph, lasting[0])
    equal = [matching for matching in lasting if pairing_order(graph, matching) == best]
    chosen = equal[stream.below(len(equal))]
    reasons = [_least_gaps(graph, chosen)]
    if pairing_order(graph, every[0]) < best and graph.cost(every[0]) != graph.cost(chosen):
        reasons.append(DecisionReason("kept_open", {"cheaper": graph.cost(every[0])}))
    if len(equal) > 1:
        reasons.append(DecisionReason("drawn", {"equal": len(equal)}))
    return _pairing(group, graph, chosen, *reasons)


def legal_matchings(graph: PairingGraph, later_rounds: int) -> tuple[list[Matching], list[Matching]]:
    """Return all legal pairings of a small group, and those that leave the maximum number of announced rounds possible.

    Both lists are sorted by `pairing_order`.
    """
    met = as_bitmasks(graph.met)
    rounds = max_further_rounds(met, later_rounds + 1)
    every = sorted(matchings((1 << graph.size) - 1, met), key=lambda matching: pairing_order(graph, matching))
    return every, [matching for matching in every if can_play_rounds(met_after(met, matching), rounds - 1)]


def pairing_order(graph: PairingGraph, matching: Matching) -> tuple[int, int]:
    """Return the key by which pairings are compared: the points of the player with the bye, then the weight."""
    return graph.bye_points(matching), graph.total_weight(matching)


def _least_gaps(graph: PairingGraph, matching: Matching) -> DecisionReason:
    return DecisionReason("least_gaps" if graph.bye is None else "least_gaps_with_bye", {"cost": graph.cost(matching)})


def best_matching(graph: PairingGraph, later_rounds: int) -> Matching | None:
    """Return a best pairing, None if there is none; ties are broken deterministically."""
    if graph.size > MAX_ENUMERATED or graph.is_by_place:
        best = best_matching_of_field(graph)
        return best and lasting_matching(graph, best, later_rounds)[0]
    return next(iter(legal_matchings(graph, later_rounds)[1]), None)


def lasting_matching(graph: PairingGraph, best: Matching, later_rounds: int) -> tuple[Matching, bool]:
    """Return the best pairing that leaves as many announced rounds possible as any, and whether this is certain.

    It is ``best``, the best of all pairings, unless others leave more rounds possible. In groups of more than twelve
    players there is no look-ahead: with at least twice as many players as rounds, none is needed (Dirac's theorem).
    """
    if graph.size > MAX_SEARCHED or graph.is_by_place or not later_rounds:
        return best, True
    met = as_bitmasks(graph.met)
    for rounds in range(min(later_rounds, graph.size - 2 - graph.max_met), 0, -1):
        if can_play(met_after(met, best), rounds):
            return best, True
        search = RoundSearch()
        if witness := search.first_round(met, rounds + 1):
            found, is_certain = first_lasting(_ranked_matchings(graph), met, rounds)
            return found or witness, is_certain and found is not None
        if search.is_stopped:
            return best, False
    return best, True


def _ranked_matchings(graph: PairingGraph) -> list[Matching]:
    every = matchings((1 << graph.size) - 1, as_bitmasks(graph.met))
    return sorted(every, key=lambda matching: (*pairing_order(graph, matching), matching))


def best_matching_of_field(graph: PairingGraph) -> Matching | None:
    """Return a best pairing of a group of any size, regardless of later rounds; ties are broken deterministically."""
    return minimum_weight_pairing(graph, lambda pair: fixed_tie_break(*pair))


def _paired_as_field(group: PairingGroup, stream: RandomStream) -> RoundPairing:
    field = order_by_lot(group, stream)
    graph = field.group.graph()
    best = minimum_weight_pairing(graph, field.pair_tie_break)
    if best is None:
        return _impossible(field.group, graph)
    if group.by_place:
        return _pairing(field.group, graph, best, DecisionReason("power_paired", {"distance": graph.distance(best)}))
    matching, is_certain = lasting_matching(graph, best, group.later_rounds)
    reasons = [_least_gaps(graph, matching)]
    if graph.cost(best) != graph.cost(matching):
        reasons.append(DecisionReason("kept_open", {"cheaper": graph.cost(best)}))
    found = _pairing(field.group, graph, matching, *reasons)
    return found if is_certain else replace(found, optimal=None)


def _pairing(group: PairingGroup, graph: PairingGraph, matching: Matching, *first: DecisionReason) -> RoundPairing:
    pairs, byes = as_player_pairs(group, graph, matching)
    reasons = [
        *first,
        *_exclusion_costs(group, graph, matching),
        *(DecisionReason("bye", {"player": player}) for player in byes),
    ]
    if not group.by_place:
        reasons += float_reasons(group, graph, matching)
    possible = _rounds_left(graph, matching, group.later_rounds)
    if possible < group.later_rounds:
        reasons.append(DecisionReason("rounds_run_out", {"possible": possible, "announced": group.later_rounds}))
    return RoundPairing(pairs, byes, graph.cost(matching), optimal=True, reasons=tuple(reasons))


def _rounds_left(graph: PairingGraph, matching: Matching, announced: int) -> int:
    """Return how many more rounds are possible after ``matching``; for more than eight players, an upper bound."""
    if graph.size <= MAX_ENUMERATED:
        return max_further_rounds(met_after(as_bitmasks(graph.met), matching), announced)
    if graph.size <= MAX_SEARCHED:
        return max_rounds(met_after(as_bitmasks(graph.met), matching), announced)
    if graph.size >= 2 * (graph.max_met + 2) or not announced:  # a perfect matching exists by Dirac's theorem
        return min(announced, graph.size - graph.max_met - 2)
    taken = set(matching)
    another = minimum_weight_matching(graph.size, ((*pair, 0) for pair in graph.edges() if pair not in taken))
    return min(announced, graph.size - graph.max_met - 2) if another else 0


def _impossible(group: PairingGroup, graph: PairingGraph) -> RoundPairing:
    reasons = [DecisionReason("group_of_two" if len(group.players) == 2 else "no_pairing")]
    if any(graph.excluded) and best_matching(_without_exclusions(group).graph(), 0):
        reasons.append(DecisionReason("apart_blocks"))
    return RoundPairing(possible=False, reasons=tuple(reasons), alternatives=find_alternatives(group, graph))


def _exclusion_costs(group: PairingGroup, graph: PairingGraph, matching: Matching) -> Iterator[DecisionReason]:
    """Yield the additional cost of pairing exclusions, for each excluded pair of the best pairing without them."""
    if not any(graph.excluded):
        return
    free = _without_exclusions(group).graph()
    cheaper = best_matching(free, group.later_rounds)
    if cheaper and free.distance(cheaper) < graph.distance(matching):
        less = graph.distance(matching) - free.distance(cheaper)
        for a, b in cheaper:
            if b in graph.excluded[a]:
                yield DecisionReason("kept_apart", {"a": group.players[a], "b": group.players[b], "less": less})


def _without_exclusions(group: PairingGroup) -> PairingGroup:
    return replace(group, exclusions=frozenset())
