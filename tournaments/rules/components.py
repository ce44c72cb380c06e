"""Connected components of a tournament, which are paired and ranked independently of each other.

Computing a pod from its component alone costs time by the size of the pod, not of the event.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from tournaments.rules.history import PlayedRound, Tournament

T = TypeVar("T")
Indexed = tuple[int, T]
"""An item with its position in the whole tournament."""


class TournamentComponents:
    """The connected components of ``tournament``, whose edges are the matches played (union-find).

    Every tie-breaker of a player, and every pairing inside a pod, depends only on the player's component.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._whole, self._above = tournament, {entry.id: entry.id for entry in tournament.entries}
        for played in tournament.rounds:
            for match in played.matches:
                self._above[self._root(match.a)] = self._root(match.b)
        self._entries = self._by_root((entry.id, entry) for entry in tournament.entries)
        self._rounds = [
            (
                self._by_root((match.a, match) for match in played.matches),
                self._by_root((player, player) for player in played.byes),
                self._by_root((player, player) for player in played.missed),
            )
            for played in tournament.rounds
        ]

    def component_of(self, players: Iterable[str]) -> Tournament:
        """Return the components of ``players`` as one tournament without pods, in the order of the whole tournament."""
        roots = {self._root(player) for player in players}
        if len(roots) == len(self._entries):
            return replace(self._whole, pods=())
        rounds = [
            PlayedRound(whole.number, *(_merged(by_root, roots) for by_root in kinds))
            for whole, kinds in zip(self._whole.rounds, self._rounds, strict=True)
        ]
        return replace(self._whole, entries=_merged(self._entries, roots), rounds=tuple(rounds), pods=())

    def _root(self, player: str) -> str:
        """Return the representative of the component of ``player``, with path compression."""
        above = self._above
        while above[player] != player:
            above[player] = above[above[player]]
            player = above[player]
        return player

    def _by_root(self, items: Iterable[tuple[str, T]]) -> dict[str, list[Indexed[T]]]:
        """Group items by the root of their player."""
        components: defaultdict[str, list[Indexed[T]]] = defaultdict(list)
        for index, (player, item) in enumerate(items):
            components[self._root(player)].append((index, item))
        return components


def _merged(components: dict[str, list[Indexed[T]]], roots: Iterable[str]) -> tuple[T, ...]:
    indexed = [each for root in roots for each in components.get(root, ())]
    return tuple(item for _index, item in sorted(indexed, key=lambda pair: pair[0]))
