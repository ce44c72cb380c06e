"""Strength and tolerance of cards and sides of a fight (ENE-9.4 to 9.6, 16.9, 16.2.1)."""

from typing import TYPE_CHECKING

from gameplay.games.enemy.terms import GOBLIN_BONUS

if TYPE_CHECKING:
    from gameplay.games.enemy.table import EnemyTable, Fight


def pc_total(table: "EnemyTable", fight: "Fight") -> int:
    """Return the total of the PC's side: PC, items, bonuses and destiny (ENE-16.9)."""
    return strength_of_pc(table, fight.pc) + fight.bonus[0] + fight.destiny[0]


def monster_total(table: "EnemyTable", fight: "Fight") -> int:
    """Return the total of the monsters' side: all monsters, bonuses and destiny (ENE-16.9)."""
    total = sum(strength_of(table, monster) for monster in fight.monsters)
    return total + fight.bonus[1] + fight.destiny[1]


def strength_of(table: "EnemyTable", card: int) -> int:
    """Return a card's printed strength plus the static bonuses of its own and of other cards."""
    definition = table.cards[card]
    total = definition.strength
    for bonus in definition.bonuses:
        total += bonus(table, card)
    for source in aura_cards(table):
        for aura in table.cards[source].auras:
            total += aura(table, source, card)
    return total


def strength_of_pc(table: "EnemyTable", pc: int) -> int:
    """Return the strength of a PC with its items and the goblin bonus (ENE-9.4 to 9.6)."""
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
    """Return the face-up cards in play with auras, except those in score piles."""
    cards, under = table.cards, table.cards_under
    in_play = table.field + table.attack
    for seat in range(table.seats):
        in_play += table.party[seat] + table.portal[seat] + table.grunties[seat]
        in_play += [item for pc in table.party[seat] if pc in under for item in under[pc]]
    return [card for card in in_play if cards[card].auras]


def fight_tolerance(table: "EnemyTable", fight: "Fight") -> int:
    """Return the tolerance of the PC and its items, plus bonuses from texts (ENE-16.2.1)."""
    cards = table.cards
    printed = cards[fight.pc].tolerance + sum(cards[item].tolerance for item in table.cards_under.get(fight.pc, ()))
    return printed + fight.tolerance
