"""The turn: Connect, Main, Challenge, Victory and Draw Phases (RM-3.*)."""

from collections.abc import Collection

from gameplay.engine.core.asks import ACCEPT, NO, PASS, PLAY, YES, Ask, Option, RuleGenerator
from gameplay.engine.core.zones import distinct_cards
from gameplay.games.rm2k import syncing
from gameplay.games.rm2k.answers import ability_options, carry_out_choice
from gameplay.games.rm2k.challenges import can_attack, challengeable_opponents, resolve_challenge
from gameplay.games.rm2k.effects.base import affected_seats, has_trigger, trigger_texts
from gameplay.games.rm2k.game_end import (
    TurnEndsError,
    check_accomplishment,
    check_game_end,
    end_as_draw_game,
    win_by_goals,
)
from gameplay.games.rm2k.levels import current_bandwidth, free_bandwidths
from gameplay.games.rm2k.syncing import unpaid_and_ready_cards
from gameplay.games.rm2k.table import Rm2kTable, change_vp, clear_lag, draw_card, next_seat, put_in_discard
from gameplay.games.rm2k.terms import KINDS, KINDS_WITH_DEFENDER, Card, Kind

PHASES: tuple[str, ...] = ("connect", "main", "challenge", "victory", "draw")


def turn(table: Rm2kTable) -> RuleGenerator:
    """Play the turn of the active player from the table's phase on, then pass the turn (RM-2.15, 3.1.1, 3.6.5)."""
    seat = table.active
    try:
        for phase in PHASES[PHASES.index(table.step) :]:
            table.step = phase
            yield from PHASE_RULES[phase](table, seat)
    except TurnEndsError:
        delete_stack(table)
    end_turn(table)
    if table.end_reason:
        end_as_draw_game(table, table.end_reason)
    table.active, table.step = next_seat(table, seat), "connect"


def call_time(table: Rm2kTable) -> None:
    """Call time: the game ends after the current turn as a draw game (RM-4.3.3)."""
    table.end_reason = "time"


def connect_phase(table: Rm2kTable, seat: int) -> RuleGenerator:
    """Resolve triggers, then remove lag equal to the bandwidth of each User (RM-3.2.1 to 3.2.3).

    Neither happens on a player's first turn (RM-3.2.4, 3.2.5). Other players remove nothing (RM-3.2.6).
    """
    table.events.append(("turn", seat, table.turn))
    if not table.had_first_turn[seat]:
        table.had_first_turn[seat] = True
        return
    yield from trigger_all_texts(table, seat, "begins")
    for user in table.users[seat]:
        if user in table.lag:
            removed = clear_lag(table, user, current_bandwidth(table, user))
            if removed:
                table.events.append(("cleared_lag", user, removed))


def main_phase(table: Rm2kTable, seat: int) -> RuleGenerator:
    """Ask for plays until the player passes (RM-3.3.1)."""
    while True:
        chosen = yield Ask(seat, PLAY, main_plays(table, seat), ("main_phase",))
        if chosen == PASS:
            return
        yield from carry_out_choice(table, seat, chosen)


def main_plays(table: Rm2kTable, seat: int) -> list[Option]:
    """Return the plays of a Main Phase: all but Challenges (RM-3.3.2, 3.3.3)."""
    cards, bandwidths = table.cards, free_bandwidths(table, seat)
    unpaid, ready = unpaid_and_ready_cards(table, seat)
    options: list[Option] = [PASS]
    if table.hand[seat]:
        hand = distinct_cards(table, table.hand[seat])
        options += syncing.sync_options(table, seat, hand)
        events = [card for card in hand if cards[card].is_ordinary]
        if events:
            options += syncing.instant_options(table, events, bandwidths)
    if unpaid:
        options += syncing.pay_options(table, unpaid, bandwidths)
    if ready:
        options += [("activate", card) for card in ready if may_activate_freely(cards[card])]
    return options + ability_options(table, seat, bandwidths)


def may_activate_freely(definition: Card) -> bool:
    """Return whether a card can be activated outside of windows: it is no Challenge or React (RM-5.2.3)."""
    return definition.type != "challenge" and not definition.answerable_kinds


def challenge_phase(table: Rm2kTable, seat: int) -> RuleGenerator:
    """Ask for Challenges until the player passes; ready cards can be activated between them.

    See RM-3.4.1, 3.4.4, 5.2.1.
    """
    while True:
        chosen = yield Ask(seat, PLAY, challenge_plays(table, seat), ("challenge_phase",))
        if chosen == PASS:
            return
        if table.cards[chosen[1]].type == "challenge":
            yield from resolve_challenge(table, seat, chosen)
        else:
            yield from carry_out_choice(table, seat, chosen)


