"""Questions about the next round: why these two meet, and why those two do not."""

from collections.abc import Iterable, Iterator

from tournaments.rules.graphs import MATCH_WIN, Edge, Graph, Matching
from tournaments.rules.groups import Group, edge, group_of
from tournaments.rules.history import Tournament
from tournaments.rules.matchings import ENUMERATED, after, bits, rounds_possible
from tournaments.rules.meetings import meetings
from tournaments.rules.pairing import Pairing, best, best_of_field, legal
from tournaments.rules.parts import Parts
from tournaments.rules.reasons import Reason


def explain(tournament: Tournament, pairing: Pairing) -> tuple[Reason, ...]:
    """Return a reason for each pair and each bye of ``pairing``, pod by pod; pairs across pods have none."""
    return tuple(reason for group in _groups(tournament) for reason in _of_group(group, pairing))


def _groups(tournament: Tournament) -> Iterator[Group]:
    parts = Parts(tournament)
    for members in tournament.groups:
        yield group_of(tournament if members is None else parts.of(members), members)


def _of_group(group: Group, pairing: Pairing) -> Iterator[Reason]:
    place = {player: number for number, player in enumerate(group.players)}
    graph = group.graph()
    pairs = [edge(place[a], place[b]) for a, b in pairing.pairs if a in place and b in place]
    byes = [(place[player], graph.size - 1) for player in pairing.byes if player in place]
    if _by_seats(group, pairing):
        yield from (Reason("seats", {"a": group.players[a], "b": group.players[b]}) for a, b in pairs)
    else:
        yield from meetings(group, graph, (*pairs, *byes))


def _by_seats(group: Group, pairing: Pairing) -> bool:
    return group.seated and any(reason.code == "opposite_seats" for reason in pairing.why)


def cost(tournament: Tournament, pairs: Iterable[tuple[str, str]], byes: Iterable[str]) -> int:
    """Return the sum of the squared gaps of any pairing of the next round; a bye stands 3 below the last of its group."""
    points: dict[str, int] = {}
    below: dict[str, int] = {}
    for group in _groups(tournament):
        least = min((group.points[player] for player in group.players), default=0) - MATCH_WIN
        points |= {player: group.points[player] for player in group.players}
        below |= dict.fromkeys(group.players, least)
    gaps = [points[a] - points[b] for a, b in pairs if a in points and b in points]
    return sum(gap**2 for gap in (*gaps, *(points[player] - below[player] for player in byes if player in points)))


def why_not(tournament: Tournament, pairing: Pairing, a: str, b: str) -> Reason:
    """Return why ``a`` does not meet ``b`` in ``pairing``, the next round of ``tournament``.

    What it would cost if they met is exact in a group of any size.
    """
    named = {"a": a, "b": b}
    if {a, b} in map(set, pairing.pairs):
        return Reason("do_meet", named)
    group = next((group for group in _groups(tournament) if {a, b} <= set(group.players)), None)
    if group is None:
        return Reason("other_group", named)
    if met := _rounds_met(tournament, {a, b}):
        return Reason("have_met", {**named, "round": met[-1]})
    if {(a, b), (b, a)} & group.apart:
        return Reason("must_not_meet", named)
    if _by_seats(group, pairing):
        return Reason("opposite_seats")
    code, fields = _compared(group, edge(group.players.index(a), group.players.index(b)), tournament.next_round)
    return Reason(code, {**named, **fields})


def _rounds_met(tournament: Tournament, both: set[str]) -> list[int]:
    return [played.number for played in tournament.rounds for match in played.matches if {match.a, match.b} == both]


def _compared(group: Group, pair: Edge, number: int) -> tuple[str, dict[str, int]]:
    """Compare the best pairing for round ``number`` with the best in which ``pair`` meets: a code, and its fields."""
    graph = group.graph()
    least = best(graph, group.later_rounds)
    if least is None:
        return "no_pairing", {}
    if graph.size > ENUMERATED or graph.by_place:
        others = graph.without(pair)
        rest = best_of_field(others)
        weight = None if rest is None else graph.weight(pair) + others.sum(rest)
    else:
        every, lasting = ([each for each in some if pair in each] for some in legal(graph, group.later_rounds))
        if every and not lasting:
            return "would_close", {"round": number + 1 + _most_rounds_after(graph, every, group.later_rounds)}
        weight = graph.sum(lasting[0]) if lasting else None
    if weight is None:
        return "would_block", {}
    return _dearer(graph, graph.sum(least), weight)


def _most_rounds_after(graph: Graph, every: Iterable[Matching], announced: int) -> int:
    met = bits(graph.met)
    return max(rounds_possible(after(met, matching), announced) for matching in every)


def _dearer(graph: Graph, least: int, weight: int) -> tuple[str, dict[str, int]]:
    """By which part of its weight a pairing is worse than the least."""
    best_parts, parts = graph.parts(least), graph.parts(weight)
    if parts[0] > best_parts[0]:
        cost, before = (part // graph.unit for part in (parts[0], best_parts[0]))
        return "would_cost", {"cost": cost, "least": before, "more": cost - before}
    if parts[1] > best_parts[1]:
        return "would_lift_bye", {}
    return ("would_float_again" if parts[2] > best_parts[2] else "by_lot"), {}
