"""Reading and writing of the table of a position.

The table is read strictly, and refused if no game can reach it. `core.position` defines the form, and adds the choices
made since.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from itertools import chain
from typing import Any

from cards.printed import CatalogueError, PrintedCard, read_tables
from cards.set_json import card_table
from gameplay.engine.core.asks import Option
from gameplay.engine.core.errors import RulesError, Translatable, UnreadableError, _
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.position_fields import CardRegistry, CardWriter, FieldReader
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.typed_data import DataError
from gameplay.engine.core.zones import Table

FORMAT = "passleft-position-1"
INVENTED_SET = "NEW"
MAX_NUMBER = 99  # of a number on a card, so that no rule can loop for hours
MAX_DEPTH = 20  # of nested lists and objects in a card

MAX_EVENTS = 10_000

EXPECTED = {
    str: _("{outcome!r} is not possible here: expected a card"),
    int: _("{outcome!r} is not possible here: expected a number"),
}
"""The refusals of an outcome of chance, by the expected type."""

Catalogue = Callable[[str], Iterable[Iterable[PrintedCard]]]
"""Returns all printed cards of a game in groups; a title refers to a card of the first group that contains it."""


class ScriptedChance:
    """Chance from the script of a position, then always the first possible outcome.

    ``script`` contains names of cards and numbers; the first ``used_count`` of them have been used. Raises
    UnreadableError for an outcome that is not possible.
    """

    def __init__(self, script: list[Any], cards: CardRegistry, *, file: str) -> None:
        self.script, self.cards, self.file = script, cards, file
        self.used_count = 0
        self.entries: list[Any] = []

    def take(self, cards: list[int]) -> int:
        card = cards[0]
        if (name := self._next(str)) is not None:
            card = self._card_named(name, cards)
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        outcome = self._next(int) or 0
        if outcome not in range(n):
            raise self._error(_("{outcome} is not less than {limit}"), outcome=outcome, limit=n)
        self.entries.append(outcome)
        return int(outcome)

    def _card_named(self, name: str, cards: list[int]) -> int:
        """Return the first of ``cards`` with this name: "FL-C01", or "FL-C01#12" for the copy with that number."""
        title, _mark, number = name.partition("#")
        definition = self.cards.definition(title, self._place())
        for card in cards:
            if self.cards[card] is definition and number in ("", str(card)):
                return card
        raise self._error(_("{card!r} is not possible here"), card=name)

    def remaining(self) -> list[Any]:
        return self.script[self.used_count :]

    def _next(self, kind: type) -> Any:
        """Return the next item of the script, which must be of ``kind``, or None at its end."""
        if self.used_count >= len(self.script):
            return None
        self.used_count += 1
        if type(outcome := self.script[self.used_count - 1]) is not kind:
            raise self._error(EXPECTED[kind], outcome=outcome)
        return outcome

    def _place(self) -> str:
        return f"chance.{self.used_count - 1}"

    def _error(self, reason: str, **details: object) -> UnreadableError:
        return UnreadableError(Translatable(reason, **details), file=self.file, place=self._place())


class _LimitedEvents(list[Option]):
    """A list of events with a maximum length: invented cards could cause an endless loop without any ask."""

    def __init__(self, file: str) -> None:
        self.file = file

    def append(self, event: Option) -> None:
        if len(self) >= MAX_EVENTS:
            raise UnreadableError(_("more than {maximum} events"), file=self.file, maximum=MAX_EVENTS)
        super().append(event)


# --- reading ----------------------------------------------------------------------------


def read_table(reader: FieldReader, rulesets: Mapping[str, Ruleset], catalogue: Catalogue) -> tuple[Ruleset, Table]:
    """Return the game and the table that ``reader`` describes, with scripted chance. Raises UnreadableError."""
    ruleset, table, _cards = read_table_and_cards(reader, rulesets, catalogue)
    return ruleset, table


def read_table_and_cards(
    reader: FieldReader, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, allows_unknown: bool = False
) -> tuple[Ruleset, Table, CardRegistry]:
    """Do as `read_table`, and also return the cards. With ``allows_unknown``, face-down cards can be unknown.

    The definition of an unknown card is an `UnknownCard`.
    """
    file = reader.file
    reader.take_one_of("format", [FORMAT])
    ruleset = rulesets[reader.take_one_of("ruleset", rulesets)]
    variant = read_variant(reader, ruleset)
    invented = read_invented_cards(reader, ruleset.name)
    numbers = [reader.check_type(each.value, int, each.place) for each in reader.take_items("numbers")]
    groups = chain([invented], catalogue(ruleset.name))
    cards = CardRegistry(groups, ruleset.definition, numbers, file=file, allows_unknown=allows_unknown)
    seats = [each.reader() for each in reader.take_items("seats")]
    if len(seats) not in ruleset.player_counts:
        reason = _("wrong number of players: {players}; {game} is for {possible}")
        possible = ", ".join(map(str, ruleset.player_counts))
        raise reader.error(reason, "seats", players=len(seats), game=ruleset.title, possible=possible)
    chance = ScriptedChance(reader.take("chance", list, []), cards, file=file)
    try:
        table = ruleset.deal(variant, [[] for _seat in seats], chance)
    except RulesError as refused:
        raise reader.error(refused, "seats", clause=refused.clause) from refused
    _read_moment(reader, ruleset, table)
    table.events = _LimitedEvents(file)
    table.cards = cards  # finds definitions by number until all cards are read
    try:
        for card in invented:
            ruleset.definition(card)
        ruleset.positions.load(table, reader, seats, cards)
    except CatalogueError as error:
        raise UnreadableError(error.reason, file=error.file) from error
    reader.reject_unread()
    table.cards, table.owners = cards.definitions_and_owners()
    return ruleset, table, cards


def _read_moment(reader: FieldReader, ruleset: Ruleset, table: Table) -> None:
    """Read whose turn it is, the turn, its step, and who has conceded."""
    table.turn = reader.take_number("turn", 1, minimum=ruleset.positions.FIRST_TURN)
    table.active = reader.take_number("active", 0, maximum=table.seats - 1)
    table.step = reader.take_one_of("step", ruleset.positions.STEPS)
    table.conceded_seats = tuple(_read_seats(reader, "left", table.seats))


def _read_seats(reader: FieldReader, field: str, seats: int) -> list[int]:
    """Return the seats that ``field`` lists, which must be distinct."""
    listed = [reader.check_type(each.value, int, each.place) for each in reader.take_items(field)]
    if len(set(listed)) < len(listed) or not set(listed) <= set(range(seats)):
        raise reader.error(_("{seats} are not distinct seats of this game"), field, seats=listed)
    return listed


def read_variant(reader: FieldReader, ruleset: Ruleset) -> Any:
    """Return the variant that ``reader`` names, with its switches. Raises UnreadableError."""
    name = reader.take_one_of("variant", ruleset.variants)
    switches = reader.take("switches", dict, {})
    for field, value in switches.items():
        if type(value) is int and not 0 <= value <= MAX_NUMBER:
            reason = _("{value} is not from {minimum} to {maximum}")
            raise reader.error(reason, f"switches.{field}", value=value, minimum=0, maximum=MAX_NUMBER)
    try:
        return ruleset.variant(name, switches)
    except TypeError as error:
        raise reader.error(_("unknown field"), f"switches.{error.args[0].partition(':')[0]}") from error
    except DataError as error:
        raise reader.error(error.translatable, f"switches.{error.path}") from error


def read_invented_cards(reader: FieldReader, game: str) -> tuple[PrintedCard, ...]:
    """Return the invented cards of the position, which form the set NEW."""
    tables = reader.take("cards", list, [])
    for number, table in enumerate(tables):
        reader.check_type(table, dict, f"cards.{number}")
        if fault := limit_violation(table):
            raise reader.error(fault, f"cards.{number}")
    head = {"game": game, "code": INVENTED_SET, "name": {"en": INVENTED_SET}}
    try:
        # read_tables() removes the keys that it reads.
        data = {"set": head, "card": [dict(table) for table in tables]}
        return read_tables(data, file=f"{reader.file}: cards".lstrip(": "), lines={}).cards
    except CatalogueError as error:
        raise UnreadableError(error.reason, file=error.file) from error


def limit_violation(value: object, depth: int = 0) -> Translatable | None:
    """Return why the data of an invented card exceeds a limit, None if it exceeds none."""
    if depth > MAX_DEPTH:
        return Translatable(_("its texts are nested too deeply"))
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return next(filter(None, (limit_violation(part, depth + 1) for part in parts)), None)
    if isinstance(value, int | float) and abs(value) > MAX_NUMBER:
        return Translatable(_("a number on a card must be at most {maximum}"), maximum=MAX_NUMBER)
    return None


# --- writing ----------------------------------------------------------------------------


def write_table(ruleset: Ruleset, table: Table) -> JsonObject:
    """Return ``table`` in the form of a position, including the cards of the set NEW."""
    writer = CardWriter(table.cards)
    defaults = asdict(ruleset.variants[table.variant.name])
    switches = {field: value for field, value in asdict(table.variant).items() if value != defaults[field]}
    invented = {card.ref: card.printed for card in table.cards if card.printed.set_code == INVENTED_SET}
    head = {"format": FORMAT, "ruleset": ruleset.name, "variant": table.variant.name}
    optional = {"switches": switches, "cards": [card_table(card) for card in invented.values()]}
    where: JsonObject = {"turn": table.turn, "active": table.active, "step": table.step}
    where |= {"left": list(table.conceded_seats)} if table.conceded_seats else {}
    zones = ruleset.positions.dump(table, writer)
    options = {field: value for field, value in optional.items() if value}
    return head | options | where | zones | {"numbers": writer.numbers}


def check_reachable(ruleset: Ruleset, table: Table) -> None:
    """Raise UnreadableError, with the place of the fault, unless a game can reach ``table``."""
    reader = FieldReader(write_table(ruleset, table), file="")
    printed = [card.printed for card in table.cards]
    _ruleset, reread = read_table(reader, {ruleset.name: ruleset}, lambda _name: [printed])
    if reread.fingerprint() != table.fingerprint():
        raise UnreadableError(_("a position cannot describe all of this table"))
