"""Explain the pairing of the next round: why two players meet, and why two others do not."""

from collections.abc import Iterable, Iterator

from tournaments.rules.components import TournamentComponents
from tournaments.rules.graphs import MATCH_WIN, Edge, Matching, PairingGraph
from tournaments.rules.groups import PairingGroup, next_group, ordered_edge
from tournaments.rules.history import Tournament
from tournaments.rules.matchings import MAX_ENUMERATED, as_bitmasks, max_further_rounds, met_after
from tournaments.rules.meeting_reasons import meeting_reasons
from tournaments.rules.pairing import RoundPairing, best_matching, best_matching_of_field, legal_matchings
from tournaments.rules.reasons import DecisionReason


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
    if graph.size > MAX_ENUMERATED or graph.is_by_place:
        others = graph.without(pair)
        rest = best_matching_of_field(others)
        weight = None if rest is None else graph.weight(pair) + others.total_weight(rest)
    else:
        every, lasting = (
            [each for each in some if pair in each] for some in legal_matchings(graph, group.later_rounds)
        )
        if every and not lasting:
            return "would_close", {"round": number + 1 + _most_rounds_after(graph, every, group.later_rounds)}
        weight = graph.total_weight(lasting[0]) if lasting else None
    if weight is None:
        return "would_block", {}
    return _cost_reason(graph, graph.total_weight(best), weight)


def _most_rounds_after(graph: PairingGraph, every: Iterable[Matching], announced: int) -> int:
    met = as_bitmasks(graph.met)
    return max(max_further_rounds(met_after(met, matching), announced) for matching in every)


def _cost_reason(graph: PairingGraph, best: int, weight: int) -> tuple[str, dict[str, int]]:
    """Return the first criterion by which a pairing of ``weight`` is worse than one of the minimum weight ``best``."""
    best_parts, parts = graph.weight_parts(best), graph.weight_parts(weight)
    if parts[0] > best_parts[0]:
        cost, before = (part // graph.unit for part in (parts[0], best_parts[0]))
        return "would_cost", {"cost": cost, "least": before, "more": cost - before}
    if parts[1] > best_parts[1]:
        return "would_lift_bye", {}
    return ("would_float_again" if parts[2] > best_parts[2] else "by_lot"), {}
