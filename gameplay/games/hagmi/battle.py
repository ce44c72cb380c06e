"""The state of an attack that is being resolved."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gameplay.engine.core.asks import Option


def player_target(seat: int) -> int:
    """Return the target that stands for a player: a negative number. `seat_of_target` reverses it."""
    return ~seat


def seat_of_target(target: int) -> int | None:
    """Return the seat of a target that is a player, or None if the target is a card."""
    return ~target if target < 0 else None


class Battle:
    """An attack from its declaration to its end (HAG-5.1.1).

    ``targets`` are the declared targets. ``hit_by_target`` maps each target to the card or player that is hit: the
    target itself, or the unit that stepped in. ``defenders`` are the units in a battle relation with the attacker
    (HAG-6.5.1). ``closed_targets`` have had their one defence (HAG-6.1.3).
    """

    __slots__ = ("attacker", "closed_targets", "defenders", "hit_by_target", "targets")

    def __init__(self, attacker: int, targets: Iterable[int]) -> None:
        self.attacker = attacker
        self.targets = list(targets)
        self.hit_by_target = {target: target for target in self.targets}
        self.defenders: list[int] = []
        self.closed_targets: list[int] = []

    def add_defender(self, target: int, unit: int) -> None:
        """Record that ``unit`` defends ``target``, which may be the unit itself (HAG-6.5.1)."""
        self.hit_by_target[target] = unit
        self.defenders.append(unit)
        self.closed_targets.append(target)

    def replace_target(self, target: int, unit: int) -> None:
        """Record that ``unit`` is hit in place of ``target`` and does not defend (HAG-6.4.4)."""
        self.hit_by_target[target] = unit
        self.closed_targets.append(target)

    def being_resolved(self) -> Iterator[Option]:
        """Yield what the table shows of the attack: targets, units that stepped in, and defenders."""
        for target in self.targets:
            seat = seat_of_target(target)
            yield ("attacks", self.attacker, target) if seat is None else ("attacks_player", self.attacker, seat)
        for target, hit in self.hit_by_target.items():
            if hit != target:
                seat = seat_of_target(target)
                yield ("covers", hit, target) if seat is None else ("covers_player", hit, seat)
        yield from (("defends", unit) for unit in self.defenders)

    def to_json(self, handles: Mapping[int, str]) -> dict[str, Any]:
        """Return the public state of the attack as JSON. A player is given as a seat number."""

        def name(target: int) -> Any:
            seat = seat_of_target(target)
            return handles.get(target) if seat is None else seat

        return {
            "attacker": handles.get(self.attacker),
            "targets": [{"target": name(target), "hit": name(hit)} for target, hit in self.hit_by_target.items()],
            "defenders": [handles.get(unit) for unit in self.defenders],
        }
