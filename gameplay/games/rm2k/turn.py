"""The turn: Connect, Main, Challenge, Victory and Draw Phase (RM-3.*)."""

from collections.abc import Collection

from gameplay.engine.core.asks import ACCEPT, NO, PASS, PLAY, YES, Ask, Option, RuleGenerator
from gameplay.engine.core.zones import distinct_cards
from gameplay.games.rm2k import syncing
from gameplay.games.rm2k.answers import ability_options, carry_out_choice
from gameplay.games.rm2k.challenges import can_attack, challengeable_opponents, resolve_challenge
from gameplay.games.rm2k.effects.base import has_trigger, trigger_texts
from gameplay.games.rm2k.game_end import (
    TurnEndsError,
    check_accomplishment,
    check_game_end,
    end_as_draw_game,
    win_by_goals,
)
from gameplay.games.rm2k.levels import current_bandwidth, free_bandwidths
from gameplay.games.rm2k.syncing import unpaid_and_ready_cards
from gameplay.games.rm2k.table import Rm2kTable, clear_lag, draw_card, next_seat, put_in_discard
from gameplay.games.rm2k.terms import KINDS, KINDS_WITH_DEFENDER, Card, Kind

PHASES: tuple[str, ...] = ("connect", "main", "challenge", "victory", "draw")


def turn(table: Rm2kTable) -> RuleGenerator:
    """One turn of the active player, from the table's phase on, then the next to the left (RM-2.15, 3.1.1, 3.6.5)."""
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
    """When time is called the current turn is finished; then it is a draw game (RM-4.3.3)."""
    table.end_reason = "time"


def connect_phase(table: Rm2kTable, seat: int) -> RuleGenerator:
    """What happens at the beginning, then each User removes lag equal to its bandwidth (RM-3.2.1 to 3.2.3).

    On the player's own first turn neither does (RM-3.2.4, 3.2.5). Others remove nothing (RM-3.2.6).
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
    """Act as often as bandwidth allows (RM-3.3.1)."""
    while True:
        chosen = yield Ask(seat, PLAY, main_plays(table, seat), ("main_phase",))
        if chosen == PASS:
            return
        yield from carry_out_choice(table, seat, chosen)


def main_plays(table: Rm2kTable, seat: int) -> list[Option]:
    """Begin Syncing, add lag, activate, use an ability, play at once; no Challenges (RM-3.3.2, 3.3.3)."""
    cards, width, (due, ready) = table.cards, free_bandwidths(table, seat), unpaid_and_ready_cards(table, seat)
    options: list[Option] = [PASS]
    if table.hand[seat]:
        hand = distinct_cards(table, table.hand[seat])
        options += syncing.sync_options(table, seat, hand)
        held = [card for card in hand if cards[card].is_ordinary]
        if held:
            options += syncing.instant_options(table, held, width)
    if due:
        options += syncing.pay_options(table, due, width)
    if ready:
        options += [("activate", card) for card in ready if may_activate_freely(cards[card])]
    return options + ability_options(table, seat, width)


def may_activate_freely(definition: Card) -> bool:
    """Outside Challenges and windows: all but Challenges and Reacts (RM-5.2.3)."""
    return definition.type != "challenge" and not definition.answerable_kinds


def challenge_phase(table: Rm2kTable, seat: int) -> RuleGenerator:
    """Activate one Challenge after the other; what is ready may be activated between them (RM-3.4.1, 3.4.4, 5.2.1)."""
    while True:
        chosen = yield Ask(seat, PLAY, challenge_plays(table, seat), ("challenge_phase",))
        if chosen == PASS:
            return
        if table.cards[chosen[1]].type == "challenge":
            yield from resolve_challenge(table, seat, chosen)
        else:
            yield from carry_out_choice(table, seat, chosen)


def challenge_plays(table: Rm2kTable, seat: int) -> list[Option]:
    """Challenges with somebody on either side, and other cards that are ready or played at once (RM-3.4.7, 5.3.6)."""
    cards, kinds, (_, ready) = table.cards, possible_kinds(table, seat), unpaid_and_ready_cards(table, seat)
    options: list[Option] = [PASS]
    if ready:
        options += [
            ("activate", card) for card in ready if may_activate_freely(cards[card]) or cards[card].kind in kinds
        ]
    if table.hand[seat]:
        hand = distinct_cards(table, table.hand[seat])
        held = [card for card in hand if cards[card].is_ordinary or cards[card].kind in kinds]
        if held:
            options += syncing.instant_options(table, held, free_bandwidths(table, seat))
    return options


def possible_kinds(table: Rm2kTable, seat: int) -> Collection[Kind | None]:
    """The kinds of Challenge for which nobody is missing (RM-8.1.7, OP-18)."""
    if not can_attack(table, seat):
        return ()
    return KINDS if challengeable_opponents(table, seat) else KINDS - KINDS_WITH_DEFENDER


def victory_phase(table: Rm2kTable, seat: int) -> RuleGenerator:
    """All may claim what they have fulfilled, the turn player first; then VP are counted (RM-3.5.1 to 3.5.4).

    Goals that win are attained at one moment: once one is claimed, only others that win can be claimed, too (RM-4.3.1).
    """
    asked, passed = seat, 0
    victors: list[int] = []
    while passed < len(table.alive):
        passed += 1
        main = table.main_users[asked]
        may = asked not in victors and may_claim(table, asked, main, winning=bool(victors))
        if may and (yield Ask(asked, ACCEPT, (YES, NO), ("claim", main))) == YES:
            claim_goal(table, asked, main)
            victors += [] if table.cards[main].goal_vp else [asked]
            passed = 0
        asked = next_seat(table, asked)
    win_by_goals(table, victors)
    check_accomplishment(table)


def may_claim(table: Rm2kTable, seat: int, main: int, *, winning: bool) -> bool:
    """Whether the goal of the Main User, which is in play, is fulfilled and not claimed yet (RM-3.5.1, 4.1.6).

    ``winning``: only a goal that wins will do.
    """
    if main < 0 or main in table.claimed or (winning and table.cards[main].goal_vp):
        return False
    goal = table.cards[main].goal_condition
    return goal is not None and goal(table, seat, main)


def claim_goal(table: Rm2kTable, seat: int, main: int) -> None:
    """Claim a goal; one whose text names VP gives these, once (RM-4.1.5)."""
    table.events.append(("claimed", seat, main))
    points = table.cards[main].goal_vp
    if points:
        table.claimed.add(main)
        table.vp[seat] += points
        table.events.append(("scored", seat, points))


def draw_phase(table: Rm2kTable, seat: int) -> RuleGenerator:
    """What happens at the end, then Users in Limbo come into play, then a card (RM-3.6.1 to 3.6.4)."""
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
    """What the texts of the player's cards in play say for this moment, User by User."""
    waiting = [user for user in table.users[seat] if has_trigger(table, user, event)]
    for user in waiting:
        if user in table.users[seat]:
            yield from trigger_texts(table, seat, user, event)


def delete_stack(table: Rm2kTable) -> None:
    """What still waited to take effect when the turn broke off is deleted (RM-9.4)."""
    for pending in table.stack:
        if pending.kind != "ability":
            put_in_discard(table, pending.card)
    table.stack.clear()
    table.challenge = None


def end_turn(table: Rm2kTable) -> None:
    """What lasted for the turn is over."""
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
