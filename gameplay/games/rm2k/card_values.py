"""Values of cards, effects and Challenges for the bots, based on the information visible to a seat.

The unit is about a third of a victory point. The values are our own, tuned in games between bots.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, singledispatch
from math import exp
from typing import Any

from gameplay.engine.bots.card_values import EffectValues
from gameplay.games.rm2k.effects.bandwidth import Bandwidth
from gameplay.games.rm2k.effects.boost import Boost
from gameplay.games.rm2k.effects.cancel import Cancel
from gameplay.games.rm2k.effects.charge import Charge
from gameplay.games.rm2k.effects.clear import Clear
from gameplay.games.rm2k.effects.delete import Delete, Disrupt
from gameplay.games.rm2k.effects.discard import Discard
from gameplay.games.rm2k.effects.draw import Draw
from gameplay.games.rm2k.effects.lag import Lag
from gameplay.games.rm2k.effects.recover import Recover
from gameplay.games.rm2k.effects.return_ import Return
from gameplay.games.rm2k.effects.score import Score
from gameplay.games.rm2k.effects.tune import Tune
from gameplay.games.rm2k.effects.user_effect import UserEffect
from gameplay.games.rm2k.filters import CompiledFilter, Filter, possible_targets
from gameplay.games.rm2k.levels import current_bandwidth, current_level, lasting_bandwidth
from gameplay.games.rm2k.printed import facts
from gameplay.games.rm2k.table import Rm2kTable, opponents
from gameplay.games.rm2k.terms import (
    KINDS_WITH_DEFENDER,
    KINDS_WITH_MANY_ATTACKERS,
    KINDS_WITH_OWN_DEFENDERS,
    SKILLS,
    Card,
)
from gameplay.games.rm2k.totals import challenge_totals

VP_VALUE, CARD_VALUE, LAG_VALUE = 3.0, 1.0, 0.5


def card_value(table: Rm2kTable, card: int) -> float:
    """Return the value of a card in any zone to its owner."""
    definition = table.cards[card]
    if definition.type == "user":
        return 4.0 + 3.0 * definition.bandwidth + 0.4 * sum(each or 0 for each in definition.levels)
    return 2.0 + 0.8 * definition.cost


# --- Challenges -------------------------------------------------------------------------------


def win_odds(margin: float) -> float:
    """Return the estimated probability that a side wins with this lead, allowing for answers; a tie is no win."""
    return 1 / (1 + exp(0.6 - 1.2 * margin))


def challenge_value(table: Rm2kTable, seat: int, card: int, *, soon: float = 0.0) -> float:
    """Return the expected value of a Challenge. ``soon`` is the improvement of levels expected until then."""
    able = [user for user in table.users[seat] if user not in table.fought]
    if not able:
        return -VP_VALUE
    definition, printed = table.cards[card], facts(table.cards[card].printed)
    won, lost = effect_value(printed.win, table, seat, card), effect_value(printed.lose, table, seat, card)
    if definition.kind not in KINDS_WITH_DEFENDER:
        margin = _best_total(table, able, definition, 0) - definition.challenge_bonuses[1] + soon
        return win_odds(margin) * won + win_odds(-margin) * lost
    margins = [
        challenge_margin(table, seat, other, definition) + soon
        for other in opponents(table, seat)
        if table.users[other]
    ]
    margin = max(margins, default=-9.0)
    return win_odds(margin) * won + win_odds(-margin) * (lost - won)


def challenge_margin(table: Rm2kTable, seat: int, other: int, definition: Card) -> float:
    """Return the lead of the best attack over the best defence of ``other``."""
    able = [user for user in table.users[seat] if user not in table.fought]
    if definition.kind == "team":
        return _best_total(table, able, definition, 0) - _best_total(table, table.users[other], definition, 1)
    levels = [current_level(table, user, _skill(definition)) for user in table.users[other]]
    theirs = max(levels) if definition.kind in KINDS_WITH_OWN_DEFENDERS else min(levels)
    return _best_total(table, able, definition, 0) - theirs - definition.challenge_bonuses[1]


def _best_total(table: Rm2kTable, users: Sequence[int], definition: Card, side: int) -> float:
    """Return the best total of a side: one User, or all with a positive contribution if many can take part."""
    contributions = sorted(
        (current_level(table, user, _skill(definition)) + definition.challenge_bonuses[side] for user in users),
        reverse=True,
    )
    if definition.kind not in KINDS_WITH_MANY_ATTACKERS or (side == 1 and definition.kind != "team"):
        return float(contributions[0])
    return float(contributions[0] + sum(each for each in contributions[1:] if each > 0))


def _skill(definition: Card) -> int:
    assert definition.skill is not None
    return definition.skill


def challenge_lead(table: Rm2kTable, seat: int) -> float:
    """Return the lead of the seat's side in the current Challenge, 0 if the seat takes no part."""
    contest = table.challenge
    if contest is None or seat not in contest.seats:
        return 0.0
    ours, theirs = challenge_totals(table, contest)
    return float(ours - theirs if seat == contest.seats[0] else theirs - ours)


