"""Game setup (HAG-2)."""

from collections import defaultdict
from collections.abc import Sequence

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.core.chance import Chance
from gameplay.games.hagmi.decks import check_players
from gameplay.games.hagmi.table import HagmiTable, draw_card, turn_order
from gameplay.games.hagmi.terms import COMMON_OWNER, Card
from gameplay.games.hagmi.variants import Variant


def deal(variant: Variant, decks: Sequence[Sequence[Card]], chance: Chance) -> HagmiTable:
    """Return a table with the decks. A deck has no order until cards are drawn from it (HAG-2.1.3, 2.1.5, 2.2.1).

    Raise PlayerCountError.
    """
    check_players(variant, len(decks))
    table = HagmiTable(variant, decks, chance)
    seats = [seat for seat, deck in enumerate(decks) for _ in deck]
    for card, seat in enumerate(seats):
        place_card(table, seat, card)
    if variant.common:
        deal_damage_cards(table)
    return table


def place_card(table: HagmiTable, seat: int, card: int) -> None:
    """Put a card in the deck or zone of its type (HAG-1.1 to 1.5, 2.2.2)."""
    back = table.cards[card].back
    if back == "secret":
        (table.box if table.variant.common else table.secrets[seat]).append(card)
    elif back == "damage":
        table.damage[seat].append(card)
    else:
        (table.weapons if back == "weapon" else table.operations)[seat].append(card)


def deal_damage_cards(table: HagmiTable) -> None:
    """Deal the same damage cards to every player; cards that cannot be divided go to the box (HAG-2.1.2)."""
    copies: dict[Card, list[int]] = defaultdict(list)
    for pile in table.damage:
        for card in pile:
            copies[table.cards[card]].append(card)
        pile.clear()
    for cards in copies.values():
        share = len(cards) // table.seats
        for seat in range(table.seats):
            for card in cards[seat * share : (seat + 1) * share]:
                table.damage[seat].append(card)
                table.owners[card] = seat
        for card in cards[share * table.seats :]:
            table.box.append(card)
            table.owners[card] = COMMON_OWNER


def start(table: HagmiTable) -> RuleGenerator:
    """Choose the first player at random, then draw the opening hands (HAG-2.3.1)."""
    table.active = table.chance.number(table.seats)
    table.events.append(("goes_first", table.active))
    draw_opening_hands(table)
    return
    yield


def draw_opening_hands(table: HagmiTable) -> None:
    """Draw the opening hands: cards from both main decks if decks are brought, else none (HAG-2.1.4, 2.2.3)."""
    if table.variant.common:
        return
    for seat in turn_order(table, table.active):
        for deck in ("weapon", "operation"):
            for _ in range(table.variant.opening_hand):
                draw_card(table, seat, deck)
    table.main_deck_drawn = False
