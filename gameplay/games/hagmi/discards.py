"""Discarding and destroying cards, and their order on the discard pile (HAG-1.8, 4.4.6)."""

from collections.abc import Sequence

from gameplay.engine.core.asks import ORDER, Ask, Option, RuleGenerator
from gameplay.engine.core.bundling import Ordering
from gameplay.engine.core.errors import _
from gameplay.engine.core.zones import distinct_cards
from gameplay.engine.text.effects import CompiledEffect, perform
from gameplay.games.hagmi.strength import current_armour, has_active_skills
from gameplay.games.hagmi.table import HagmiTable, controller, discard_pile_of, turn_order
from gameplay.games.hagmi.triggers import choose_next_skill

AS_THEY_LIE: Option = ("as_they_lie",)


def discard_in_order(table: HagmiTable, seat: int, cards: list[int]) -> RuleGenerator:
    """Put ``cards``, which are in no zone, on the discard pile in an order chosen by ``seat`` (HAG-4.4.6).

    In the default order, the first card is at the bottom. Until then, all players can see the cards in limbo.
    """
    left = list(cards)
    table.limbo += left
    while len(left) > 1 and len(choice := distinct_cards(table, left)) > 1:
        options = [AS_THEY_LIE, *(("next", card) for card in choice)]
        chosen = yield Ask(seat, ORDER, options, ("bury", len(left)))
        if chosen == AS_THEY_LIE:
            break
        left.remove(chosen[1])
        discard_card(table, seat, chosen[1])
    for card in left:
        discard_card(table, seat, card)


def _cards_to_order(table: HagmiTable, ask: Ask) -> Sequence[int]:
    """Return the cards in limbo whose order on the discard pile is still open."""
    return table.limbo[-ask.about[1] :] if ask.about[0] == "bury" else ()


DISCARD_ORDER = Ordering(
    _cards_to_order,
    first=_("First: at the bottom of the pile"),
    last=_("Last: on top of the pile"),
    confirm=_("Discard in this order"),
)


def discard_card(table: HagmiTable, seat: int, card: int) -> None:
    """Move a card from limbo to the top of its discard pile."""
    table.limbo.remove(card)
    discard_pile_of(table, seat, card).append(card)


def remove_from_battlefield(table: HagmiTable, card: int) -> list[int]:
    """Remove a card and its marks from the battlefield. Return its fuel, which is then in no zone."""
    for zone in (*table.units, *table.facilities):
        if card in zone:
            zone.remove(card)
    for marks in (table.damage_taken, table.boosts, table.ailments):
        marks.pop(card, None)
    if card in table.attacked_units:
        table.attacked_units.remove(card)
    table.used_skills = {use for use in table.used_skills if use[0] != card}
    return table.fuel.pop(card, [])


def destroy_cards(table: HagmiTable, cards: list[int]) -> RuleGenerator:
    """Destroy cards simultaneously; each goes to the discard pile with its fuel (HAG-7.1.7, 7.1.8).

    The turn player's cards go first (HAG-4.4.6). Skills that trigger on the destruction resolve after all cards are
    discarded, in an order chosen by the turn player (HAG-3.2.2).
    """
    triggered: dict[int, tuple[int, tuple[CompiledEffect, ...]]] = {}
    for seat in turn_order(table, table.active):
        discarded: list[int] = []
        for card in [card for card in cards if controller(table, card) == seat]:
            acts = table.cards[card].triggers.get("destroyed", ())
            if acts and has_active_skills(table, card):
                triggered[card] = seat, acts
            table.events.append(("destroyed", card))
            discarded += [card, *remove_from_battlefield(table, card)]
        yield from discard_in_order(table, seat, discarded)
    while triggered:
        card = yield from choose_next_skill(table, list(triggered))
        seat, acts = triggered.pop(card)
        table.events.append(("triggered", card))
        yield from perform(acts, table, seat, card)


def destroy_damaged(table: HagmiTable) -> RuleGenerator:
    """Destroy all cards whose damage in this turn has reached their armour, as they lie (HAG-7.1.5, HAG-OP-9).

    Call it after damage and after anything that can reduce armour, such as the loss of fuel or of a card with an aura.
    A destroyed card may have increased the armour of others, so this repeats until no card is destroyed.
    """
    while destroyed := [
        card
        for zone in (*table.units, *table.facilities)
        for card in zone
        if card in table.damage_taken and 0 < current_armour(table, card) <= table.damage_taken[card]
    ]:
        yield from destroy_cards(table, destroyed)
