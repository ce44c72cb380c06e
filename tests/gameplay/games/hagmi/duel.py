"""Set up a table for a test and play on, using card names instead of ids."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gameplay.engine.core.asks import Option
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import view_for_seat
from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.sentences import EVENTS, OPTIONS
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.terms import Card
from gameplay.games.hagmi.variants import TACTICS, Variant
from tests.gameplay.games.hagmi.cards import HULK, SCRAP, SCRATCH

ALICE, BOB, CAROL, DAVE = range(4)

Fuelled = Card | tuple[Any, ...]
"""A weapon without fuel, (weapon, 2) with two scrap cards as fuel, or (weapon, card, card) with these cards."""


@dataclass
class Side:
    """The cards of one player.

    The decks are drawn in the given order and end with ``blanks`` blank cards.
    """

    units: Sequence[Fuelled] = ()
    facilities: Sequence[Card] = ()
    hand: Sequence[Card] = ()
    secrets: Sequence[Card] = ()
    discard: Sequence[Card] = ()
    damage: Sequence[Card] = (SCRATCH,) * 5
    weapons: Sequence[Card] = ()
    operations: Sequence[Card] = ()
    hurt: dict[str, int] = field(default_factory=dict)
    ailing: dict[str, str] = field(default_factory=dict)
    defeated: bool = False
    began: bool = True
    blanks: int = 5


class Scripted:
    """Predictable chance: the given ``dice``, then ones; of several cards the first."""

    def __init__(self, dice: Sequence[int] = ()) -> None:
        self.dice = list(dice)
        self.entries: list[Any] = []

    def take(self, cards: list[int]) -> int:
        card = min(cards)
        cards.remove(card)
        self.entries.append(card)
        return card

    def number(self, n: int) -> int:
        self.entries.append(self.dice.pop(0) - 1 if self.dice else 0)
        return int(self.entries[-1])


class Duel:
    """A game in progress. Options, events and zones have card names instead of ids.

    After every step, the views of all players and of a spectator are rendered.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.check_views()

    def check_views(self) -> None:
        """Render the views of all seats and of a spectator; answer questions about copies of one card."""
        while (ask := self.game.ask) is not None and len(ask.options) > 1 == len(set(self.options)):
            self.game.choose(ask.options[0])
        for seat in (*range(self.table.seats), None):
            view_for_seat(self.game, seat)

    @property
    def table(self) -> HagmiTable:
        table: HagmiTable = self.game.table
        return table

    @property
    def asked(self) -> tuple[int, str] | None:
        """The seat and code of the current question, or None."""
        ask = self.game.ask
        return None if ask is None else (ask.seat, ask.about[0])

    @property
    def options(self) -> list[Option]:
        assert self.game.ask is not None
        return [self.named(OPTIONS, option) for option in self.game.ask.options]

    def choose(self, *answer: Any) -> "Duel":
        """Choose the option ``answer``, which has card names instead of ids."""
        assert self.game.ask is not None, self.game.outcome
        for option in self.game.ask.options:
            if self.named(OPTIONS, option) == answer:
                self.game.choose(option)
                self.check_views()
                return self
        raise AssertionError(f"{answer} is not offered to {self.asked}: {self.options}")

    def to(self, about: str) -> "Duel":
        """Play on to the next question ``about``: pass, or choose the first option."""
        while self.asked is not None and self.asked[1] != about:
            last = self.options[-1]
            self.choose(*(last if last[0] in ("pass", "enough") else self.options[0]))
        assert self.asked is not None, self.game.outcome
        return self

    def events(self, code: str) -> list[Option]:
        """Return the events with this code, without the code."""
        return [self.named(EVENTS, event)[1:] for event in self.table.events if event[0] == code]

    @property
    def ended(self) -> tuple[str, tuple[int, ...]] | None:
        """The end reason and the winners, or None while the game continues."""
        outcome = self.game.outcome
        return (outcome.reason, outcome.winners) if outcome else None

    def order(self, *codes: str) -> list[str]:
        """Return these codes in the order of their events."""
        return [event[0] for event in self.table.events if event[0] in codes]

    def zone(self, name: str, seat: int | None = None) -> list[str]:
        """Return the names of the cards in a zone."""
        [place] = [place for place in self.table.zones() if (place.name, place.seat) == (name, seat)]
        return [self.table.cards[card].name for card in place.cards]

    def fuel(self, name: str) -> list[str]:
        """Return the names of the fuel of a unit."""
        cards = self.table.cards
        return [cards[card].name for unit, fuel in self.table.fuel.items() for card in fuel if cards[unit].name == name]

    def hurt(self) -> dict[str, int]:
        return {self.table.cards[card].name: amount for card, amount in self.table.damage_taken.items()}

    def named(self, says: Any, what: Option) -> Option:
        fields = zip(says[what[0]].fields, what[1:], strict=True)
        named = (self.table.cards[value].name if field.startswith("card") else value for field, value in fields)
        return (what[0], *named)


