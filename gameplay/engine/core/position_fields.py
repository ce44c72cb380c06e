"""Field-by-field reading of a position, with the place of every error.

A `FieldReader` reads one object of the file. Each field is taken once; a field that was not taken is unknown. A
`CardRegistry` assigns a number and a definition to every card of the file.

The position of a log can have cards with unknown faces: {"unknown": 3} stands for three of them in a list, and
{"unknown": 3, "back": "weapon"} for three with this back.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeVar

from cards.printed import PrintedCard
from gameplay.engine.core.errors import Translatable, UnreadableError, Wording, _
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.zones import CardDefinition

T = TypeVar("T")
MAX_CARDS = 1000
UNKNOWN = "unknown"
OTHER_TYPE: dict[type, str] = {
    bool: _("{value!r} is not true or false"),
    int: _("{value!r} is not a whole number"),
    str: _("{value!r} is not a string"),
    list: _("{value!r} is not a list"),
    dict: _("{value!r} is not an object"),
}
"""The refusals of a value of another type, by the expected type."""


class FieldReader:
    """Reads the fields of one object at ``place`` of ``file``. Every method raises UnreadableError."""

    def __init__(self, value: object, *, file: str, place: str = "") -> None:
        self.file, self.place = file, place
        self.fields = dict(self.check_type(value, dict, place))

    def error(self, reason: Wording, field: str = "", *, clause: str = "", **details: object) -> UnreadableError:
        """Return the error for ``field``; ``clause`` is the violated clause, if any."""
        return UnreadableError(reason, file=self.file, place=self.path_of(field), clause=clause, **details)

    def path_of(self, field: str) -> str:
        """Return the path of ``field`` in the file, such as "seats.0.hand"."""
        return ".".join(part for part in (self.place, field) if part)

    def check_type(self, value: object, kind: type[T], place: str) -> T:
        """Return ``value`` if its type is exactly ``kind``: JSON's true is not a number."""
        if type(value) is not kind:
            raise UnreadableError(OTHER_TYPE[kind], file=self.file, place=place, value=value)
        return value

    def take(self, field: str, kind: type[T], default: T | None = None) -> T:
        """Return the value of ``field``, which must be of ``kind``; without a ``default`` the field is required."""
        if field not in self.fields:
            if default is None:
                raise self.error(_("this field is missing"), field)
            return default
        return self.check_type(self.fields.pop(field), kind, self.path_of(field))

    def take_number(self, field: str, default: int | None = None, *, minimum: int = 0, maximum: int = 9999) -> int:
        value = self.take(field, int, default)
        if not minimum <= value <= maximum:
            reason = _("{value} is not from {minimum} to {maximum}")
            raise self.error(reason, field, value=value, minimum=minimum, maximum=maximum)
        return value

    def take_one_of(self, field: str, words: Iterable[str], default: str | None = None) -> str:
        value = self.take(field, str, default)
        if value not in words:
            raise self.error(_("{value!r} is not one of {allowed}"), field, value=value, allowed=", ".join(words))
        return value

    def take_items(self, field: str) -> list["CardItem"]:
        """Return the items of the list ``field``, which may be missing. Several unknown cards are as many items."""
        items: list[CardItem] = []
        for number, value in enumerate(self.take(field, list, [])):
            place = f"{self.path_of(field)}.{number}"
            if isinstance(value, dict) and UNKNOWN in value:
                cards = FieldReader(value, file=self.file, place=place)
                count = cards.take_number(UNKNOWN, minimum=1, maximum=MAX_CARDS)
                if len(items) + count > MAX_CARDS:
                    raise self.error(_("there are more than {maximum} cards"), field, maximum=MAX_CARDS)
                items += [CardItem(value | {UNKNOWN: 1}, place, self.file)] * count
            else:
                items.append(CardItem(value, place, self.file))
        return items

    def reject_unread(self) -> None:
        """Raise an error for a field that was not taken."""
        if self.fields:
            raise self.error(_("unknown field"), min(self.fields))


class CardItem:
    """One item of a list: a card alone, or an object that adds details to its ``card``."""

    def __init__(self, value: object, place: str, file: str) -> None:
        self.value, self.place, self.file = value, place, file

    def reader(self) -> FieldReader:
        value = {"card": self.value} if isinstance(self.value, str) else self.value
        return FieldReader(value, file=self.file, place=self.place)


class UnknownCard(NamedTuple):
    """Stands for the definition of a card of which only the back is known; "" if the position does not say it."""

    back: str
    name: str = "unknown card"
    type: str = ""


def _initials(title: str) -> str:
    return "".join(word[0] for word in title.split())