def challenge_plays(table: Rm2kTable, seat: int) -> list[Option]:
    """Return the possible Challenges, ready cards and cards that can be played instantly (RM-3.4.7, 5.3.6)."""
    cards, kinds, (_, ready) = table.cards, possible_kinds(table, seat), unpaid_and_ready_cards(table, seat)
    options: list[Option] = [PASS]
    if ready:
        options += [
            ("activate", card) for card in ready if may_activate_freely(cards[card]) or cards[card].kind in kinds
        ]
    if table.hand[seat]:
        hand = distinct_cards(table, table.hand[seat])
        playable = [card for card in hand if cards[card].is_ordinary or cards[card].kind in kinds]
        if playable:
            options += syncing.instant_options(table, playable, free_bandwidths(table, seat))
    return options


def possible_kinds(table: Rm2kTable, seat: int) -> Collection[Kind | None]:
    """Return the kinds of Challenge that have enough possible participants (RM-8.1.7, OP-18)."""
    if not can_attack(table, seat):
        return ()
    return KINDS if challengeable_opponents(table, seat) else KINDS - KINDS_WITH_DEFENDER


def victory_phase(table: Rm2kTable, seat: int) -> RuleGenerator:
    """Let players claim attained goals, the turn player first, then check VP (RM-3.5.1 to 3.5.4).

    Winning goals are simultaneous: once one is claimed, only other winning goals can be claimed (RM-4.3.1).
    """
    asked, passed = seat, 0
    victors: list[int] = []
    while passed < len(table.alive):
        passed += 1
        main = table.main_users[asked]
        can_claim = asked not in victors and may_claim(table, asked, main, winning=bool(victors))
        if can_claim and (yield Ask(asked, ACCEPT, (YES, NO), ("claim", main))) == YES:
            yield from claim_goal(table, asked, main)
            victors += [] if table.cards[main].goal_vp else [asked]
            passed = 0
        asked = next_seat(table, asked)
    win_by_goals(table, victors)
    check_accomplishment(table)


def may_claim(table: Rm2kTable, seat: int, main: int, *, winning: bool) -> bool:
    """Return whether the goal of a Main User in play is attained and not claimed (RM-3.5.1, 4.1.6).

    ``winning``: only a goal that wins the game counts.
    """
    if main < 0 or main in table.claimed or (winning and table.cards[main].goal_vp):
        return False
    goal = table.cards[main].goal_condition
    return goal is not None and goal(table, seat, main)


def claim_goal(table: Rm2kTable, seat: int, main: int) -> RuleGenerator:
    """Claim a goal. One with VP gives them once (RM-4.1.5)."""
    table.events.append(("claimed", seat, main))
    goal = table.cards[main]
    points = goal.goal_vp
    if not points:
        return
    table.claimed.add(main)
    if goal.goal_takes_vp:
        for other in (yield from affected_seats(table, seat, main, "opponent")):
            points = min(points, table.vp[other])
            change_vp(table, other, -points)
    change_vp(table, seat, points)


def draw_phase(table: Rm2kTable, seat: int) -> RuleGenerator:
    """Resolve triggers, move Users from Limbo into play, then draw a card (RM-3.6.1 to 3.6.4)."""
    yield from trigger_all_texts(table, seat, "ends")
    arrived = table.limbo[seat].copy()
    table.limbo[seat].clear()
    table.users[seat] += arrived
    table.events += [("arrived", user) for user in arrived]
    for user in arrived:
        if user in table.users[seat]:
            yield from trigger_texts(table, seat, user, "enters")
    draw_card(table, seat)
    check_game_end(table)


def trigger_all_texts(table: Rm2kTable, seat: int, event: str) -> RuleGenerator:
    """Resolve the triggers of the player's cards in play, User by User."""
    triggered = [user for user in table.users[seat] if has_trigger(table, user, event)]
    for user in triggered:
        if user in table.users[seat]:
            yield from trigger_texts(table, seat, user, event)


def delete_stack(table: Rm2kTable) -> None:
    """Delete the cards on the stack when a turn ends early (RM-9.4)."""
    for pending in table.stack:
        if pending.kind != "ability":
            put_in_discard(table, pending.card)
    table.stack.clear()
    table.challenge = None


def end_turn(table: Rm2kTable) -> None:
    """Remove everything that lasts until the end of the turn."""
    table.fought.clear()
    table.used.clear()
    table.turn_changes.clear()
    table.level_changes.clear()


PHASE_RULES = {
    "connect": connect_phase,
    "main": main_phase,
    "challenge": challenge_phase,
    "victory": victory_phase,
    "draw": draw_phase,
}