def lay(
    *sides: Side,
    variant: Variant = TACTICS,
    step: str = "main",
    dice: Sequence[int] = (),
    active: int = ALICE,
    pausing: bool = True,
) -> Duel:
    """Set up a table and play on from ``step`` of the turn of ``active``. Missing sides are empty."""
    seats = max(len(sides), variant.players[0])
    layout = _Layout([*sides, *(Side() for _ in range(seats - len(sides)))])
    table = RULESET.deal(variant, layout.cards, Scripted(dice))
    layout.lay(table)
    table.turn, table.step, table.active = 1, step, active
    return Duel(Game(RULESET, table, pausing=pausing))


class _Layout:
    """Assigns ids to the cards in the given order and puts them in their zones."""

    PILES = ("hand", "secrets", "discard", "damage", "facilities")

    def __init__(self, sides: Sequence[Side]) -> None:
        self.sides = sides
        self.cards: list[list[Card]] = [[] for _ in sides]
        self.goes: list[list[tuple[str, int]]] = [[] for _ in sides]
        for seat, side in enumerate(sides):
            for each in side.units:
                unit, *fuel = each if isinstance(each, tuple) else (each,)
                fuel = [SCRAP] * fuel[0] if fuel and isinstance(fuel[0], int) else fuel
                self.put(seat, unit, "units")
                place = len(self.cards[seat]) - 1
                for below in fuel:
                    self.put(seat, below, "fuel", place)
            for name in self.PILES:
                for card in getattr(side, name):
                    self.put(seat, card, name)
            for name, cards, blank in (("weapons", side.weapons, HULK), ("operations", side.operations, SCRAP)):
                for card in [*cards, *[blank] * side.blanks]:
                    self.put(seat, card, name)

    def put(self, seat: int, card: Card, zone: str, unit: int = 0) -> None:
        self.cards[seat].append(card)
        self.goes[seat].append((zone, unit))

    def lay(self, table: HagmiTable) -> None:
        for name in ("weapons", "operations", "damage", "secrets"):
            for pile in getattr(table, name):
                pile.clear()
        table.box.clear()
        first = 0
        for seat, goes in enumerate(self.goes):
            for card, (zone, unit) in enumerate(goes, first):
                if table.cards[card].back == "damage":
                    table.owners[card] = seat
                if zone == "fuel":
                    table.fuel[first + unit].append(card)
                else:
                    getattr(table, zone)[seat].append(card)
                if zone == "units":
                    table.fuel[card] = []
            self.mark(table, seat)
            first += len(goes)

    def mark(self, table: HagmiTable, seat: int) -> None:
        side = self.sides[seat]
        table.defeated[seat], table.had_first_turn[seat] = side.defeated, side.began
        for card in table.units[seat] + table.facilities[seat]:
            name = table.cards[card].name
            if name in side.hurt:
                table.damage_taken[card] = side.hurt[name]
            if name in side.ailing:
                table.ailments[card] = (side.ailing[name],)
