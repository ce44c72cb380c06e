"""Playing cards that can be answered, and response windows (RM-3.4.8, 5.2.3, 7.2.*)."""

from collections.abc import Mapping

from gameplay.engine.core.asks import PASS, RESPOND, Ask, Option, RuleGenerator, choose_card
from gameplay.engine.core.zones import distinct_cards
from gameplay.games.rm2k import syncing
from gameplay.games.rm2k.effects.base import perform, trigger_texts
from gameplay.games.rm2k.game_end import check_game_end
from gameplay.games.rm2k.levels import free_bandwidths, is_immune
from gameplay.games.rm2k.syncing import pay_instantly, push_pending, take_off_carrier, unpaid_and_ready_cards
from gameplay.games.rm2k.table import PendingAction, Rm2kTable, add_lag, attach_to, next_seat, opponents, put_in_discard
from gameplay.games.rm2k.terms import PERMANENT_TYPES


def response_window(table: Rm2kTable) -> RuleGenerator:
    """Let players answer the top of the stack, the turn player first, until all pass in a row (RM-3.4.8, OP-8).

    A player with hidden cards that might be answers is always asked: not asking would reveal that they are none.
    """
    pending = table.stack[-1]
    about, in_challenge = ("answer", pending.card), pending.kind == "challenge"
    seat, passed = table.active, 0
    while passed < len(table.alive) and not pending.cancelled:
        passed += 1
        unpaid, ready = unpaid_and_ready_cards(table, seat)
        options = response_options(table, seat, ready)
        # RM-7.2.3, 7.2.6: players do not answer their own Events and abilities
        could_answer = table.hand[seat] and (in_challenge or seat != pending.seat)
        if could_answer or unpaid or ready or len(options) > 1:
            chosen = yield Ask(seat, RESPOND, options, about)
            if chosen != PASS:
                yield from carry_out_choice(table, seat, chosen)
                passed = 0
        seat = next_seat(table, seat)


def response_options(table: Rm2kTable, seat: int, ready: list[int]) -> list[Option]:
    """Return the answers of ``seat``: ready cards and Reacts, in a Challenge also Events and abilities.

    See RM-3.4.2, 7.2.2.
    """
    cards, hand = table.cards, table.hand[seat]
    options: list[Option] = [PASS]
    if ready:
        events = playable_events(table, seat, ready)
        options += [("activate", card) for card in ready if card in events or cards[card].type in PERMANENT_TYPES]
    events_in_hand = playable_events(table, seat, hand) if hand else hand
    in_challenge = table.stack[-1].kind == "challenge"
    if events_in_hand or in_challenge:
        bandwidths = free_bandwidths(table, seat)
        if events_in_hand:
            options += syncing.instant_options(table, distinct_cards(table, events_in_hand), bandwidths)
        if in_challenge:
            options += ability_options(table, seat, bandwidths)
    return options


def playable_events(table: Rm2kTable, seat: int, events: list[int]) -> list[int]:
    """Return the cards among ``events`` that can answer the top of the stack.

    A React answers what it names, and only opponents (RM-5.2.3, 7.2.6). Other Events answer only a Challenge
    (RM-7.2.3).
    """
    cards, pending = table.cards, table.stack[-1]
    kind, theirs = pending.kind, pending.seat != seat
    if kind == "challenge":
        return [card for card in events if cards[card].is_ordinary or (theirs and kind in cards[card].answerable_kinds)]
    return [card for card in events if kind in cards[card].answerable_kinds] if theirs else []


def ability_options(table: Rm2kTable, seat: int, bandwidths: Mapping[int, int]) -> list[Option]:
    """Return the abilities that can be used: once a turn, for lag on the User, not in Limbo (RM-6.7.3)."""
    cards, used = table.cards, table.used
    return [
        ("use", user)
        for user in table.users[seat]
        if cards[user].ability_effects and user not in used and bandwidths[user] >= cards[user].ability_cost
    ]


# --- plays ---------------------------------------------------------------------------------


def carry_out_choice(table: Rm2kTable, seat: int, chosen: Option) -> RuleGenerator:
    """Carry out a chosen play or answer, then check the end of the game (RM-4.2.5)."""
    code = chosen[0]
    if code == "sync":
        syncing.sync_card(table, seat, *chosen[1:])
    elif code == "pay":
        syncing.pay_lag(table, *chosen[1:])
    elif code == "activate":
        yield from activate_card(table, seat, chosen[1])
    elif code == "instant":
        pay_instantly(table, seat, *chosen[1:])
        yield from play_event(table, seat, chosen[1])
    else:
        yield from use_ability(table, seat, chosen[1])
    check_game_end(table)


def activate_card(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
    """Activate a paid card: a User goes to Limbo, an Attach enters play, an Event goes on the stack (RM-5.2.4)."""
    carrier = take_off_carrier(table, card)
    table.events.append(("activated", seat, card, carrier))
    kind = table.cards[card].type
    if kind == "user":
        table.limbo[seat].append(card)  # RM-6.7.1
    elif kind == "attach":
        yield from attach_card(table, seat, card, carrier)
    else:
        yield from play_event(table, seat, card)


def attach_card(table: Rm2kTable, seat: int, card: int, carrier: int) -> RuleGenerator:
    """Attach a card to its carrier, or to an opponent's User if the card says so (RM-7.1.1, 7.1.2, 6.1)."""
    if not table.cards[card].stays_on_carrier:
        theirs = [user for other in opponents(table, seat) for user in table.users[other]]
        hosts = [user for user in theirs if not is_immune(table, user, table.cards[card].skill)]
        pending = push_pending(table, "attach", seat, card)
        host = yield from choose_card(seat, "host", hosts, ("host_for", card))
        table.stack.remove(pending)
        if host is None:
            put_in_discard(table, card)
            table.events.append(("deleted", card))
            return
        carrier = host
    attach_to(table, card, carrier)
    table.events.append(("attached", card, carrier))
    yield from trigger_texts(table, seat, card, "enters")


def play_event(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
    """Play an Event: open a response window, resolve the Event and delete it (RM-7.2.1, 7.2.5)."""
    pending = push_pending(table, "event", seat, card)
    yield from response_window(table)
    if not check_prevented(table, pending):
        yield from perform(table.cards[card].effects, table, seat, card)
    if pending in table.stack:
        table.stack.remove(pending)
        put_in_discard(table, card)


def use_ability(table: Rm2kTable, seat: int, user: int) -> RuleGenerator:
    """Use the ability of a User: add its lag, open a response window and resolve it."""
    table.used.add(user)
    if table.cards[user].ability_cost:
        add_lag(table, user, table.cards[user].ability_cost)
    table.events.append(("used", seat, user))
    pending = push_pending(table, "ability", seat, user)
    yield from response_window(table)
    if not check_prevented(table, pending):
        yield from perform(table.cards[user].ability_effects, table, seat, user)
    if pending in table.stack:
        table.stack.remove(pending)


def check_prevented(table: Rm2kTable, pending: PendingAction) -> bool:
    """Return whether an answer has prevented the action (RM-7.2.6)."""
    if pending.cancelled and pending.seat in table.alive:
        table.events.append(("prevented", pending.card))
    return pending.cancelled
