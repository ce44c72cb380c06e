"""The turn: Draw Step, Play Step and, if monsters attack, Attack Step (ENE-4.*, ENE-6.*)."""

from collections.abc import Callable

from gameplay.engine.core.asks import CARD, PASS, PLAY, Ask, Option, RuleGenerator
from gameplay.engine.core.zones import distinct_cards, offered_cards
from gameplay.games.enemy import plays
from gameplay.games.enemy.actions import flippable_actions, meets_requirements
from gameplay.games.enemy.attack import attack_step
from gameplay.games.enemy.limits import is_unique_in_play, legal_bearers
from gameplay.games.enemy.table import EnemyTable, discard_from_hand, draw_card, end_by_points, opponent_of


def turn(table: EnemyTable) -> RuleGenerator:
    """Run the active player's turn from the table's current step on, then pass the turn (ENE-3.6, 4.1)."""
    seat = table.active
    if table.step == "draw":
        table.events.append(("turn", seat, table.turn))
        yield from draw_step(table, seat)
        table.step, table.plays_left = "play", 1
    if table.step == "play":
        yield from play_step(table, seat)
        table.step = "attack"
    if table.attack:
        yield from attack_step(table, seat)
    if table.end_reason:
        end_by_points(table, table.end_reason)
    table.active, table.step = opponent_of(table, seat), "draw"


def call_time(table: EnemyTable) -> None:
    """Let the game end after the current turn because time was called (ENE-X.3)."""
    table.end_reason = "time"


def draw_step(table: EnemyTable, seat: int) -> RuleGenerator:
    """Draw one card, then discard or draw until the hand has its normal size (ENE-4.2 to 4.6)."""
    hand, size = table.hand[seat], table.variant.hand
    draw_card(table, seat)
    while len(hand) > size:
        options = [("discard", card) for card in offered_cards(table, hand)]
        chosen = yield Ask(seat, CARD, options, ("reconcile", len(hand) - size))
        discard_from_hand(table, seat, chosen[1])
    while len(hand) < size:
        before = len(hand)
        draw_card(table, seat)
        if len(hand) == before:
            return  # ENE-5.8: nothing left to draw


def play_step(table: EnemyTable, seat: int) -> RuleGenerator:
    """Make the plays that are left: one each turn, and more if a text allows it (ENE-6.1, 6.5).

    A player may not pass while a play is possible (ENE-6.4); flipping an action is not a play. The first turn lasts
    until the last of its plays, so an extra play can also be a mulligan (ENE-6.11).
    """
    while table.plays_left > 0:
        options = possible_plays(table, seat)
        if not options:
            break
        if options[0][0] == "flip" or not table.variant.must_play:  # flips come last, so there are only flips
            options.append(PASS)
        chosen = yield Ask(seat, PLAY, options, ("play", table.plays_left))
        if chosen == PASS:
            table.plays_left = 0
            break
        if chosen[0] != "flip":  # ENE-10.11: flipping an action is not a play
            table.plays_left -= 1
        yield from PLAY_RULES[chosen[0]](table, seat, *chosen[1:])
    table.had_first_turn[seat] = True


def possible_plays(table: EnemyTable, seat: int) -> list[Option]:
    """Return every legal play (ENE-6.2, 6.3); copies of the same card are listed once."""
    options: list[Option] = []
    for card in distinct_cards(table, table.hand[seat]):
        options += ways_to_play(table, seat, card)
        options.append(("hide", card))  # ENE-10.1: any card
    for grunty in table.grunties[seat]:
        if plays.can_use_grunty(table, grunty):
            options.append(("use", grunty))
    if not table.had_first_turn[seat] and table.hand[seat]:
        options.append(("redraw",))  # ENE-6.9, 6.10, 6.11
    if table.hidden[seat]:
        options += [("flip", card) for card in flippable_actions(table, seat, table.hidden[seat], "play")]
    return options


def ways_to_play(table: EnemyTable, seat: int, card: int) -> tuple[Option, ...]:
    """Return the ways to play a card from the hand face up; none if a requirement is not met (ENE-6.6)."""
    definition = table.cards[card]
    kind = definition.type
    if kind == "action":
        return ()  # ENE-10.2: an action can only be hidden
    if definition.requirements and not meets_requirements(table, seat, card):
        return ()
    if kind == "monster":
        if is_unique_in_play(table, definition):
            return ()
        return (("attack", card), ("store", card)) if definition.storable else (("attack", card),)
    if kind == "item" and not legal_bearers(table, seat, card):
        return ()
    return ((kind, card),)


PLAY_RULES: dict[str, Callable[..., RuleGenerator]] = {
    "attack": plays.attack_with,
    "store": plays.store_monster,
    "pc": plays.play_pc,
    "item": plays.play_item,
    "event": plays.play_event,
    "field": plays.play_field,
    "grunty": plays.play_grunty,
    "use": plays.use_grunty,
    "hide": plays.hide_card,
    "redraw": plays.redraw_hand,
    "flip": plays.flip_in_play,
}
