"""Reasons for refusing to sync, pay for, activate or play a card, or to use an ability; see `refusal_reason`."""

from gameplay.engine.core.asks import Ask, Option
from gameplay.games.rm2k.answers import playable_events
from gameplay.games.rm2k.challenges import can_attack
from gameplay.games.rm2k.levels import free_bandwidth, is_immune
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import PERMANENT_TYPES
from gameplay.games.rm2k.turn import possible_kinds

MAIN, CHALLENGE, ANSWER = "main_phase", "challenge_phase", "answer"
"""The questions that are answered with plays."""


def main_phase_reason(table: Rm2kTable, ask: Ask) -> str:
    """Return why nothing can be done now that needs the Main Phase (RM-3.3)."""
    if ask.about[0] == MAIN:
        return ""
    if ask.seat != table.active:
        return "not_your_main"
    return "answer_first" if table.step == "main" else "main_is_over"


def sync_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    """Return why a card cannot start syncing on a User (RM-5.1.1 to 5.1.4, 6.3, 6.7.6)."""
    _, card, user = option
    seat = ask.seat
    if card not in table.hand[seat]:
        return "not_in_hand"
    if timing := main_phase_reason(table, ask):
        return timing
    if user in table.limbo[seat]:
        return "limbo_carrier"
    if user not in table.users[seat]:
        return "not_your_carrier" if table.users[seat] else "no_users"
    if all(each in table.syncing_cards for each in table.users[seat]):
        return "all_carry"
    if user in table.syncing_cards:
        return "carries_already"
    return "immune_user" if is_immune(table, user, table.cards[card].skill) else ""


def pay_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    """Return why a User cannot take a lag for a Syncing card (RM-5.1.5 to 5.1.8, 5.1.15, 6.3, 6.7.2)."""
    _, payer, card = option
    seat = ask.seat
    if payer in table.limbo[seat]:
        return "limbo_payer"
    if payer not in table.users[seat] or not _is_own_syncing(table, seat, card):
        return "not_your_payer"
    if table.tokens[card] >= table.cards[card].cost:
        return "paid_for"
    if timing := main_phase_reason(table, ask):
        return timing if timing == "answer_first" else "pays_in_main"
    if is_immune(table, payer, table.cards[card].skill):
        return "immune_user"
    return "" if free_bandwidth(table, payer) else "no_bandwidth"


def activation_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    """Return why a card cannot be activated (RM-5.2)."""
    card = option[1]
    if not _is_own_syncing(table, ask.seat, card):
        return "not_syncing"
    if table.tokens[card] < table.cards[card].cost:
        return "too_few_tokens"
    return _moment_reason(table, ask, card)


def instant_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    """Return why a card cannot be played from the hand, paid for by one User (RM-5.3, 6.2, 6.7.2)."""
    _, card, user = option
    seat, definition = ask.seat, table.cards[card]
    if definition.type in PERMANENT_TYPES:
        return "never_instant"
    if card not in table.hand[seat]:
        return "instant_from_hand"
    if moment := _moment_reason(table, ask, card):
        return moment
    if user in table.limbo[seat]:
        return "limbo_payer"
    if user not in table.users[seat] or user in table.syncing_cards:
        return "instant_carrier"
    if is_immune(table, user, definition.skill):
        return "immune_instant"
    return "instant_bandwidth" if free_bandwidth(table, user) < definition.cost else ""


def _moment_reason(table: Rm2kTable, ask: Ask, card: int) -> str:
    """Return why such a card cannot be played at this moment, independently of its payment (RM-5.2.3, 7.2, 8.1)."""
    definition, about = table.cards[card], ask.about[0]
    if about not in (MAIN, CHALLENGE, ANSWER):
        return "answer_first"
    if definition.type == "challenge":
        return _challenge_reason(table, ask, card)
    if definition.type in PERMANENT_TYPES:
        return ""
    if about != ANSWER:
        return "react_without_action" if definition.answerable_kinds else ""
    if playable_events(table, ask.seat, [card]):
        return ""
    if not definition.answerable_kinds:
        return "event_waits"
    return "react_to_yourself" if table.stack[-1].seat == ask.seat else "react_to_other_action"


def _challenge_reason(table: Rm2kTable, ask: Ask, card: int) -> str:
    if ask.about[0] != CHALLENGE:
        return "challenge_in_main" if ask.about[0] == MAIN else "challenge_elsewhere"
    if not can_attack(table, ask.seat):
        return "no_free_attacker" if table.users[ask.seat] else "no_participants"
    return "" if table.cards[card].kind in possible_kinds(table, ask.seat) else "no_participants"


def ability_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    """Return why a User cannot use its ability (RM-3.3.1, 3.3.2, 3.4.2, 6.7.3)."""
    user, seat, about = option[1], ask.seat, ask.about[0]
    if user in table.limbo[seat]:
        return "limbo_ability"
    if user not in table.users[seat]:
        return "attach_on_user" if table.cards[user].type == "attach" else "not_your_ability"
    if not table.cards[user].ability_effects:
        return "no_ability"
    if user in table.used:
        return "ability_used"
    in_challenge = about == ANSWER and table.stack[-1].kind == "challenge"
    if about == ANSWER and not in_challenge:
        return "event_waits"
    if about != MAIN and not in_challenge:
        return "ability_in_challenge" if about == CHALLENGE or seat != table.active else "answer_first"
    return "ability_bandwidth" if free_bandwidth(table, user) < table.cards[user].ability_cost else ""


def _is_own_syncing(table: Rm2kTable, seat: int, card: int) -> bool:
    return any(table.syncing_cards.get(user) == card for user in table.users[seat])