def challenge_stake(table: Rm2kTable, seat: int) -> float:
    """Return the value for ``seat`` of winning the current Challenge instead of losing it."""
    contest = table.challenge
    if contest is None or seat not in contest.seats:
        return 0.0
    printed = facts(table.cards[contest.card].printed)
    won = effect_value(printed.win, table, seat, contest.card)
    lost = effect_value(printed.lose, table, seat, contest.card)
    return max(0.5, (won if len(contest.seats) == 2 else 0.0) + won - lost if won else -lost)


def swing_value(table: Rm2kTable, seat: int, amount: float) -> float:
    """Return the value of adding ``amount`` to the seat's side in the current Challenge."""
    lead = challenge_lead(table, seat)
    return (win_odds(lead + amount) - win_odds(lead)) * challenge_stake(table, seat)


# --- texts ------------------------------------------------------------------------------------


def text_value(table: Rm2kTable, seat: int, card: int) -> float:
    """Return the value of an Event that resolves now."""
    return effect_value(facts(table.cards[card].printed).do, table, seat, card)


def ability_value(table: Rm2kTable, seat: int, user: int) -> float:
    """Return the value of the ability of a User now, without its lag."""
    return effect_value(facts(table.cards[user].printed).use.do, table, seat, user)


effect_value = EffectValues()
"""Value of an effect that resolves now."""


@effect_value.register
def _(effect: Draw, table: Rm2kTable, seat: int, card: int) -> float:
    drawn = min(effect.count, len(table.deck[seat])) if effect.who == "you" else effect.count
    return CARD_VALUE * drawn * {"you": 1, "opponent": -1, "each": 0}[effect.who]


@effect_value.register
def _(effect: Discard, table: Rm2kTable, seat: int, card: int) -> float:
    if effect.who == "you":
        return -0.5 * CARD_VALUE * min(effect.count, len(table.hand[seat]))
    largest = max((len(table.hand[other]) for other in opponents(table, seat)), default=0)
    return CARD_VALUE * min(effect.count, largest) * (effect.who == "opponent")


@effect_value.register
def _(effect: Score, table: Rm2kTable, seat: int, card: int) -> float:
    return VP_VALUE * effect.amount * {"you": 1, "opponent": -1, "each": 0}[effect.who]


@effect_value.register
def _(effect: Charge, table: Rm2kTable, seat: int, card: int) -> float:
    syncing = [table.syncing_cards[user] for user in table.users[seat] if user in table.syncing_cards]
    missing = [table.cards[each].cost - table.tokens[each] for each in syncing]
    return LAG_VALUE * max([0, *(min(effect.count, tokens) for tokens in missing)])


@effect_value.register
def _(effect: Boost, table: Rm2kTable, seat: int, card: int) -> float:
    return swing_value(table, seat, -effect.amount if effect.theirs else effect.amount)


@effect_value.register
def _(effect: Cancel, table: Rm2kTable, seat: int, card: int) -> float:
    """Preventing a Challenge is worth most if it is being lost; an Event or ability has a fixed value."""
    if table.challenge is not None and len(table.stack) == 1:
        contest = table.challenge
        personal = len(contest.seats) == 1
        lead = challenge_lead(table, contest.seats[0]) if personal else -challenge_lead(table, seat)
        won = effect_value(facts(table.cards[contest.card].printed).win, table, contest.seats[0], contest.card)
        return win_odds(lead) * (won if seat not in contest.seats else challenge_stake(table, seat))
    return 2.0


@effect_value.register
def _(effect: Delete, table: Rm2kTable, seat: int, card: int) -> float:
    if effect.each:
        targets = _compiled_filter(effect.what)(table, seat)
        return sum(-_sign(table, seat, target) * 0.5 * card_value(table, target) for target in targets)
    return _best_target_value(effect.what, table, seat, card, lambda target: 0.5 * card_value(table, target))


@effect_value.register
def _(effect: Return, table: Rm2kTable, seat: int, card: int) -> float:
    return _best_target_value(effect.what, table, seat, card, lambda target: 0.3 * card_value(table, target))


