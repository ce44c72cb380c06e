"""A position: a game at a decision point, written so that a person can write it by hand.

It says what lies where at the start of a turn, of a step or before a play; in the
middle of a step it is that start and the choices and outcomes of chance since. The
form is JSON; what the core reads is

    {"format": "passleft-position-1", "ruleset": "enemy", "variant": "draft",
     "switches": {"target": 7} if the variant is played otherwise than usual,
     "cards": [{...}, ...]       invented cards, in the form of a set's file; set NEW
     "turn": 5, "active": 0, "step": "play",
     "seats": [{...}, {...}]     what lies before each player
     "choices": [3, 0, ...]      ids of options; ["time"] and ["concede", seat] as in a record
     "chance": ["FL-C01", 2]     what comes up, since the start and from now on: cards and numbers;
                                 "FL-C01#12" is the copy that has the number 12
     "numbers": [12, 3, ...]     the numbers of the cards in the order written, if they are to be kept

and everything else is the game's own (`ruleset.positions`). A card is named by set
number or title, first of those it brings along. Where ``chance`` ends, the card written first comes up, and the
lowest number.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from itertools import chain
from typing import Any

from cards.exchange import card_table
from cards.printed import CatalogueError, PrintedCard, read_tables
from gameplay.engine.asks import PLAY, Option
from gameplay.engine.chance import Recorded
from gameplay.engine.errors import NotAnOptionError, NotAskedError, UnreadableError
from gameplay.engine.game import CONCEDE, TIME, Game
from gameplay.engine.ruleset import Ruleset
from gameplay.engine.sheet import Cards, Ink, Sheet
from gameplay.engine.sight import told, view

FORMAT = "passleft-position-1"
INVENTED = "NEW"
GREATEST = 99  # a number on an invented card: no rule may be made to run for hours
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


def read(text: str, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = "") -> Game:
    """Return the game that stands as the position ``text`` says. Raises UnreadableError."""
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(str(error), file=file) from error
    return game_of(data, rulesets, catalogue, file=file)


def game_of(data: Any, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = "") -> Game:
    """Return the game that stands as the position ``data``, read from JSON, says. Raises UnreadableError."""
    sheet = Sheet(data, file=file)
    sheet.one_of("format", [FORMAT])
    ruleset = rulesets[sheet.one_of("ruleset", rulesets)]
    variant = variant_of(sheet, ruleset)
    invented = _invented(sheet, ruleset.name)
    numbers = [sheet.of_type(each.value, int, each.place) for each in sheet.each("numbers")]
    cards = Cards(chain([invented], catalogue(ruleset.name)), ruleset.read, numbers, file=file)
    chance = Scripted(sheet.take("chance", list, []), cards, file=file)
    choices = sheet.take("choices", list, [])
    seats = [each.sheet() for each in sheet.each("seats")]
    table = ruleset.deal(variant, [[] for _ in seats], chance)
    table.turn, table.active = sheet.number("turn", 1, least=1), sheet.number("active", 0, most=len(seats) - 1)
    table.step = sheet.one_of("step", ruleset.positions.STEPS)
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
    game = Game(ruleset, table)
    for number, choice in enumerate(choices):
        _follow(game, choice, UnreadableError("", file=file, place=f"choices.{number}"))
    return game


def variant_of(sheet: Sheet, ruleset: Ruleset) -> Any:
    """The variant that ``sheet`` names, with its switches. Raises UnreadableError."""
    name = sheet.one_of("variant", ruleset.variants)
    switches = sheet.take("switches", dict, {})
    usual = asdict(ruleset.variants[name])
    for field, value in switches.items():
        if field == "name" or field not in usual:
            raise sheet.fail("unknown field", f"switches.{field}")
        if type(value) is not type(usual[field]) or (type(value) is int and not 0 <= value <= GREATEST):
            raise sheet.fail(f"{value!r} cannot stand for {usual[field]!r}", f"switches.{field}")
    return ruleset.variant(name, switches)


def _invented(sheet: Sheet, game: str) -> tuple[PrintedCard, ...]:
    """The cards that the position brings along: the set NEW."""
    tables = sheet.take("cards", list, [])
    for number, table in enumerate(tables):
        sheet.of_type(table, dict, f"cards.{number}")
        if fault := _excess(table):
            raise sheet.fail(fault, f"cards.{number}")
    head = {"game": game, "code": INVENTED, "name": {"en": INVENTED}}
    try:
        # Reading empties the tables it is given.
        data = {"set": head, "card": [dict(table) for table in tables]}
        return read_tables(data, file=f"{sheet.file}: cards".lstrip(": "), lines=[], fingerprint="").cards
    except CatalogueError as error:
        raise UnreadableError(error.reason, file=error.file) from error


def _excess(value: Any, depth: int = 0) -> str:
    """What is too much about an invented card, or ""."""
    if depth > DEEPEST:
        return "its texts lie too deep in one another"
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return next(filter(None, (_excess(part, depth + 1) for part in parts)), "")
    if isinstance(value, int | float) and abs(value) > GREATEST:
        return f"a number on a card is at most {GREATEST}"
    return ""


def _follow(game: Game, choice: Any, fault: UnreadableError) -> None:
    """Make one of the ``choices`` of a position; ``fault`` names its place."""

    def fail(reason: str) -> UnreadableError:
        return UnreadableError(reason, file=fault.file, place=fault.place)

    if game.over:
        raise fail("the game is over")
    if choice == [TIME]:
        game.call_time()
    elif choice in [[CONCEDE, seat] for seat in range(game.table.seats)]:
        game.concede(choice[1])
    elif type(choice) is not int:
        raise fail(f"{choice!r} is no choice")
    else:
        try:
            choose(game, choice)
        except NotAnOptionError:
            raise fail(f"there is no option {choice}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; JSON itself would let a second value silently replace the first."""
    names = [name for name, _ in pairs]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"{twice[0]!r} is there twice")
    return dict(pairs)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


