"""The table: zones, seats and drawing cards (HAG-1, HAG-2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Chance
from gameplay.engine.core.zones import Table, Visibility, Zone
from gameplay.games.hagmi.battle import Battle
from gameplay.games.hagmi.strength import stat_changes
from gameplay.games.hagmi.terms import COMMON_OWNER, Card
from gameplay.games.hagmi.variants import Variant

Piles = list[list[int]]


class HagmiTable(Table[Card]):
    """The state of a game. Lists of lists are by seat; cards are ids.

    If a pile is common, every seat has the same list. ``fuel`` are the face-down cards under each unit, ``paid`` the
    cards paid for a card that is being resolved, and ``box`` the cards that were put aside.

    ``damage_taken`` is the damage of cards in this turn, ``boosts`` their firepower and armour gained until the end of
    the turn, and ``ailments`` their conditions. ``attacked_units`` have declared an attack in this Battle phase.
    ``used_skills`` are the skills, as unit and number, that cannot be used again in this turn.

    ``had_first_turn`` and ``defeated`` are by seat; a defeated player fights on. ``quiet_turns`` counts the turns since
    a card left a main deck or a player took damage (HAG-OP-23). For this turn, ``main_deck_drawn`` and ``player_hit``
    are true if that has happened, and ``attack_declared`` if an attack was declared (HAG-8.3). ``end_reason`` is set
    if the game ends after this turn.
    """

    __slots__ = (
        "ailments",
        "attack_declared",
        "attacked_units",
        "battle",
        "boosts",
        "box",
        "damage",
        "damage_taken",
        "defeated",
        "discard",
        "end_reason",
        "facilities",
        "fuel",
        "had_first_turn",
        "hand",
        "limbo",
        "main_deck_drawn",
        "operations",
        "paid",
        "player_hit",
        "quiet_turns",
        "secrets",
        "units",
        "used_skills",
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
                owner if card.type == "damage" else COMMON_OWNER
                for card, owner in zip(self.cards, self.owners, strict=True)
            ]
        self.weapons = self._new_piles(one=variant.common)
        self.operations = self._new_piles(one=variant.common)
        self.discard = self._new_piles(one=variant.has_one_discard)
        self.damage, self.secrets = self._new_piles(), self._new_piles()
        self.hand, self.paid = self._new_piles(), self._new_piles()
        self.units, self.facilities = self._new_piles(), self._new_piles()
        self.limbo: list[int] = []
        self.box: list[int] = []
        self.fuel: dict[int, list[int]] = {}
        self.damage_taken: dict[int, int] = {}
        self.boosts: dict[int, tuple[int, int]] = {}
        self.ailments: dict[int, tuple[str, ...]] = {}
        self.attacked_units: list[int] = []
        self.used_skills: set[tuple[int, int]] = set()
        self.battle: Battle | None = None
        self.had_first_turn = [False] * self.seats
        self.defeated = [False] * self.seats
        self.quiet_turns, self.main_deck_drawn, self.player_hit, self.attack_declared = 0, False, False, False
        self.end_reason = ""

    def _new_piles(self, *, one: bool = False) -> Piles:
        pile: list[int] = []
        return [pile] * self.seats if one else [[] for _ in range(self.seats)]

    def copy(self) -> "HagmiTable":
        """Return a copy. Nothing may be being resolved: a turn or step starts, or a player is about to play."""
        twin = HagmiTable.__new__(HagmiTable)
        twin.copy_common_from(self)
        twin.variant = self.variant
        common = self.variant.common
        twin.weapons = _copy_piles(self.weapons, one=common)
        twin.operations = _copy_piles(self.operations, one=common)
        twin.discard = _copy_piles(self.discard, one=self.variant.has_one_discard)
        twin.damage, twin.secrets = _copy_piles(self.damage), _copy_piles(self.secrets)
        twin.hand, twin.paid = _copy_piles(self.hand), _copy_piles(self.paid)
        twin.units, twin.facilities = _copy_piles(self.units), _copy_piles(self.facilities)
        twin.limbo, twin.box = [], self.box
        twin.fuel = {unit: cards.copy() for unit, cards in self.fuel.items()}
        twin.damage_taken, twin.boosts, twin.ailments = (
            self.damage_taken.copy(),
            self.boosts.copy(),
            self.ailments.copy(),
        )
        twin.attacked_units, twin.used_skills, twin.battle = self.attacked_units.copy(), self.used_skills.copy(), None
        twin.had_first_turn, twin.defeated = self.had_first_turn.copy(), self.defeated.copy()
        twin.quiet_turns, twin.main_deck_drawn, twin.player_hit, twin.attack_declared = (
            self.quiet_turns,
            self.main_deck_drawn,
            self.player_hit,
            self.attack_declared,
        )
        twin.end_reason = self.end_reason
        return twin

    def zones(self) -> Iterator[Zone]:
        variant = self.variant
        if variant.common:
            yield Zone("weapons", None, Visibility.NOBODY, self.weapons[0])
            yield Zone("operations", None, Visibility.NOBODY, self.operations[0])
        if variant.has_one_discard:
            yield Zone("discard", None, Visibility.ALL, self.discard[0])
        for seat in range(self.seats):
            if not variant.common:
                yield Zone("weapons", seat, Visibility.NOBODY, self.weapons[seat])
                yield Zone("operations", seat, Visibility.NOBODY, self.operations[seat])
            yield Zone("damage", seat, Visibility.NOBODY, self.damage[seat])
            yield Zone("secrets", seat, Visibility.OWNER, self.secrets[seat])
            yield Zone("hand", seat, Visibility.OWNER, self.hand[seat])
            yield Zone("units", seat, Visibility.ALL, self.units[seat])
            fuel = self.fuel
            yield Zone("fuel", seat, Visibility.OWNER, [card for unit in self.units[seat] for card in fuel[unit]])
            yield Zone("facilities", seat, Visibility.ALL, self.facilities[seat])
            yield Zone("paid", seat, Visibility.OWNER, self.paid[seat])
            if not variant.has_one_discard:
                yield Zone("discard", seat, Visibility.ALL, self.discard[seat])
        yield Zone("limbo", None, Visibility.ALL, self.limbo)
        yield Zone("box", None, Visibility.ALL, self.box)

    def battlefield(self, seat: int) -> list[int]:
        """Return the cards of ``seat`` on the battlefield, units first, without fuel (HAG-1.7, 5.1.9)."""
        return self.units[seat] + self.facilities[seat]

    def bearers(self) -> dict[int, int]:
        return {card: unit for unit, fuel in self.fuel.items() for card in fuel}

    def card_marks(self, handles: Mapping[int, str]) -> dict[int, dict[str, Any]]:
        marks: dict[int, dict[str, Any]] = {unit: {"fuel": len(fuel)} for unit, fuel in self.fuel.items()}
        marks |= {card: {"under": handles[unit]} for card, unit in self.bearers().items()}
        for card, amount in self.damage_taken.items():
            marks.setdefault(card, {})["damage"] = amount
        for card, ailments in self.ailments.items():
            marks.setdefault(card, {}).update(dict.fromkeys(ailments, True))
        for card, gained in stat_changes(self):
            marks.setdefault(card, {}).update(gained)
        for card in self.attacked_units:
            marks.setdefault(card, {})["attacked"] = True
        return marks

    def public_state(self, handles: Mapping[int, str]) -> dict[str, Any]:
        state: dict[str, Any] = {
            "step": self.step,
            "defeated": [seat for seat in range(self.seats) if self.defeated[seat]],
            "last_turn": bool(self.end_reason),
        }
        return state | ({"battle": self.battle.to_json(handles)} if self.battle else {})

    def being_resolved(self) -> Iterable[Option]:
        return self.battle.being_resolved() if self.battle else ()

    def are_allied(self, seat: int, other: int) -> bool:
        """Return whether ``other`` is ``seat`` itself or a teammate (HAG-13.4)."""
        return seat == other or (self.variant.teams and (seat - other) % 2 == 0)

    def seats_in_contention(self) -> list[int]:
        return [seat for seat in super().seats_in_contention() if not self.defeated[seat]]

    def concede(self, seat: int) -> tuple[int, ...]:
        """Concede: the player is defeated (HAG-12.7). In a team game, the teammate plays on (HAG-13.2)."""
        if not self.variant.teams and not self.defeated[seat]:
            self.defeated[seat] = True
            self.events.append(("defeated", seat))
        return super().concede(seat)

    def state(self) -> Sequence[Any]:
        return (
            self.turn,
            self.active,
            self.end_reason,
            self.quiet_turns,
            self.had_first_turn,
            self.defeated,
            [len(pile) for piles in (self.weapons, self.operations, self.damage) for pile in piles],
            self.discard,
            self.secrets,
            self.hand,
            self.units,
            self.facilities,
            self.limbo,
            sorted(self.fuel.items()),
            sorted(self.damage_taken.items()),
            sorted(self.boosts.items()),
            sorted(self.ailments.items()),
            sorted(self.attacked_units),
            self.attack_declared,
            sorted(self.used_skills),
            *self.conceded_seats,
        )

    def scores(self) -> tuple[int, ...]:
        """Return the number of cards left in each damage deck (HAG-7.3.7)."""
        return tuple(len(pile) for pile in self.damage)


def _copy_piles(piles: Piles, *, one: bool = False) -> Piles:
    return [piles[0].copy()] * len(piles) if one else [pile.copy() for pile in piles]


# --- seats ---------------------------------------------------------------------------------


def opponents(table: HagmiTable, seat: int) -> list[int]:
    """Return the opponents in turn order from ``seat``, without teammates (HAG-13.6)."""
    return [other for other in turn_order(table, seat) if not table.are_allied(seat, other)]


def turn_order(table: HagmiTable, seat: int) -> tuple[int, ...]:
    """Return all seats in turn order, ``seat`` first."""
    return _turn_order(table.seats, seat)


@cache
def _turn_order(seats: int, first: int) -> tuple[int, ...]:
    return tuple((first + step) % seats for step in range(seats))


# --- cards and zones -----------------------------------------------------------------------


def controller(table: HagmiTable, card: int) -> int | None:
    """Return the controller of a card on the battlefield, or None if it is not there."""
    facilities = table.facilities
    for seat, units in enumerate(table.units):
        if card in units or card in facilities[seat]:
            return seat
    return None


def is_on_battlefield(table: HagmiTable, card: int) -> bool:
    """Return whether ``card`` is on the battlefield as a unit or facility."""
    return card in table.fuel or any(card in facilities for facilities in table.facilities)


def discard_pile_of(table: HagmiTable, seat: int, card: int) -> list[int]:
    """Return the discard pile of the card's owner, or of its controller ``seat`` if it has no owner (HAG-OP-7)."""
    owner = table.owners[card]
    return table.discard[seat if owner == COMMON_OWNER else owner]


# --- drawing -------------------------------------------------------------------------------


def draw_card(table: HagmiTable, seat: int, deck: str) -> bool:
    """Draw a card from the "weapon" or "operation" deck; return False if it is empty (HAG-3.4.10)."""
    pile = (table.weapons if deck == "weapon" else table.operations)[seat]
    if not pile and table.variant.reshuffle_main_decks:
        reshuffle_discards(table, seat, deck, pile)
    if not pile:
        return False
    card = table.chance.take(pile)
    table.main_deck_drawn = True
    table.hand[seat].append(card)
    table.events.append(("drew", seat, card))
    return True


def reshuffle_discards(table: HagmiTable, seat: int, deck: str, pile: list[int]) -> None:
    """Shuffle the discarded cards with the back of ``deck`` into the empty deck (HAG-OP-4)."""
    discard = table.discard[seat]
    found = [card for card in discard if table.cards[card].back == deck]
    if found:
        discard[:] = [card for card in discard if table.cards[card].back != deck]
        pile.extend(found)
        table.events.append(("reshuffled", seat, deck))