@effect_value.register
def _(effect: Disrupt, table: Rm2kTable, seat: int, card: int) -> float:
    mine = effect.whose == "yours"
    tokens = [
        1.0 + LAG_VALUE * table.tokens[each]
        for user, each in table.syncing_cards.items()
        if (table.owners[user] == seat) == mine
    ]
    return max(tokens, default=0.0) * (-1 if mine else 1)


@effect_value.register
def _(effect: Recover, table: Rm2kTable, seat: int, card: int) -> float:
    matches = effect.what.compile_for_card()
    return 1.3 * CARD_VALUE * any(matches(table.cards[each]) for each in table.discard[seat])


@effect_value.register
def _(effect: Lag | Clear | Bandwidth | Tune, table: Rm2kTable, seat: int, card: int) -> float:
    """An effect on Users: the best target, or the sum of all affected Users."""
    if effect.whom in ("self", "fighters"):
        users = _own_targets(effect, table, seat, card)
        return sum(user_effect_value(effect, table, seat, user) for user in users)
    if effect.whom == "each":
        return sum(
            user_effect_value(effect, table, seat, user) for user in _compiled_filter(effect.user_filter)(table, seat)
        )
    targets = possible_targets(table, seat, card, _compiled_filter(effect.user_filter))
    return max((user_effect_value(effect, table, seat, user) for user in targets), default=0.0)


def _own_targets(effect: UserEffect, table: Rm2kTable, seat: int, card: int) -> list[int]:
    if effect.whom == "self":
        return [card] if table.cards[card].type == "user" else []
    contest = table.challenge
    side = None if contest is None else contest.side_of(seat)
    if contest is None or side is None:
        return table.users[seat][:1]  # no Challenge yet: assume that one User will take part
    return contest.sides[side]


@singledispatch
def user_effect_value(effect: Any, table: Rm2kTable, seat: int, user: int) -> float:
    """Return the value for ``seat`` if the effect affects ``user``."""
    return 0.0


@user_effect_value.register
def _(effect: Lag, table: Rm2kTable, seat: int, user: int) -> float:
    return -_sign(table, seat, user) * LAG_VALUE * effect.count


@user_effect_value.register
def _(effect: Clear, table: Rm2kTable, seat: int, user: int) -> float:
    return _sign(table, seat, user) * LAG_VALUE * min(effect.count, table.lag.get(user, 0))


@user_effect_value.register
def _(effect: Bandwidth, table: Rm2kTable, seat: int, user: int) -> float:
    """Permanent changes count for many turns, and the last bandwidth may decide the game."""
    available, unit_value = (
        (lasting_bandwidth(table, user), 3.0) if effect.forever else (current_bandwidth(table, user), LAG_VALUE)
    )
    return _sign(table, seat, user) * unit_value * max(effect.amount, -available)


@user_effect_value.register
def _(effect: Tune, table: Rm2kTable, seat: int, user: int) -> float:
    """A level counts only for Users in a Challenge of its skill."""
    contest = table.challenge
    if contest is None or table.cards[contest.card].skill != SKILLS.index(effect.skill):
        return 0.0
    takes_part = any(user in side for side in contest.sides)
    return swing_value(table, seat, effect.amount * _sign(table, seat, user)) if takes_part else 0.0


def _sign(table: Rm2kTable, seat: int, card: int) -> int:
    """Return 1 if ``seat`` owns the card, else -1."""
    return 1 if table.owners[card] == seat else -1


def _best_target_value(what: Filter, table: Rm2kTable, seat: int, card: int, harm: Callable[[int], float]) -> float:
    targets = possible_targets(table, seat, card, _compiled_filter(what))
    return max((-_sign(table, seat, target) * harm(target) for target in targets), default=0.0)


def target_value(table: Rm2kTable, seat: int, card: int, target: int) -> float:
    """Return the value for ``seat`` if the effects of ``card`` affect ``target``."""
    return sum(user_effect_value(effect, table, seat, target) for effect in targeted_effects_of(table.cards[card]))


@lru_cache(maxsize=4096)
def targeted_effects_of(card: Card) -> tuple[UserEffect, ...]:
    """Return the effects of a card on chosen Users, nested ones included."""
    printed = facts(card.printed)
    texts = [printed, *printed.text]
    found = []
    while texts:
        text = texts.pop()
        if isinstance(text, UserEffect) and text.whom == "one":
            found.append(text)
        for part in ("do", "one", "other", "win", "lose"):
            texts += getattr(text, part, ())
        if getattr(text, "use", None):
            texts.append(text.use)
    return tuple(found)


@lru_cache(maxsize=1024)
def _compiled_filter(what: Filter) -> CompiledFilter:
    return what.compile()
