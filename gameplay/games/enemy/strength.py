"""How strong a card is, and a side of a fight (ENE-9.4 to 9.6, 16.9, 16.2.1)."""

from typing import TYPE_CHECKING

from gameplay.games.enemy.terms import GOBLIN_BONUS

if TYPE_CHECKING:
    from gameplay.games.enemy.table import EnemyTable, Fight


def pc_total(table: "EnemyTable", fight: "Fight") -> int:
    """PC, items, bonuses, destiny (ENE-16.9)."""
    return strength_of_pc(table, fight.pc) + fight.bonus[0] + fight.destiny[0]


def monster_total(table: "EnemyTable", fight: "Fight") -> int:
    """All monsters of the fight, bonuses, destiny (ENE-16.9)."""
    total = sum(strength_of(table, monster) for monster in fight.monsters)
    return total + fight.bonus[1] + fight.destiny[1]


def strength_of(table: "EnemyTable", card: int) -> int:
    """A card's printed strength with its own and others' lasting bonuses."""
    definition = table.cards[card]
    total = definition.strength
    for bonus in definition.bonuses:
        total += bonus(table, card)
    for source in aura_cards(table):
        for aura in table.cards[source].auras:
            total += aura(table, source, card)
    return total


def strength_of_pc(table: "EnemyTable", pc: int) -> int:
    """A PC with the items it bears and the goblin bonus (ENE-9.4 to 9.6)."""
    cards = table.cards
    total = strength_of(table, pc)
    goblin = 0
    for item in table.cards_under.get(pc, ()):
        definition = cards[item]
        total += definition.strength
        goblin += definition.goblin
        for bonus in definition.bonuses:
            total += bonus(table, item)
    return total + (GOBLIN_BONUS[goblin] if goblin and table.variant.goblin_bonus else 0)


def aura_cards(table: "EnemyTable") -> list[int]:
    """The face-up cards in play that lend strength to others; score piles lend none."""
    cards, under = table.cards, table.cards_under
    lying = table.field + table.attack
    for seat in range(table.seats):
        lying += table.party[seat] + table.portal[seat] + table.grunties[seat]
        lying += [item for pc in table.party[seat] if pc in under for item in under[pc]]
    return [card for card in lying if cards[card].auras]


def fight_tolerance(table: "EnemyTable", fight: "Fight") -> int:
    """The icons on the PC and all its items, and what texts added (ENE-16.2.1)."""
    cards = table.cards
    printed = cards[fight.pc].tolerance + sum(cards[item].tolerance for item in table.cards_under.get(fight.pc, ()))
    return printed + fight.tolerance
