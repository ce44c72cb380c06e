"""Explain the pairing of the next round: why two players meet, and why two others do not."""

from collections.abc import Iterable, Iterator

from tournaments.rules.components import TournamentComponents
from tournaments.rules.graphs import MATCH_WIN, Edge, Matching, PairingGraph
from tournaments.rules.groups import PairingGroup, next_group, ordered_edge
from tournaments.rules.history import Tournament
from tournaments.rules.matchings import as_bitmasks, matchings, met_after
from tournaments.rules.meeting_reasons import meeting_reasons
from tournaments.rules.pairing import (
    RoundPairing,
    best_matching,
    best_matching_of_field,
    pairing_order,
)
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.round_search import MAX_SEARCHED, first_lasting, max_rounds

MAX_COMPARED = 20
"""The number of pairings of which the further rounds are counted for an explanation."""


def explain_pairing(tournament: Tournament, pairing: RoundPairing) -> tuple[DecisionReason, ...]:
    """Return a reason for each pair and each bye of ``pairing``, pod by pod; pairs across pods have none."""
    return tuple(reason for group in _groups(tournament) for reason in _of_group(group, pairing))


def _groups(tournament: Tournament) -> Iterator[PairingGroup]:
    parts = TournamentComponents(tournament)
    for members in tournament.groups:
        yield next_group(tournament if members is None else parts.component_of(members), members)


def _of_group(group: PairingGroup, pairing: RoundPairing) -> Iterator[DecisionReason]:
    place = {player: number for number, player in enumerate(group.players)}
    graph = group.graph()
    pairs = [ordered_edge(place[a], place[b]) for a, b in pairing.pairs if a in place and b in place]
    byes = [(place[player], graph.size - 1) for player in pairing.byes if player in place]
    if _by_seats(group, pairing):
        yield from (DecisionReason("seats", {"a": group.players[a], "b": group.players[b]}) for a, b in pairs)
    else:
        yield from meeting_reasons(group, graph, (*pairs, *byes))


def _by_seats(group: PairingGroup, pairing: RoundPairing) -> bool:
    return group.seated and any(reason.code == "opposite_seats" for reason in pairing.reasons)


def pairing_cost(tournament: Tournament, pairs: Iterable[tuple[str, str]], byes: Iterable[str]) -> int:
    """Return the sum of squared score gaps of any pairing of the next round.

    The bye is 3 points below the last player of its group.
    """
    points: dict[str, int] = {}
    bye_points: dict[str, int] = {}
    for group in _groups(tournament):
        lowest = min((group.points[player] for player in group.players), default=0)
        points |= {player: group.points[player] for player in group.players}
        bye_points |= dict.fromkeys(group.players, lowest - MATCH_WIN)
    gaps = [points[a] - points[b] for a, b in pairs if a in points and b in points]
    gaps += [points[player] - bye_points[player] for player in byes if player in points]
    return sum(gap**2 for gap in gaps)


def why_not_paired(tournament: Tournament, pairing: RoundPairing, a: str, b: str) -> DecisionReason:
    """Return why ``a`` does not meet ``b`` in ``pairing``, the next round of ``tournament``.

    The additional cost of their meeting is exact in a group of any size.
    """
    named = {"a": a, "b": b}
    if {a, b} in map(set, pairing.pairs):
        return DecisionReason("do_meet", named)
    group = next((group for group in _groups(tournament) if {a, b} <= set(group.players)), None)
    if group is None:
        return DecisionReason("other_group", named)
    if met := _rounds_met(tournament, {a, b}):
        return DecisionReason("have_met", {**named, "round": met[-1]})
    if {(a, b), (b, a)} & group.exclusions:
        return DecisionReason("must_not_meet", named)
    if _by_seats(group, pairing):
        return DecisionReason("opposite_seats")
    code, fields = _compare_with_pair(
        group, ordered_edge(group.players.index(a), group.players.index(b)), tournament.next_round
    )
    return DecisionReason(code, {**named, **fields})


def _rounds_met(tournament: Tournament, both: set[str]) -> list[int]:
    return [played.number for played in tournament.rounds for match in played.matches if {match.a, match.b} == both]


def _compare_with_pair(group: PairingGroup, pair: Edge, number: int) -> tuple[str, dict[str, int]]:
    """Compare the best pairing for round ``number`` with the best one that contains ``pair``.

    Return the code of a reason, and its fields.
    """
    graph = group.graph()
    best = best_matching(graph, group.later_rounds)
    if best is None:
        return "no_pairing", {}
    if graph.size > MAX_SEARCHED or graph.is_by_place or not group.later_rounds:
        others = graph.without(pair)
        rest = best_matching_of_field(others)
        other = None if rest is None else (others.bye_points(rest), graph.weight(pair) + others.total_weight(rest))
    else:
        every, rounds = _matchings_with(graph, pair), _rounds_after(graph, best, group.later_rounds)
        lasting, _is_certain = first_lasting(every, as_bitmasks(graph.met), rounds)
        if every and lasting is None:
            most = max(_rounds_after(graph, each, rounds) for each in every[:MAX_COMPARED])
            return "would_close", {"round": number + 1 + min(most, rounds - 1)}
        other = pairing_order(graph, lasting) if lasting else None
    if other is None:
        return "would_block", {}
    return _worse_criterion(graph, pairing_order(graph, best), other)


def _matchings_with(graph: PairingGraph, pair: Edge) -> list[Matching]:
    """Return all legal pairings of a small group that contain ``pair``, the best first."""
    others = ((1 << graph.size) - 1) ^ 1 << pair[0] ^ 1 << pair[1]
    found = [tuple(sorted((pair, *rest))) for rest in matchings(others, as_bitmasks(graph.met))]
    return sorted(found, key=lambda matching: pairing_order(graph, matching))


def _rounds_after(graph: PairingGraph, matching: Matching, announced: int) -> int:
    return max_rounds(met_after(as_bitmasks(graph.met), matching), announced)


def _worse_criterion(graph: PairingGraph, best: tuple[int, int], other: tuple[int, int]) -> tuple[str, dict[str, int]]:
    """Return the first criterion by which a pairing is worse than the best one, given the `pairing_order` of both."""
    if other[0] > best[0]:
        return "would_raise_bye", {"points": other[0], "least": best[0]}
    best_parts, parts = graph.weight_parts(best[1]), graph.weight_parts(other[1])
    if parts[0] > best_parts[0]:
        cost, before = (part // graph.unit for part in (parts[0], best_parts[0]))
        return "would_cost", {"cost": cost, "least": before, "more": cost - before}
    if parts[1] > best_parts[1]:
        return "would_lift_bye", {}
    return ("would_float_again" if parts[2] > best_parts[2] else "by_lot"), {}
