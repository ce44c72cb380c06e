"""One attack while it is fought: who attacks what, and who has stepped in."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gameplay.engine.core.asks import Option


def player_target(seat: int) -> int:
    """A player as a target: a number that is no card. `seat_of` turns it back."""
    return ~seat


def seat_of_target(target: int) -> int | None:
    """The seat that ``target`` stands for; None if it is a card."""
    return ~target if target < 0 else None


class Battle:
    """An attack from its declaration to its end (HAG-5.1.1).

    ``targets`` are what was declared. ``victims`` is by target who is hit in the end, itself or who stepped in;
    ``defenders`` are the units in a battle relation with the attacker (HAG-6.5.1); ``closed`` are targets that
    have had their one defence (HAG-6.1.3).
    """

    __slots__ = ("attacker", "closed_targets", "defenders", "hit_by_target", "targets")

    def __init__(self, attacker: int, targets: Iterable[int]) -> None:
        self.attacker = attacker
        self.targets = list(targets)
        self.hit_by_target = {target: target for target in self.targets}
        self.defenders: list[int] = []
        self.closed_targets: list[int] = []

    def add_defender(self, target: int, unit: int) -> None:
        """``unit`` defends ``target``, itself or another (HAG-6.5.1)."""
        self.hit_by_target[target] = unit
        self.defenders.append(unit)
        self.closed_targets.append(target)

    def replace_target(self, target: int, unit: int) -> None:
        """``unit`` is hit in place of ``target`` and does not defend (HAG-6.4.4)."""
        self.hit_by_target[target] = unit
        self.closed_targets.append(target)

    def being_resolved(self) -> Iterator[Option]:
        """Who attacks whom, who has stepped in, and who strikes back."""
        for target in self.targets:
            seat = seat_of_target(target)
            yield ("attacks", self.attacker, target) if seat is None else ("attacks_player", self.attacker, seat)
        for target, hit in self.hit_by_target.items():
            if hit != target:
                seat = seat_of_target(target)
                yield ("covers", hit, target) if seat is None else ("covers_player", hit, seat)
        yield from (("defends", unit) for unit in self.defenders)

    def to_json(self, handles: Mapping[int, str]) -> dict[str, Any]:
        """The attack as everybody sees it, as JSON; a player is told by seat."""

        def name(target: int) -> Any:
            seat = seat_of_target(target)
            return handles.get(target) if seat is None else seat

        return {
            "attacker": handles.get(self.attacker),
            "targets": [{"target": name(target), "hit": name(hit)} for target, hit in self.hit_by_target.items()],
            "defenders": [handles.get(unit) for unit in self.defenders],
        }
