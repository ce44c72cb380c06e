"""Cards that reach the discard pile, and in which order (HAG-1.8, 4.4.6)."""

from gameplay.engine.core.asks import ORDER, Ask, Option, RuleGenerator
from gameplay.engine.core.zones import distinct_cards
from gameplay.engine.text.effects import CompiledEffect, perform
from gameplay.games.hagmi.strength import current_armour, has_active_skills
from gameplay.games.hagmi.table import HagmiTable, controller, discard_pile_of, turn_order
from gameplay.games.hagmi.triggers import choose_next_skill

AS_THEY_LIE: Option = ("as_they_lie",)


def discard_in_order(table: HagmiTable, seat: int, cards: list[int]) -> RuleGenerator:
    """Put ``cards``, taken from where they lay, on the discard pile in the order that ``seat`` chooses (HAG-4.4.6).

    As they lie, the first of them comes to lie lowest. Until then all can see them.
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


def discard_card(table: HagmiTable, seat: int, card: int) -> None:
    """Put a card that is being resolved on top of its pile."""
    table.limbo.remove(card)
    discard_pile_of(table, seat, card).append(card)


def remove_from_battlefield(table: HagmiTable, card: int) -> list[int]:
    """Take a card off the battlefield with all that was on it; returns its fuel, which lies nowhere then."""
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
    """Destroy these cards of the battlefield at once: each goes to the discard pile with its fuel (HAG-7.1.7, 7.1.8).

    The turn player's go first (HAG-4.4.6). What they do when destroyed comes after all have gone, in the order that
    the turn player chooses (HAG-3.2.2).
    """
    after: dict[int, tuple[int, tuple[CompiledEffect, ...]]] = {}
    for seat in turn_order(table, table.active):
        going: list[int] = []
        for card in [card for card in cards if controller(table, card) == seat]:
            acts = table.cards[card].triggers.get("destroyed", ())
            if acts and has_active_skills(table, card):
                after[card] = seat, acts
            table.events.append(("destroyed", card))
            going += [card, *remove_from_battlefield(table, card)]
        yield from discard_in_order(table, seat, going)
    while after:
        card = yield from choose_next_skill(table, list(after))
        seat, acts = after.pop(card)
        table.events.append(("triggered", card))
        yield from perform(acts, table, seat, card)


def destroy_damaged(table: HagmiTable) -> RuleGenerator:
    """Destroy every card whose damage of this turn has reached its armour (HAG-7.1.5, HAG-OP-9).

    To be called after damage and after anything that may lower armour, as the loss of fuel or of a card that lends it.
    Destroyed cards may have lent armour to others, so it repeats until no card is destroyed.
    """
    while fallen := [card for card, amount in table.damage_taken.items() if 0 < current_armour(table, card) <= amount]:
        yield from destroy_cards(table, fallen)
