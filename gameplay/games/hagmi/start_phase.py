"""The Start phase: standby step and draw step (HAG-3), and skipping a turn (HAG-12.6)."""

from gameplay.engine.core.asks import ACCEPT, Ask, Option, RuleGenerator
from gameplay.games.hagmi.strength import has_active_skills
from gameplay.games.hagmi.table import HagmiTable, draw_card, opponents
from gameplay.games.hagmi.triggers import trigger_at

TAKE_TURN: Option = ("take_turn",)


def offer_skip(table: HagmiTable, seat: int) -> RuleGenerator:
    """Ask a defeated player to skip the turn for logistics 1 of another player (HAG-12.6, 12.8).

    Return whether the turn is skipped.
    """
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
    """Resolve skills that trigger at the start of the step, then end ailments of the turn player's cards (HAG-3.2)."""
    yield from trigger_at(table, "standby")
    for card in table.units[seat] + table.facilities[seat]:
        if table.ailments.pop(card, None):
            table.events.append(("recovered_from", card))


def draw_step(table: HagmiTable, seat: int) -> None:
    """Perform logistics 2, or with common decks draw one card of each deck in a player's first turn (HAG-3.3).

    A defeated player draws nothing (HAG-12.3).
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
    """Return the change of draw-step logistics by cards of ``seat`` (HAG-3.4.9)."""
    return sum(
        table.cards[card].convoy_dice
        for card in table.battlefield(seat)
        if table.cards[card].convoy_dice and has_active_skills(table, card)
    )


def roll_die(table: HagmiTable, seat: int) -> int:
    """Roll a die and return the result, 1 to 6 (HAG-1.15)."""
    die = table.chance.number(6) + 1
    table.events.append(("rolled", seat, die))
    return die


def perform_logistics(table: HagmiTable, seat: int, value: int) -> None:
    """Roll ``value`` dice and draw for each; draw one more card if there are several and all are equal (HAG-3.4).

    A defeated player performs no logistics, even if a text says so (HAG-12.3).
    """
    if table.defeated[seat]:
        return
    dice = [roll_die(table, seat) for _ in range(value)]
    draws = dice + dice[:1] if len(dice) > 1 and len(set(dice)) == 1 else dice
    for die in draws:
        draw_card(table, seat, "operation" if die <= 3 else "weapon")
