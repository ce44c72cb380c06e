"""A table laid as a position says, and written as one.

What lies where is read strictly and refused if no game could come to it; the form is
that of `engine.position`, which adds how a game goes on from there.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from itertools import chain
from typing import Any

from cards.exchange import card_table
from cards.printed import CatalogueError, PrintedCard, read_tables
from gameplay.engine.core.asks import Option
from gameplay.engine.core.errors import RulesError, UnreadableError
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.position_fields import Cards, Ink, Sheet
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.zones import Table

FORMAT = "passleft-position-1"
INVENTED = "NEW"
GREATEST = 99  # a number on a card: no rule may be made to run for hours
DEEPEST = 20  # how deep lists and tables lie in one another on it

MOST_EVENTS = 10_000

Catalogue = Callable[[str], Iterable[Iterable[PrintedCard]]]
"""Gives every printed card of a game, in groups: a title in an earlier one means that card."""


class Scripted:
    """Chance that a position has written down: what comes up, then whatever is written first.

    ``script`` names cards and numbers; ``used`` of them have come up. Raises
    UnreadableError for one that cannot.
    """

    def __init__(self, script: list[Any], cards: Cards, *, file: str) -> None:
        self.script, self.cards, self.file = script, cards, file
        self.used = 0
        self.entries: list[Any] = []

    def take(self, cards: list[int]) -> int:
        card = cards[0]
        if (name := self._next(str)) is not None:
            card = self._called(name, cards)
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        outcome = self._next(int) or 0
        if outcome not in range(n):
            raise UnreadableError(f"{outcome} is not below {n}", file=self.file, place=self._place())
        self.entries.append(outcome)
        return int(outcome)

    def _called(self, name: str, cards: list[int]) -> int:
        """The first of ``cards`` that ``name`` means: "FL-C01", or "FL-C01#12" for the copy of that number."""
        title, _, number = name.partition("#")
        wanted = self.cards.definition(title, self._place())
        for card in cards:
            if self.cards[card] is wanted and number in ("", str(card)):
                return card
        raise UnreadableError(f"{name!r} cannot come up here", file=self.file, place=self._place())

    def left(self) -> list[Any]:
        return self.script[self.used :]

    def _next(self, kind: type) -> Any:
        """The next of the script, which is of ``kind``, or None where it ends."""
        if self.used >= len(self.script):
            return None
        self.used += 1
        if type(outcome := self.script[self.used - 1]) is not kind:
            due = "a card" if kind is str else "a number"
            raise UnreadableError(f"{outcome!r} cannot come up: {due} is due", file=self.file, place=self._place())
        return outcome

    def _place(self) -> str:
        return f"chance.{self.used - 1}"


class _Events(list[Option]):
    """What happens in a position: invented cards may not make it go on for ever with nobody asked."""

    def __init__(self, file: str) -> None:
        self.file = file

    def append(self, event: Option) -> None:
        if len(self) >= MOST_EVENTS:
            raise UnreadableError(f"more than {MOST_EVENTS} things happen", file=self.file)
        super().append(event)


# --- reading ----------------------------------------------------------------------------


def read_table(sheet: Sheet, rulesets: Mapping[str, Ruleset], catalogue: Catalogue) -> tuple[Ruleset, Table]:
    """Return the game and the table that ``sheet`` describes, its chance scripted. Raises UnreadableError."""
    file = sheet.file
    sheet.one_of("format", [FORMAT])
    ruleset = rulesets[sheet.one_of("ruleset", rulesets)]
    variant = variant_of(sheet, ruleset)
    invented = _invented(sheet, ruleset.name)
    numbers = [sheet.of_type(each.value, int, each.place) for each in sheet.each("numbers")]
    cards = Cards(chain([invented], catalogue(ruleset.name)), ruleset.read, numbers, file=file)
    seats = [each.sheet() for each in sheet.each("seats")]
    if len(seats) not in ruleset.seats:
        raise sheet.fail(
            f"{len(seats)} cannot play; {ruleset.title} is for {', '.join(map(str, ruleset.seats))}", "seats"
        )
    chance = Scripted(sheet.take("chance", list, []), cards, file=file)
    try:
        table = ruleset.deal(variant, [[] for _ in seats], chance)
    except RulesError as refused:
        raise sheet.fail(f"{refused} ({refused.clause})", "seats") from refused
    table.turn = sheet.number("turn", 1, least=ruleset.positions.FIRST_TURN)
    table.active = sheet.number("active", 0, most=len(seats) - 1)
    table.step = sheet.one_of("step", ruleset.positions.STEPS)
    table.left = tuple(_seats(sheet, "left", len(seats)))
    table.events = _Events(file)
    table.cards = cards  # definitions by number, until all are there
    try:
        for card in invented:
            ruleset.read(card)
        ruleset.positions.lay(table, sheet, seats, cards)
    except CatalogueError as error:
        raise UnreadableError(error.reason, file=error.file) from error
    sheet.done()
    table.cards, table.owners = cards.lists()
    return ruleset, table


def _seats(sheet: Sheet, field: str, seats: int) -> list[int]:
    """The seats that ``field`` lists, each once."""
    found = [sheet.of_type(each.value, int, each.place) for each in sheet.each(field)]
    if len(set(found)) < len(found) or not set(found) <= set(range(seats)):
        raise sheet.fail(f"{found} are not different seats", field)
    return found


def variant_of(sheet: Sheet, ruleset: Ruleset) -> Any:
    """The variant that ``sheet`` names, with its switches. Raises UnreadableError."""
    name = sheet.one_of("variant", ruleset.variants)
    switches = sheet.take("switches", dict, {})
    for field, value in switches.items():
        if type(value) is int and not 0 <= value <= GREATEST:
            raise sheet.fail(f"{value} is not from 0 to {GREATEST}", f"switches.{field}")
    try:
        return ruleset.variant(name, switches)
    except (TypeError, ValueError) as error:
        field, _, reason = str(error).partition(": ")
        raise sheet.fail(reason, f"switches.{field}") from error


def _invented(sheet: Sheet, game: str) -> tuple[PrintedCard, ...]:
    """The cards that the position brings along: the set NEW."""
    tables = sheet.take("cards", list, [])
    for number, table in enumerate(tables):
        sheet.of_type(table, dict, f"cards.{number}")
        if fault := excess(table):
            raise sheet.fail(fault, f"cards.{number}")
    head = {"game": game, "code": INVENTED, "name": {"en": INVENTED}}
    try:
        # Reading empties the tables it is given.
        data = {"set": head, "card": [dict(table) for table in tables]}
        return read_tables(data, file=f"{sheet.file}: cards".lstrip(": "), lines={}).cards
    except CatalogueError as error:
        raise UnreadableError(error.reason, file=error.file) from error


def excess(value: object, depth: int = 0) -> str:
    """What is too much about the facts of a card that somebody wrote, or ""."""
    if depth > DEEPEST:
        return "its texts lie too deep in one another"
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return next(filter(None, (excess(part, depth + 1) for part in parts)), "")
    if isinstance(value, int | float) and abs(value) > GREATEST:
        return f"a number on a card is at most {GREATEST}"
    return ""


# --- writing ----------------------------------------------------------------------------


def write_table(ruleset: Ruleset, table: Table) -> JsonObject:
    """Return ``table`` as a position, with the cards of the set NEW."""
    ink = Ink(table.cards)
    usual = asdict(ruleset.variants[table.variant.name])
    switches = {field: value for field, value in asdict(table.variant).items() if value != usual[field]}
    invented = {card.ref: card.printed for card in table.cards if card.printed.set_code == INVENTED}
    written = {"format": FORMAT, "ruleset": ruleset.name, "variant": table.variant.name}
    optional = {"switches": switches, "cards": [card_table(card) for card in invented.values()]}
    where: JsonObject = {"turn": table.turn, "active": table.active, "step": table.step}
    where |= {"left": list(table.left)} if table.left else {}
    laid = ruleset.positions.laid(table, ink)
    return (
        written | {field: value for field, value in optional.items() if value} | where | laid | {"numbers": ink.numbers}
    )


def check(ruleset: Ruleset, table: Table) -> None:
    """Raise UnreadableError, with the place of what is wrong, unless a game could have come to ``table``."""
    sheet = Sheet(write_table(ruleset, table), file="")
    _ruleset, again = read_table(sheet, {ruleset.name: ruleset}, lambda _name: [[card.printed for card in table.cards]])
    if again.fingerprint() != table.fingerprint():
        raise UnreadableError("not all of this can be written down")
