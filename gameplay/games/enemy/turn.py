"""The turn: Draw Step, Play Step and, after an attack, Attack Step (ENE-4.*, ENE-6.*)."""

from collections.abc import Callable

from gameplay.engine.core.asks import CARD, PASS, PLAY, Ask, Option, RuleGenerator
from gameplay.engine.core.zones import distinct_cards
from gameplay.games.enemy import plays
from gameplay.games.enemy.actions import flippable_actions, meets_requirements
from gameplay.games.enemy.attack import attack_step
from gameplay.games.enemy.limits import is_unique_in_play, legal_bearers
from gameplay.games.enemy.table import EnemyTable, discard_from_hand, draw_card, end_by_points, opponent_of


def turn(table: EnemyTable) -> RuleGenerator:
    """One turn of the active player, from the table's step on, then the other's (ENE-3.6, 4.1)."""
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
    """When time is called the current turn is finished; then more VP wins (ENE-X.3)."""
    table.end_reason = "time"


def draw_step(table: EnemyTable, seat: int) -> RuleGenerator:
    """Draw one card, then reconcile the hand to five (ENE-4.2 to 4.6)."""
    hand, size = table.hand[seat], table.variant.hand
    draw_card(table, seat)
    while len(hand) > size:
        chosen = yield Ask(
            seat, CARD, [("discard", card) for card in distinct_cards(table, hand)], ("reconcile", len(hand) - size)
        )
        discard_from_hand(table, seat, chosen[1])
    while len(hand) < size:
        before = len(hand)
        draw_card(table, seat)
        if len(hand) == before:
            return  # ENE-5.8: nothing left to draw


def play_step(table: EnemyTable, seat: int) -> RuleGenerator:
    """Make the plays that are left: the turn's one, and more where a text allows it (ENE-6.1, 6.5).

    ENE-6.4: there is no passing while a play is possible; flipping is none. ENE-6.11: the first turn lasts until the
    last of its plays, so a further play may be to give up the hand.
    """
    while table.plays_left > 0:
        options = possible_plays(table, seat)
        if not options:
            break
        if options[0][0] == "flip" or not table.variant.must_play:  # flips come last: there is nothing else
            options.append(PASS)
        chosen = yield Ask(seat, PLAY, options, ("play", table.plays_left))
        if chosen == PASS:
            table.plays_left = 0
            break
        if chosen[0] != "flip":  # ENE-10.11: flipping an action is no play
            table.plays_left -= 1
        yield from PLAY_RULES[chosen[0]](table, seat, *chosen[1:])
    table.had_first_turn[seat] = True


def possible_plays(table: EnemyTable, seat: int) -> list[Option]:
    """Every play that is legal now (ENE-6.2, 6.3); copies of one card count once."""
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
    """How a card of the hand may be played face up; all its requirements must be met (ENE-6.6)."""
    definition = table.cards[card]
    kind = definition.type
    if kind == "action":
        return ()  # ENE-10.2: an action is only ever hidden
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
