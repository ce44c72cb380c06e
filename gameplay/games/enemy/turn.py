"""The turn: Draw Step, Play Step and, after an attack, Attack Step (ENE-4.*, ENE-6.*)."""

from collections.abc import Callable

from gameplay.engine.core.asks import CARD, PASS, PLAY, Ask, Option, Rules
from gameplay.engine.core.zones import distinct
from gameplay.games.enemy import plays
from gameplay.games.enemy.actions import flippable, meets
from gameplay.games.enemy.attack import attack_step
from gameplay.games.enemy.limits import bearers, unique_in_play
from gameplay.games.enemy.table import EnemyTable, discard_from_hand, draw, end_by_points, opponent


def turn(table: EnemyTable) -> Rules:
    """One turn of the active player, from the table's step on, then the other's (ENE-3.6, 4.1)."""
    seat = table.active
    if table.step == "draw":
        table.events.append(("turn", seat, table.turn))
        yield from draw_step(table, seat)
        table.step, table.plays = "play", 1
    if table.step == "play":
        yield from play_step(table, seat)
        table.step = "attack"
    if table.attack:
        yield from attack_step(table, seat)
    if table.end_called:
        end_by_points(table, table.end_called)
    table.active, table.step = opponent(table, seat), "draw"


def at_time(table: EnemyTable) -> None:
    """When time is called the current turn is finished; then more VP wins (ENE-X.3)."""
    table.end_called = "time"


def draw_step(table: EnemyTable, seat: int) -> Rules:
    """Draw one card, then reconcile the hand to five (ENE-4.2 to 4.6)."""
    hand, size = table.hand[seat], table.variant.hand
    draw(table, seat)
    while len(hand) > size:
        chosen = yield Ask(
            seat, CARD, [("discard", card) for card in distinct(table, hand)], ("reconcile", len(hand) - size)
        )
        discard_from_hand(table, seat, chosen[1])
    while len(hand) < size:
        before = len(hand)
        draw(table, seat)
        if len(hand) == before:
            return  # ENE-5.8: nothing left to draw


def play_step(table: EnemyTable, seat: int) -> Rules:
    """Make the plays that are left: the turn's one, and more where a text allows it (ENE-6.1, 6.5).

    ENE-6.4: there is no passing while a play is possible; flipping is none. ENE-6.11: the first turn lasts until the
    last of its plays, so a further play may be to give up the hand.
    """
    while table.plays > 0:
        options = possible_plays(table, seat)
        if not options:
            break
        if options[0][0] == "flip" or not table.variant.must_play:  # flips come last: there is nothing else
            options.append(PASS)
        chosen = yield Ask(seat, PLAY, options, ("play", table.plays))
        if chosen == PASS:
            table.plays = 0
            break
        if chosen[0] != "flip":  # ENE-10.11: flipping an action is no play
            table.plays -= 1
        yield from PLAYS[chosen[0]](table, seat, *chosen[1:])
    table.began[seat] = True


def possible_plays(table: EnemyTable, seat: int) -> list[Option]:
    """Every play that is legal now (ENE-6.2, 6.3); copies of one card count once."""
    options: list[Option] = []
    for card in distinct(table, table.hand[seat]):
        options += ways_to_play(table, seat, card)
        options.append(("hide", card))  # ENE-10.1: any card
    for grunty in table.grunties[seat]:
        if plays.can_use(table, grunty):
            options.append(("use", grunty))
    if not table.began[seat] and table.hand[seat]:
        options.append(("redraw",))  # ENE-6.9, 6.10, 6.11
    if table.hidden[seat]:
        options += [("flip", card) for card in flippable(table, seat, table.hidden[seat], "play")]
    return options


def ways_to_play(table: EnemyTable, seat: int, card: int) -> tuple[Option, ...]:
    """How a card of the hand may be played face up; all its requirements must be met (ENE-6.6)."""
    definition = table.cards[card]
    kind = definition.type
    if kind == "action":
        return ()  # ENE-10.2: an action is only ever hidden
    if definition.requires and not meets(table, seat, card):
        return ()
    if kind == "monster":
        if unique_in_play(table, definition):
            return ()
        return (("attack", card), ("store", card)) if definition.storable else (("attack", card),)
    if kind == "item" and not bearers(table, seat, card):
        return ()
    return ((kind, card),)


PLAYS: dict[str, Callable[..., Rules]] = {
    "attack": plays.attack_with,
    "store": plays.store_monster,
    "pc": plays.play_pc,
    "item": plays.play_item,
    "event": plays.play_event,
    "field": plays.play_field,
    "grunty": plays.play_grunty,
    "use": plays.use_grunty,
    "hide": plays.hide,
    "redraw": plays.redraw,
    "flip": plays.flip_in_play,
}