class CardRegistry:
    """The cards of a position, numbered in the order they are read, or by ``numbers``.

    ``catalogue`` contains the known printed cards in groups. A card is looked up by set number or title, in the first
    group that contains it. Face-down cards can be unknown if ``allows_unknown``. ``places`` are those of the cards in
    the file, by number.
    """

    def __init__(
        self,
        catalogue: Iterable[Iterable[PrintedCard]],
        define: Callable[[PrintedCard], CardDefinition],
        numbers: Sequence[int],
        *,
        file: str,
        allows_unknown: bool = False,
    ) -> None:
        self.groups_left, self.define, self.numbers, self.file = iter(catalogue), define, numbers, file
        self.allows_unknown = allows_unknown
        self.places: dict[int, str] = {}
        self.groups: list[dict[str, dict[str, PrintedCard]]] = []
        self.definitions: dict[str, CardDefinition] = {}
        self.numbered: dict[int, tuple[CardDefinition | UnknownCard, int]] = {}

    def definition(self, name: str, place: str) -> CardDefinition:
        """Return the definition of the card ``name``; copies share one. Raises UnreadableError, CatalogueError."""
        found = self.find(name.casefold()) if name else {}
        if not found:
            raise UnreadableError(_("there is no card {card!r}"), file=self.file, place=place, card=name)
        if len(found) > 1:
            reason = Translatable(
                _("{card!r} is ambiguous: write one of {numbers}"), card=name, numbers=", ".join(sorted(found))
            )
            raise UnreadableError(reason, file=self.file, place=place)
        ((ref, card),) = found.items()
        if ref not in self.definitions:
            self.definitions[ref] = self.define(card)
        return self.definitions[ref]

    def find(self, name: str, *, first_group_only: bool = False) -> dict[str, PrintedCard]:
        """Return the cards called ``name`` by set number, from the first group that contains any.

        With ``first_group_only`` only the first group is searched.
        """
        for group in self.groups:
            if name in group:
                return group[name]
        for cards in () if first_group_only and self.groups else self.groups_left:
            group = {}
            for card in cards:
                for each in (card.ref, card.name.en, card.name.ja):
                    group.setdefault(each.casefold(), {})[card.ref] = card
            self.groups.append(group)
            if first_group_only or name in group:
                return group.get(name, {})
        return {}

    def similar_titles(self, name: str) -> list[str]:
        """Return at most three titles that look like ``name``, contain it, or have its letters as their initials.

        The most similar one comes first, and those that are a part of ``name`` last.
        """
        titles = {
            title.casefold(): title
            for group in self.groups
            for found in group.values()
            for card in found.values()
            for title in (card.name.en, card.name.ja)
        }
        name = name.casefold()
        is_long_enough = len(name) > 2 or not name.isascii()
        related = [each for each in titles if (is_long_enough and name in each) or name == _initials(each)]
        parts = [each for each in titles if re.search(rf"\b{re.escape(each)}\b", name)]
        return [titles[each] for each in dict.fromkeys([*get_close_matches(name, titles), *related, *parts])][:3]

    def add_unmarked(self, entry: CardItem, owner: int, *, card_type: str = "", clause: str = "") -> int:
        """Add a card that has no marks, and return its number."""
        reader = entry.reader()
        card = self.add(reader, owner, card_type=card_type, clause=clause)
        reader.reject_unread()
        return card

    def add_face_down(self, reader: FieldReader, owner: int, *, back: str = "") -> int:
        """Add a face-down card, and return its number. If it is unknown, ``back`` is its back, "" if any."""
        if UNKNOWN not in reader.fields:
            return self.add(reader, owner)
        if not self.allows_unknown:
            raise reader.error(_("only the position of a log can have unknown cards"), UNKNOWN)
        reader.take_number(UNKNOWN, minimum=1, maximum=1)
        return self._add(UnknownCard(reader.take("back", str, back)), reader, owner)

    def add(self, reader: FieldReader, owner: int, *, card_type: str = "", clause: str = "") -> int:
        """Add the card that ``reader`` describes, and return its number.

        ``card_type`` is the required type of the card, or "" for any; ``clause`` is the clause that requires it.
        """
        if UNKNOWN in reader.fields:
            raise reader.error(_("all players see this card: name it"), UNKNOWN)
        definition = self.definition(reader.take("card", str), reader.path_of("card"))
        if card_type and definition.type != card_type:
            reason = Translatable(
                _("{card} is a card of type {type}, not {expected}"),
                card=definition.name,
                type=definition.type,
                expected=card_type,
            )
            raise reader.error(reason, clause=clause)
        return self._add(definition, reader, owner)

    def _add(self, definition: CardDefinition | UnknownCard, reader: FieldReader, owner: int) -> int:
        count = len(self.numbered)
        if count >= MAX_CARDS:
            raise reader.error(_("there are more than {maximum} cards"), maximum=MAX_CARDS)
        if self.numbers and count >= len(self.numbers):
            raise UnreadableError(_("there are more cards than numbers"), file=self.file, place="numbers")
        number = self.numbers[count] if self.numbers else count
        self.numbered[number] = (definition, owner)
        self.places[number] = reader.place
        return number

    def __getitem__(self, number: int) -> Any:
        return self.numbered[number][0]

    def definitions_and_owners(self) -> tuple[list[Any], list[int]]:
        """Return the definitions and the owners by number, after all cards were read. Raises UnreadableError."""
        if sorted(self.numbered) != list(range(len(self.numbers) or len(self.numbered))):
            reason = _("the numbers must be those from 0 to {last}, one for each card")
            raise UnreadableError(reason, file=self.file, place="numbers", last=len(self.numbered) - 1)
        dealt = [self.numbered[number] for number in range(len(self.numbered))]
        return [definition for definition, _owner in dealt], [owner for _definition, owner in dealt]


class CardWriter:
    """Writes cards by set number, and collects their numbers in the order written."""

    def __init__(self, definitions: Sequence[CardDefinition]) -> None:
        self.definitions = definitions
        self.numbers: list[int] = []

    def write_card(self, number: int, marks: JsonObject) -> object:
        """Return the card as an item: its set number alone, or an object if it has ``marks``."""
        ref = self.write_ref(number)
        return {"card": ref} | dict(marks) if marks else ref

    def write_ref(self, number: int) -> str:
        self.numbers.append(number)
        return str(self.definitions[number].ref)

    def write_refs(self, numbers: Iterable[int]) -> list[str]:
        return [self.write_ref(number) for number in numbers]
