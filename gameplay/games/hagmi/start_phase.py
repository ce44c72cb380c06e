"""The Start phase: standby step and draw step (HAG-3), and a turn that is skipped (HAG-12.6)."""

from gameplay.engine.core.asks import ACCEPT, Ask, Option, RuleGenerator
from gameplay.games.hagmi.strength import has_active_skills
from gameplay.games.hagmi.table import HagmiTable, draw_card, opponents
from gameplay.games.hagmi.triggers import trigger_at

TAKE_TURN: Option = ("take_turn",)


def offer_skip(table: HagmiTable, seat: int) -> RuleGenerator:
    """A defeated player may give the turn up for logistics 1 of somebody else; answers whether (HAG-12.6, 12.8)."""
    if not table.defeated[seat]:
        return False
    options = [TAKE_TURN, *(("give", other) for other in opponents(table, seat) if not table.defeated[other])]
    chosen = yield Ask(seat, ACCEPT, options, ("skip",))
    if chosen == TAKE_TURN:
        return False
    table.events.append(("gave", seat, chosen[1]))
    perform_logistics(table, chosen[1], 1)
    return True


def standby_step(table: HagmiTable, seat: int) -> RuleGenerator:
    """What waits for the start of the step, then the ailments of the turn player's cards go (HAG-3.2)."""
    yield from trigger_at(table, "standby")
    for card in table.units[seat] + table.facilities[seat]:
        if table.ailments.pop(card, None):
            table.events.append(("recovered_from", card))


def draw_step(table: HagmiTable, seat: int) -> None:
    """Logistics 2, or with a common deck one card of either on a player's first turn (HAG-3.3).

    HAG-12.3: a defeated player draws nothing.
    """
    first, table.had_first_turn[seat] = not table.had_first_turn[seat], True
    if table.defeated[seat]:
        return
    if first and table.variant.common:
        draw_card(table, seat, "weapon")
        draw_card(table, seat, "operation")
    else:
        perform_logistics(table, seat, table.variant.logistics + convoy_dice(table, seat))


def convoy_dice(table: HagmiTable, seat: int) -> int:
    """By how much the cards of ``seat`` change the logistics of its draw step (HAG-3.4.9)."""
    mine = table.units[seat] + table.facilities[seat]
    return sum(
        table.cards[card].convoy_dice
        for card in mine
        if table.cards[card].convoy_dice and has_active_skills(table, card)
    )


def roll_die(table: HagmiTable, seat: int) -> int:
    """Throw a die; answers its face, 1 to 6 (HAG-1.15)."""
    die = table.chance.number(6) + 1
    table.events.append(("rolled", seat, die))
    return die


def perform_logistics(table: HagmiTable, seat: int, value: int) -> None:
    """Roll ``value`` dice, and draw for each; one card more if there are several and all are equal (HAG-3.4).

    A defeated player performs no logistics, not for a text either (HAG-12.3).
    """
    if table.defeated[seat]:
        return
    dice = [roll_die(table, seat) for _ in range(value)]
    draws = dice + dice[:1] if len(dice) > 1 and len(set(dice)) == 1 else dice
    for die in draws:
        draw_card(table, seat, "operation" if die <= 3 else "weapon")
