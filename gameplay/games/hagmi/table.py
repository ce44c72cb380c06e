"""The play areas and what moves between them (HAG-1, HAG-2)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Chance
from gameplay.engine.core.zones import Place, Sight, Table, distinct
from gameplay.games.hagmi.battle import Battle
from gameplay.games.hagmi.strength import gains
from gameplay.games.hagmi.terms import COMMON, Card
from gameplay.games.hagmi.variants import Variant

Piles = list[list[int]]


class HagmiTable(Table[Card]):
    """The state of one game. Lists of lists are by seat; ids are cards.

    Where a pile is common every seat has the same list. ``fuel`` holds the face-down cards under each unit, ``paid``
    the cost of a card while it is carried out, ``hurt`` the damage of cards, ``boosts`` what units gain in
    firepower and armour until the turn ends, ``ailments`` what has befallen a card. ``attacked`` are the units that
    have declared an attack in this Battle phase, ``used`` the skills, by unit and number, that are used up for this turn.
    ``began`` tells who has had a first turn, ``defeated`` who has lost but fights on; ``quiet`` counts the turns
    since a card left a main deck or a player received damage (HAG-OP-23); in this turn ``drawn`` says whether a card did,
    ``hit`` whether a player did, ``fought`` whether an attack was declared (HAG-8.3); ``box`` holds damage cards that could not be dealt out evenly; ``end_called`` says why the game ends after this turn, if it does.
    """

    __slots__ = (
        "ailments",
        "attacked",
        "battle",
        "began",
        "boosts",
        "box",
        "damage",
        "defeated",
        "discard",
        "drawn",
        "end_called",
        "facilities",
        "fought",
        "fuel",
        "hand",
        "hit",
        "hurt",
        "limbo",
        "operations",
        "paid",
        "quiet",
        "secrets",
        "units",
        "used",
        "variant",
        "weapons",
    )

    cards: list[Card]
    variant: Variant

    def __init__(self, variant: Variant, decks: Sequence[Sequence[Card]], chance: Chance) -> None:
        super().__init__(decks, chance)
        self.variant = variant
        self.step = "standby"
        if variant.common:
            self.owners = [
                owner if card.type == "damage" else COMMON for card, owner in zip(self.cards, self.owners, strict=True)
            ]
        self.weapons = self._piles(one=variant.common)
        self.operations = self._piles(one=variant.common)
        self.discard = self._piles(one=variant.one_discard)
        self.damage, self.secrets = self._piles(), self._piles()
        self.hand, self.paid = self._piles(), self._piles()
        self.units, self.facilities = self._piles(), self._piles()
        self.limbo: list[int] = []
        self.box: list[int] = []
        self.fuel: dict[int, list[int]] = {}
        self.hurt: dict[int, int] = {}
        self.boosts: dict[int, tuple[int, int]] = {}
        self.ailments: dict[int, tuple[str, ...]] = {}
        self.attacked: list[int] = []
        self.used: set[tuple[int, int]] = set()
        self.battle: Battle | None = None
        self.began = [False] * self.seats
        self.defeated = [False] * self.seats
        self.quiet, self.drawn, self.hit, self.fought = 0, False, False, False
        self.end_called = ""

    def _piles(self, *, one: bool = False) -> Piles:
        pile: list[int] = []
        return [pile] * self.seats if one else [[] for _ in range(self.seats)]

    def copy(self) -> "HagmiTable":
        """A snapshot at the start of a turn, of a step or before a play, when nothing is being resolved."""
        twin = HagmiTable.__new__(HagmiTable)
        twin.copy_base(self)
        twin.variant = self.variant
        common = self.variant.common
        twin.weapons = _twin(self.weapons, one=common)
        twin.operations = _twin(self.operations, one=common)
        twin.discard = _twin(self.discard, one=self.variant.one_discard)
        twin.damage, twin.secrets = _twin(self.damage), _twin(self.secrets)
        twin.hand, twin.paid = _twin(self.hand), _twin(self.paid)
        twin.units, twin.facilities = _twin(self.units), _twin(self.facilities)
        twin.limbo, twin.box = [], self.box
        twin.fuel = {unit: cards.copy() for unit, cards in self.fuel.items()}
        twin.hurt, twin.boosts, twin.ailments = self.hurt.copy(), self.boosts.copy(), self.ailments.copy()
        twin.attacked, twin.used, twin.battle = self.attacked.copy(), self.used.copy(), None
        twin.began, twin.defeated = self.began.copy(), self.defeated.copy()
        twin.quiet, twin.drawn, twin.hit, twin.fought = self.quiet, self.drawn, self.hit, self.fought
        twin.end_called = self.end_called
        return twin

    def places(self) -> Iterator[Place]:
        variant = self.variant
        if variant.common:
            yield Place("weapons", None, Sight.NOBODY, self.weapons[0])
            yield Place("operations", None, Sight.NOBODY, self.operations[0])
        if variant.one_discard:
            yield Place("discard", None, Sight.ALL, self.discard[0])
        for seat in range(self.seats):
            if not variant.common:
                yield Place("weapons", seat, Sight.NOBODY, self.weapons[seat])
                yield Place("operations", seat, Sight.NOBODY, self.operations[seat])
            yield Place("damage", seat, Sight.NOBODY, self.damage[seat])
            yield Place("secrets", seat, Sight.OWNER, self.secrets[seat])
            yield Place("hand", seat, Sight.OWNER, self.hand[seat])
            yield Place("units", seat, Sight.ALL, self.units[seat])
            fuel = self.fuel
            yield Place("fuel", seat, Sight.OWNER, [card for unit in self.units[seat] for card in fuel[unit]])
            yield Place("facilities", seat, Sight.ALL, self.facilities[seat])
            yield Place("paid", seat, Sight.OWNER, self.paid[seat])
            if not variant.one_discard:
                yield Place("discard", seat, Sight.ALL, self.discard[seat])
        yield Place("limbo", None, Sight.ALL, self.limbo)
        yield Place("box", None, Sight.ALL, self.box)

    def battlefield(self, seat: int) -> list[int]:
        """The cards of ``seat`` on the battlefield, units first; fuel is not among them (HAG-1.7, 5.1.9)."""
        return self.units[seat] + self.facilities[seat]

    def marks(self, handles: Mapping[int, str]) -> dict[int, dict[str, Any]]:
        marks: dict[int, dict[str, Any]] = {}
        for units in self.units:
            for unit in units:
                marks[unit] = {"fuel": len(self.fuel[unit])}
                for card in self.fuel[unit]:
                    marks[card] = {"under": handles[unit]}
        for card, amount in self.hurt.items():
            marks.setdefault(card, {})["damage"] = amount
        for card, ailments in self.ailments.items():
            marks.setdefault(card, {}).update(dict.fromkeys(ailments, True))
        for card, gained in gains(self):
            marks.setdefault(card, {}).update(gained)
        for card in self.attacked:
            marks.setdefault(card, {})["attacked"] = True
        return marks

    def public(self, handles: Mapping[int, str]) -> dict[str, Any]:
        told: dict[str, Any] = {
            "step": self.step,
            "defeated": [seat for seat in range(self.seats) if self.defeated[seat]],
            "last_turn": bool(self.end_called),
        }
        return told | ({"battle": self.battle.told(handles)} if self.battle else {})

    def clash(self) -> Iterable[Option]:
        return self.battle.lines() if self.battle else ()

    def allied(self, seat: int, other: int) -> bool:
        """Whether ``other`` is of the friendly forces of ``seat``: the player, and a teammate (HAG-13.4)."""
        return seat == other or (self.variant.teams and (seat - other) % 2 == 0)

    def standing(self) -> list[int]:
        return [seat for seat in super().standing() if not self.defeated[seat]]

    def leave(self, seat: int) -> tuple[int, ...]:
        """Who gives up is defeated (HAG-12.7); of a team, which is defeated together, the other plays on (HAG-13.2)."""
        if not self.variant.teams and not self.defeated[seat]:
            self.defeated[seat] = True
            self.events.append(("defeated", seat))
        return super().leave(seat)

    def state(self) -> Sequence[Any]:
        return (
            self.turn,
            self.active,
            self.end_called,
            self.quiet,
            self.began,
            self.defeated,
            [len(pile) for piles in (self.weapons, self.operations, self.damage) for pile in piles],
            self.discard,
            self.secrets,
            self.hand,
            self.units,
            self.facilities,
            self.limbo,
            sorted(self.fuel.items()),
            sorted(self.hurt.items()),
            sorted(self.boosts.items()),
            sorted(self.ailments.items()),
            sorted(self.attacked),
            self.fought,
            sorted(self.used),
            *self.left,
        )

    def scores(self) -> tuple[int, ...]:
        """How many cards are left in each damage deck: what a player can still bear (HAG-7.3.7)."""
        return tuple(len(pile) for pile in self.damage)


def _twin(piles: Piles, *, one: bool = False) -> Piles:
    return [piles[0].copy()] * len(piles) if one else [pile.copy() for pile in piles]


# --- seats ---------------------------------------------------------------------------------


def opponents(table: HagmiTable, seat: int) -> list[int]:
    """The other players, in turn order from ``seat`` on; teammates are none (HAG-13.6)."""
    return [other for other in in_turn(table, seat) if not table.allied(seat, other)]


def in_turn(table: HagmiTable, seat: int) -> tuple[int, ...]:
    """All seats in turn order, ``seat`` first."""
    return _round(table.seats, seat)


@cache
def _round(seats: int, first: int) -> tuple[int, ...]:
    return tuple((first + step) % seats for step in range(seats))


# --- what lies where -----------------------------------------------------------------------


def controller(table: HagmiTable, card: int) -> int | None:
    """Whose card of the battlefield ``card`` is; None if it is not there."""
    facilities = table.facilities
    for seat, units in enumerate(table.units):
        if card in units or card in facilities[seat]:
            return seat
    return None


def there(table: HagmiTable, card: int) -> bool:
    """Whether ``card`` is on the battlefield, as a unit, which has fuel or a place for it, or as a facility."""
    return card in table.fuel or any(card in facilities for facilities in table.facilities)


def offered(table: HagmiTable, cards: list[int]) -> Collection[int]:
    """One card of each title, of cards that others do not see; all if they have one title: not to be asked would tell."""
    found = distinct(table, cards)
    return found if len(found) > 1 else cards


def pile_of(table: HagmiTable, seat: int, card: int) -> list[int]:
    """The discard pile ``card`` goes to: its owner's; that of ``seat``, who controls it, if it has none (HAG-OP-7)."""
    owner = table.owners[card]
    return table.discard[seat if owner == COMMON else owner]


# --- drawing -------------------------------------------------------------------------------


def draw(table: HagmiTable, seat: int, deck: str) -> bool:
    """Draw a card from the "weapon" or "operation" deck; from an empty one nothing, and nobody loses (HAG-3.4.10)."""
    pile = (table.weapons if deck == "weapon" else table.operations)[seat]
    if not pile and table.variant.reshuffle_main_decks:
        reshuffle(table, seat, deck, pile)
    if not pile:
        return False
    card = table.chance.take(pile)
    table.drawn = True
    table.hand[seat].append(card)
    table.events.append(("drew", seat, card))
    return True


def reshuffle(table: HagmiTable, seat: int, deck: str, pile: list[int]) -> None:
    """Make the discarded cards with the back of ``deck`` into the deck, where the switch says so (HAG-OP-4)."""
    discard = table.discard[seat]
    found = [card for card in discard if table.cards[card].back == deck]
    if found:
        discard[:] = [card for card in discard if table.cards[card].back != deck]
        pile.extend(found)
        table.events.append(("reshuffled", seat, deck))
