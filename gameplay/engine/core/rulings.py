"""House rulings: points on which a game's sources differ, and which the organizer decides.

Each ruling is a switch of the game's variants.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from gameplay.engine.core.errors import RulesError, _


@dataclass(frozen=True, slots=True)
class Ruling:
    """The description of a switch: its label, the labels of its values, and the clause that it concerns."""

    label: str
    values: Mapping[str | bool, str]
    clause: str


class UnknownRulingError(RulesError):
    """The game has no ruling of this name; ``details`` list the existing ones."""

    code = "unknown_ruling"
    sentence = _("There is no ruling called {name}. Choose one of these: {known}.")

    def __init__(self, name: str, rulings: Mapping[str, Ruling]) -> None:
        super().__init__(name=name, known=", ".join(rulings))
        self.field = f"switches.{name}"


class RulingValueError(RulesError):
    """A ruling cannot have this value; ``details`` list the possible values as JSON writes them."""

    code = "ruling_value"
    sentence = _("{name} cannot be {value}. Choose one of these: {known}.")

    def __init__(self, name: str, value: object, ruling: Ruling) -> None:
        known = ", ".join(str(each).lower() for each in ruling.values)
        super().__init__(name=name, value=value, known=known)
        self.field, self.clause = f"switches.{name}", ruling.clause
