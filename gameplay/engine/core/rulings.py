"""House rulings: where a game's sources differ, whoever runs an event decides. Each is a switch of the game's variants."""

from collections.abc import Mapping
from dataclasses import dataclass

from gameplay.engine.core.errors import RulesError, _


@dataclass(frozen=True, slots=True)
class Ruling:
    """A switch in words: what it decides, what its values mean, and where the rules speak of it."""

    label: str
    values: Mapping[str | bool, str]
    clause: str


class UnknownRulingError(RulesError):
    """The game leaves nothing of this name to whoever runs an event; ``details`` list what it does."""

    code = "unknown_ruling"
    sentence = _("{name}: there is no such ruling. There are: {known}.")

    def __init__(self, name: str, rulings: Mapping[str, Ruling]) -> None:
        super().__init__(name=name, known=", ".join(rulings))
        self.field = f"switches.{name}"


class RulingValueError(RulesError):
    """A ruling cannot be taken so; ``details`` list how it can be, as JSON has it."""

    code = "ruling_value"
    sentence = _("{name} cannot be {value}. It can be: {known}.")

    def __init__(self, name: str, value: object, ruling: Ruling) -> None:
        known = ", ".join(str(each).lower() for each in ruling.values)
        super().__init__(name=name, value=value, known=known)
        self.field, self.clause = f"switches.{name}", ruling.clause