# --- asking and choosing ----------------------------------------------------------------


def options(game: Game) -> dict[str, Any]:
    """The pending ask with its legal options, as JSON; without an ask the outcome says how the game ended."""
    seen = view(game, None if game.ask is None else game.ask.seat)
    ask = seen["ask"] or {"seat": None, "kind": None, "about": None, "options": []}
    return ask | {"scores": seen["scores"], "outcome": seen["outcome"]}


def choose(game: Game, choice: int) -> None:
    """Choose the option whose id is ``choice``. Raises NotAskedError, NotAnOptionError."""
    ask = game.ask
    if ask is None:
        raise NotAskedError
    if choice not in range(len(ask.options)):
        raise NotAnOptionError(option=[choice], clause=game.ruleset.words.asks[ask.about[0]].clause)
    game.choose(ask.options[choice])


def apply(game: Game, choice: int) -> dict[str, Any]:
    """Choose, and return the position after it, what happened, and the outcome, as JSON.

    Raises NotAskedError, NotAnOptionError; UnreadableError for an outcome of chance that cannot come up.
    """
    so_far = len(game.table.events)
    choose(game, choice)
    events = game.table.events[so_far:]
    return {
        "position": position_of(game),
        "events": [told(game, game.ruleset.words.events, event, event[1]) for event in events],
        "outcome": view(game, None)["outcome"],
    }


# --- writing ----------------------------------------------------------------------------


def position_of(game: Game) -> dict[str, Any]:
    """Return where ``game`` stands, as JSON: the last ask of a play in this turn, else its start, and what came since."""
    table, entries = game.turn_so_far()
    chance = table.chance = _Noting(entries, table.cards)
    start = _written(game.ruleset, table)
    choices: list[Any] = []
    twin = Game(game.ruleset, table)
    while True:
        if twin.ask is not None and twin.ask.kind == PLAY:
            start, choices = _written(game.ruleset, table), []
            chance.noted.clear()
        if chance.at >= len(entries):
            break
        choices.append(_again(twin, entries[chance.at]))
    left = game.table.chance.left() if isinstance(game.table.chance, Scripted) else []
    since = {"choices": choices, "chance": chance.noted + left}
    return start | {field: value for field, value in since.items() if value}


class _Noting(Recorded):
    """Chance from the entries of a game, noted as a position has it."""

    def __init__(self, script: list[Any], definitions: list[Any]) -> None:
        super().__init__(script)
        self.definitions = definitions
        self.noted: list[Any] = []

    def take(self, cards: list[int]) -> int:
        card = super().take(cards)
        definition = self.definitions[card]
        copies = any(self.definitions[other] is definition for other in cards)
        self.noted.append(f"{definition.ref}#{card}" if copies else definition.ref)
        return card

    def number(self, n: int) -> int:
        self.noted.append(super().number(n))
        return int(self.noted[-1])


def _again(twin: Game, entry: Any) -> Any:
    """Carry out an entry of the game, and return it as a position has it."""
    if entry[0] == TIME:
        twin.call_time()
        return list(entry)
    if entry[0] == CONCEDE:
        twin.concede(entry[1])
        return list(entry)
    assert twin.ask is not None
    number = twin.ask.options.index(entry)
    twin.choose(entry)
    return number


def _written(ruleset: Ruleset, table: Any) -> dict[str, Any]:
    """The table as a position, with the cards of the set NEW."""
    ink = Ink(table.cards)
    usual = asdict(ruleset.variants[table.variant.name])
    switches = {field: value for field, value in asdict(table.variant).items() if value != usual[field]}
    invented = {card.ref: card.printed for card in table.cards if card.printed.set_code == INVENTED}
    written = {"format": FORMAT, "ruleset": ruleset.name, "variant": table.variant.name}
    optional = {"switches": switches, "cards": [card_table(card) for card in invented.values()]}
    where = {"turn": table.turn, "active": table.active, "step": table.step}
    laid = ruleset.positions.laid(table, ink)
    return (
        written | {field: value for field, value in optional.items() if value} | where | laid | {"numbers": ink.numbers}
    )
