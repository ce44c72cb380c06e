"""Reading a position field by field, so that whatever is wrong is named with its place.

A `Sheet` is one object of the file: each field is taken once, and what nobody took is
unknown. `Cards` gives every card of the file its number and its definition.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from cards.printed import PrintedCard
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.zones import Definition

T = TypeVar("T")
MOST_CARDS = 1000
NAMES: dict[type, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "an object",
}


class Sheet:
    """One object at ``place`` of ``file``. Every method raises UnreadableError."""

    def __init__(self, value: object, *, file: str, place: str = "") -> None:
        self.file, self.place = file, place
        self.fields = dict(self.of_type(value, dict, place))

    def fail(self, reason: str, field: str = "", *, clause: str = "") -> UnreadableError:
        """Return the error for ``field``; ``clause`` is that of the rules by which it cannot be."""
        return UnreadableError(reason, file=self.file, place=self.at(field), clause=clause)

    def at(self, field: str) -> str:
        """Where ``field`` is in the file: "seats.0.hand"."""
        return ".".join(part for part in (self.place, field) if part)

    def of_type(self, value: object, kind: type[T], place: str) -> T:
        """``value``, if it is of ``kind``; JSON's true is no number."""
        if type(value) is not kind:
            raise UnreadableError(f"{value!r} is not {NAMES[kind]}", file=self.file, place=place)
        return value

    def take(self, field: str, kind: type[T], default: T | None = None) -> T:
        """Return ``field``, which is of ``kind``; without ``default`` it must be there."""
        if field not in self.fields:
            if default is None:
                raise self.fail("missing", field)
            return default
        return self.of_type(self.fields.pop(field), kind, self.at(field))

    def number(self, field: str, default: int | None = None, *, least: int = 0, most: int = 9999) -> int:
        value = self.take(field, int, default)
        if not least <= value <= most:
            raise self.fail(f"{value} is not from {least} to {most}", field)
        return value

    def one_of(self, field: str, words: Iterable[str], default: str | None = None) -> str:
        value = self.take(field, str, default)
        if value not in words:
            raise self.fail(f"{value!r} is none of {', '.join(words)}", field)
        return value

    def each(self, field: str) -> list["Entry"]:
        """The entries of the list ``field``; none if it is not there."""
        return [Entry(value, f"{self.at(field)}.{n}", self.file) for n, value in enumerate(self.take(field, list, []))]

    def done(self) -> None:
        """Refuse whatever nobody took."""
        if self.fields:
            raise self.fail("unknown field", min(self.fields))


class Entry:
    """One entry of a list: a card by itself, or an object that says more about it under ``card``."""

    def __init__(self, value: object, place: str, file: str) -> None:
        self.value, self.place, self.file = value, place, file

    def sheet(self) -> Sheet:
        value = {"card": self.value} if isinstance(self.value, str) else self.value
        return Sheet(value, file=self.file, place=self.place)


class Cards:
    """The cards of a position, numbered in the order they are read, or by ``numbers``.

    ``known`` are the cards there are, each found by set number or by title, in groups
    of which a later one is looked through only for what no earlier one has.
    """

    def __init__(
        self,
        known: Iterable[Iterable[PrintedCard]],
        read: Callable[[PrintedCard], Definition],
        numbers: Sequence[int],
        *,
        file: str,
    ) -> None:
        self.known, self.read, self.numbers, self.file = iter(known), read, numbers, file
        self.groups: list[dict[str, dict[str, PrintedCard]]] = []
        self.definitions: dict[str, Definition] = {}
        self.dealt: dict[int, tuple[Definition, int]] = {}

    def definition(self, name: str, place: str) -> Definition:
        """The definition of the card called ``name``; copies share one. Raises UnreadableError, CatalogueError."""
        found = self.found(name.casefold()) if name else {}
        if not found:
            raise UnreadableError(f"there is no card {name!r}", file=self.file, place=place)
        if len(found) > 1:
            which = ", ".join(sorted(found))
            raise UnreadableError(f"{name!r} is several cards: write one of {which}", file=self.file, place=place)
        ((ref, card),) = found.items()
        if ref not in self.definitions:
            self.definitions[ref] = self.read(card)
        return self.definitions[ref]

    def found(self, name: str, *, near: bool = False) -> dict[str, PrintedCard]:
        """The cards called ``name``, by set number, of the first group that has any; ``near`` looks at one group only."""
        for group in self.groups:
            if name in group:
                return group[name]
        for cards in () if near and self.groups else self.known:
            group = {}
            for card in cards:
                for each in (card.ref, card.name.en, card.name.ja):
                    group.setdefault(each.casefold(), {})[card.ref] = card
            self.groups.append(group)
            if near or name in group:
                return group.get(name, {})
        return {}

    def plain(self, entry: Entry, owner: int, *, of: str = "", clause: str = "") -> int:
        """Give a card that has no marks a number, and return it."""
        sheet = entry.sheet()
        card = self.add(sheet, owner, of=of, clause=clause)
        sheet.done()
        return card

    def add(self, sheet: Sheet, owner: int, *, of: str = "", clause: str = "") -> int:
        """Give the card that ``sheet`` names, which is of one type or, for "", of any, a number, and return it.

        ``clause`` says that only this type lies there.
        """
        name, count = sheet.take("card", str), len(self.dealt)
        definition = self.definition(name, sheet.at("card"))
        if count >= MOST_CARDS:
            raise sheet.fail(f"there are more than {MOST_CARDS} cards")
        if self.numbers and count >= len(self.numbers):
            raise UnreadableError("there are more cards than numbers", file=self.file, place="numbers")
        number = self.numbers[count] if self.numbers else count
        if of and definition.type != of:
            raise sheet.fail(f"{definition.name} is a card of type {definition.type}, not {of}", clause=clause)
        self.dealt[number] = (definition, owner)
        return number

    def __getitem__(self, number: int) -> Any:
        return self.dealt[number][0]

    def lists(self) -> tuple[list[Definition], list[int]]:
        """The definitions and the owners by number, once all cards are read. Raises UnreadableError."""
        if sorted(self.dealt) != list(range(len(self.numbers) or len(self.dealt))):
            reason = f"these are not the numbers from 0, one for each of the {len(self.dealt)} cards"
            raise UnreadableError(reason, file=self.file, place="numbers")
        dealt = [self.dealt[number] for number in range(len(self.dealt))]
        return [definition for definition, _ in dealt], [owner for _, owner in dealt]


class Ink:
    """Writes cards by set number, and keeps the numbers they had in the order written."""

    def __init__(self, definitions: Sequence[Definition]) -> None:
        self.definitions = definitions
        self.numbers: list[int] = []

    def card(self, number: int, marks: JsonObject) -> object:
        """The card as an entry: its set number alone, or an object if it has ``marks``."""
        ref = self.add(number)
        return {"card": ref} | dict(marks) if marks else ref

    def add(self, number: int) -> str:
        self.numbers.append(number)
        return str(self.definitions[number].ref)

    def cards(self, numbers: Iterable[int]) -> list[str]:
        return [self.add(number) for number in numbers]
