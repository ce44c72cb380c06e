"""The turn and its five phases (HAG-3.1, 4.1, 8, 9.4.2)."""

from collections.abc import Callable

from gameplay.engine.core.asks import PASS, PLAY, Ask, Option, RuleGenerator
from gameplay.engine.core.zones import distinct_cards
from gameplay.games.hagmi import plays
from gameplay.games.hagmi.attack import battle_phase
from gameplay.games.hagmi.damage import end_by_damage_decks
from gameplay.games.hagmi.discards import destroy_damaged
from gameplay.games.hagmi.end_phase import end_phase
from gameplay.games.hagmi.start_phase import draw_step, offer_skip, standby_step
from gameplay.games.hagmi.strength import has_active_skills
from gameplay.games.hagmi.table import HagmiTable, turn_order


def turn(table: HagmiTable) -> RuleGenerator:
    """Play the turn of the active player from the table's step on, then pass the turn (HAG-3.1.1, 3.1.2)."""
    seat = table.active
    if table.step == "standby":
        table.events.append(("turn", seat, table.turn))
        if (yield from offer_skip(table, seat)):
            pass_turn(table)
            return
        yield from standby_step(table, seat)
        table.step = "draw"
    if table.step == "draw":
        draw_step(table, seat)
        table.step = "main"
    if table.step == "main":
        yield from main_phase(table, seat)
        table.step = "battle"
    if table.step == "battle":
        yield from battle_phase(table, seat)
        table.step = "main2"
    if table.step == "main2":
        if table.attack_declared:  # HAG-8.2, 8.3, 8.5
            yield from main_phase(table, seat)
        table.step = "end"
    yield from end_phase(table, seat)
    pass_turn(table)


def pass_turn(table: HagmiTable) -> None:
    """Pass the turn to the next player, unless the game ends (HAG-9.4.2)."""
    table.quiet_turns = 0 if table.main_deck_drawn or table.player_hit else table.quiet_turns + 1
    table.main_deck_drawn = table.player_hit = False
    if table.end_reason:
        end_by_damage_decks(table, table.end_reason)
    if is_standstill(table):
        end_by_damage_decks(table, "quiet")
    following = (
        seat for seat in turn_order(table, (table.active + 1) % table.seats) if seat not in table.conceded_seats
    )
    table.active, table.step = next(following), "standby"


def is_standstill(table: HagmiTable) -> bool:
    """Return whether the game ends as a standstill, or has reached its maximum length (HAG-OP-23)."""
    variant, seats = table.variant, table.seats
    return table.quiet_turns >= variant.quiet_rounds * seats or table.turn >= variant.most_rounds * seats


def call_time(table: HagmiTable) -> None:
    """Call time: the game ends after the current turn, and more damage cards left wins."""
    table.end_reason = "time"


def main_phase(table: HagmiTable, seat: int) -> RuleGenerator:
    """Ask for plays until the player passes: any number of cards and skills in any order (HAG-4.1, 8.1, 8.4)."""
    while True:
        chosen = yield Ask(seat, PLAY, [*possible_plays(table, seat), PASS], (table.step,))
        if chosen == PASS:
            return
        yield from PLAY_RULES[chosen[0]](table, seat, *chosen[1:])
        yield from destroy_damaged(table)


def possible_plays(table: HagmiTable, seat: int) -> list[Option]:
    """Return all plays whose cost can be paid; copies of a card are offered once (HAG-4.2.1, 4.5.1)."""
    hand, cards = table.hand[seat], table.cards
    payable = len(hand) - 1
    options: list[Option] = [
        ("produce" if cards[card].type == "weapon" else "play", card)
        for card in distinct_cards(table, hand)
        if cards[card].cost <= payable
    ]
    for unit in table.units[seat]:
        if cards[unit].skills and has_active_skills(table, unit):
            options += usable_skills(table, seat, unit)
    return options


def usable_skills(table: HagmiTable, seat: int, unit: int) -> list[Option]:
    """Return the skills of a unit that can be paid for and used now (HAG-4.5.2, 4.5.3)."""
    fuel, hand = len(table.fuel[unit]), len(table.hand[seat])
    return [
        ("use", unit, number)
        for number, skill in enumerate(table.cards[unit].skills)
        if skill.fuel <= fuel and skill.hand <= hand and not (skill.once and (unit, number) in table.used_skills)
    ]


PLAY_RULES: dict[str, Callable[..., RuleGenerator]] = {
    "produce": plays.produce_weapon,
    "play": plays.play_operation,
    "use": plays.use_skill,
}
