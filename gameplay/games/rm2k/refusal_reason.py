"""Reasons for refusing a choice that is not offered (see `gameplay.engine.core.ruleset.Ruleset.refusal_reason`).

`refusal_reason` calls the function for the code of the choice. Each function returns the code of a reason
(`reasons.REASONS`), or "" if none is known; then no clause is named. Cards that the seat cannot see do not influence
the result.
"""

from collections.abc import Sequence

from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.card_plays import COPY_OFFERED, ReasonFinder, find_reason
from gameplay.engine.core.errors import RefusalReason
from gameplay.games.rm2k.levels import is_immune
from gameplay.games.rm2k.play_reasons import (
    ability_reason,
    activation_reason,
    instant_reason,
    pay_reason,
    sync_reason,
)
from gameplay.games.rm2k.reasons import REASONS
from gameplay.games.rm2k.setup import picked_cost
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import KINDS_WITH_DEFENDER, PERMANENT_TYPES


def refusal_reason(table: Rm2kTable, ask: Ask, option: Option) -> RefusalReason | None:
    """Return why ``option`` is refused at ``ask``, or None if the reason is not known."""
    return find_reason(REASON_FINDERS, REASONS, table, ask, option)


def plays_of(table: Rm2kTable, seat: int, card: int) -> Sequence[Option]:
    """Return the options for which ``seat`` could use ``card`` where it lies (see `Ruleset.plays_of`).

    Without a User in play, a User in Limbo or the card itself stands for the User.
    """
    definition, users = table.cards[card], table.users[seat]
    if table.is_choosing:
        return [("starter" if table.picked[seat] else "main", card)]
    if card in table.hand[seat]:
        carriers = users or table.limbo[seat] or [card]
        codes = ("sync",) if definition.type in PERMANENT_TYPES else ("instant", "sync")
        return [(code, card, user) for code in codes for user in carriers]
    if card in users:
        syncing = [table.syncing_cards[user] for user in users if user in table.syncing_cards]
        fights = [("attacker", card), *([("defender", card)] if table.challenge else [])]
        return [("use", card), *(("pay", card, each) for each in syncing), *fights]
    if card in table.limbo[seat]:
        return [("use", card), ("attacker", card)]
    if card in table.tokens and table.owners[card] == seat:
        return [("activate", card), *(("pay", user, card) for user in users)]
    return [("use", card)] if definition.type == "attach" and _is_attached(table, card) else []


def _is_attached(table: Rm2kTable, card: int) -> bool:
    return any(card in attached for attached in table.cards_under.values())


# --- starting Users ----------------------------------------------------------------------


def _starter_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    """Return why a card cannot be a starting User (RM-2.2, 2.8, 2.9)."""
    seat, card = ask.seat, option[1]
    if not table.is_choosing:
        return ""
    if card in table.aside[seat]:
        return "set_aside"
    if card not in table.deck[seat] or table.cards[card].type != "user":
        return "not_a_starter"
    if card in table.picked[seat]:
        return "picked_already"
    if picked_cost(table, seat) + table.cards[card].cost > table.variant.set_value:
        if table.aside[seat]:
            return "new_choice_over"
        return "set_value_with_main" if table.picked[seat] else "over_set_value"
    offered = (each for each in ask.options if each[0] == option[0])
    return COPY_OFFERED.code if any(table.cards[each[1]] is table.cards[card] for each in offered) else ""


def _lag_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    is_other = ask.about[0] == "starting_lag" and option[1] not in table.users[ask.seat]
    return "your_users_lag" if is_other else ""


# --- challenges --------------------------------------------------------------------------


def _attacker_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    """Return why a User cannot be an Attacker (RM-3.4.5, 6.7.6, 8.1)."""
    user = option[1]
    if user in table.limbo[ask.seat]:
        return "limbo_fights"
    if user not in table.users[ask.seat]:
        return "not_your_attacker"
    if user in table.fought:
        return "has_fought"
    if (contest := table.challenge) is None:
        return "no_challenge"
    if any(user in side for side in contest.sides):
        return "chosen_already"
    if ask.about[0] in ("attacker", "attackers"):
        return ""
    if contest.seats[0] != ask.seat:
        return "not_your_challenge"
    return "attackers_chosen" if contest.sides[0] else "answer_first"


def _defender_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    """Return why a User cannot be a Defender (RM-6.7.6, 8.1)."""
    user, contest = option[1], table.challenge
    if any(user in limbo for limbo in table.limbo):
        return "limbo_fights"
    if contest is None:
        return "no_challenge"
    if any(user in side for side in contest.sides):
        return "chosen_already"
    if table.cards[contest.card].kind not in KINDS_WITH_DEFENDER:
        return "no_defender"
    if user not in (table.users[contest.seats[1]] if len(contest.seats) > 1 else ()):
        return "not_a_defender"
    if ask.about[0] in ("defender", "defenders"):
        return ""
    return "defenders_chosen" if contest.sides[1] else "answer_first"


def _opponent_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    return "not_challengeable" if ask.about[0] in ("aim", "opponent_for") else ""


# --- targets of texts --------------------------------------------------------------------

TARGET_ASKS = ("user_for", "delete_for", "return_for", "host_for")


def _target_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    """Return why a card cannot be chosen for a text (RM-5.1.10, 6.1, 6.7.4); the filter of the text is not checked."""
    card = option[1]
    if ask.about[0] not in TARGET_ASKS:
        return ""
    if any(card in limbo for limbo in table.limbo):
        return "limbo_target"
    if card in table.tokens and table.owners[card] == ask.seat:
        return "syncing_target"
    is_user = any(card in users for users in table.users)
    return "immune_target" if is_user and is_immune(table, card, table.cards[ask.about[1]].skill) else ""


# --- passing -----------------------------------------------------------------------------

MUST_ANSWER_CODES = {
    "main": "must_choose_main",
    "starting_lag": "place_all_lag",
    **dict.fromkeys(("attacker", "attackers", "defender", "defenders"), "at_least_one"),
    "aim": "not_challengeable",
}


def _pass_reason(table: Rm2kTable, ask: Ask, option: Option) -> str:
    return MUST_ANSWER_CODES.get(ask.about[0], "")


REASON_FINDERS: dict[str, ReasonFinder[Rm2kTable]] = {
    **dict.fromkeys(("main", "starter"), _starter_reason),
    "lag": _lag_reason,
    "sync": sync_reason,
    "pay": pay_reason,
    "activate": activation_reason,
    "instant": instant_reason,
    "use": ability_reason,
    "attacker": _attacker_reason,
    "defender": _defender_reason,
    "against": _opponent_reason,
    **dict.fromkeys(("aim", "host"), _target_reason),
    **dict.fromkeys(("pass", "enough"), _pass_reason),
}
