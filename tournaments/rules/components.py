"""A tournament split into parts that do not bear on each other, so that a pod costs a pod's work and not the event's."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from tournaments.rules.history import PlayedRound, Tournament

T = TypeVar("T")
Indexed = tuple[int, T]
"""Something with its place in the whole tournament."""


class TournamentComponents:
    """The parts of ``tournament``: players who have met, directly or through others, are in the same one.

    Every figure of a player, and every pairing inside a pod, follows from the part alone.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._whole, self._above = tournament, {entry.id: entry.id for entry in tournament.entries}
        for played in tournament.rounds:
            for match in played.matches:
                self._above[self._root(match.a)] = self._root(match.b)
        self._entries = self._sorted((entry.id, entry) for entry in tournament.entries)
        self._rounds = [
            (
                self._sorted((match.a, match) for match in played.matches),
                self._sorted((player, player) for player in played.byes),
                self._sorted((player, player) for player in played.missed),
            )
            for played in tournament.rounds
        ]

    def component_of(self, players: Iterable[str]) -> Tournament:
        """Return the part, or parts, that ``players`` are in: a tournament without pods, in the order of the whole."""
        roots = {self._root(player) for player in players}
        if len(roots) == len(self._entries):
            return replace(self._whole, pods=())
        rounds = [
            PlayedRound(whole.number, *(_merged(found, roots) for found in kinds))
            for whole, kinds in zip(self._whole.rounds, self._rounds, strict=True)
        ]
        return replace(self._whole, entries=_merged(self._entries, roots), rounds=tuple(rounds), pods=())

    def _root(self, player: str) -> str:
        """The player that stands for the part of ``player``; the way there is shortened."""
        above = self._above
        while above[player] != player:
            above[player] = above[above[player]]
            player = above[player]
        return player

    def _sorted(self, found: Iterable[tuple[str, T]]) -> dict[str, list[Indexed[T]]]:
        """What belongs to each part, by its root."""
        parts: defaultdict[str, list[Indexed[T]]] = defaultdict(list)
        for place, (player, each) in enumerate(found):
            parts[self._root(player)].append((place, each))
        return parts


def _merged(parts: dict[str, list[Indexed[T]]], roots: Iterable[str]) -> tuple[T, ...]:
    placed = [each for root in roots for each in parts.get(root, ())]
    return tuple(each for _place, each in sorted(placed, key=lambda pair: pair[0]))
