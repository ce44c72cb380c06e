"""The ranks after each round: how the standings came about."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from tournaments.rules.history import Tournament
from tournaments.rules.standings import standings


def ranks_by_round(tournament: Tournament, *, among: Collection[str] | None = None) -> Mapping[str, list[int | None]]:
    """Return the rank of each player after each round that has a result; None before the round of their entry.

    ``among`` are the players of one pod. The rounds of a top cut are not included.
    """
    entered = {entry.id: entry.entered_round for entry in tournament.entries}
    ranks: dict[str, list[int | None]] = {}
    for count, played in enumerate(tournament.rounds, 1):
        if not played.matches:
            continue
        after = replace(tournament, rounds=tournament.rounds[:count], cut=None)
        for row in standings(after, among=among):
            ranks.setdefault(row.player, []).append(row.rank if entered[row.player] <= played.number else None)
    return ranks
