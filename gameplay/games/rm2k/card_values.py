"""What cards, texts and Challenges are worth to a seat, judged by what it may see.

Worths are in thirds of a victory point, roughly; house values, tried in games between bots.
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
    """What a card is worth to who has it, wherever it lies."""
    definition = table.cards[card]
    if definition.type == "user":
        return 4.0 + 3.0 * definition.bandwidth + 0.4 * sum(each or 0 for each in definition.levels)
    return 2.0 + 0.8 * definition.cost


# --- Challenges -------------------------------------------------------------------------------


def win_odds(margin: float) -> float:
    """About how likely a side so far ahead is to win, whatever is played in answer; of equals nobody does."""
    return 1 / (1 + exp(0.6 - 1.2 * margin))


def challenge_value(table: Rm2kTable, seat: int, card: int, *, soon: float = 0.0) -> float:
    """What attacking with a Challenge should bring; ``soon`` is how much better the Users may yet become."""
    able = [user for user in table.users[seat] if user not in table.fought]
    if not able:
        return -VP_VALUE
    definition, printed = table.cards[card], facts(table.cards[card].printed)
    won, lost = effect_value(printed.win, table, seat, card), effect_value(printed.lose, table, seat, card)
    if definition.kind not in KINDS_WITH_DEFENDER:
        ahead = _best_total(table, able, definition, 0) - definition.challenge_bonuses[1] + soon
        return win_odds(ahead) * won + win_odds(-ahead) * lost
    margins = [
        challenge_margin(table, seat, other, definition) + soon
        for other in opponents(table, seat)
        if table.users[other]
    ]
    ahead = max(margins, default=-9.0)
    return win_odds(ahead) * won + win_odds(-ahead) * (lost - won)


def challenge_margin(table: Rm2kTable, seat: int, other: int, definition: Card) -> float:
    """How far the best attack would be ahead of the best defence of ``other``."""
    able = [user for user in table.users[seat] if user not in table.fought]
    if definition.kind == "team":
        return _best_total(table, able, definition, 0) - _best_total(table, table.users[other], definition, 1)
    levels = [current_level(table, user, _skill(definition)) for user in table.users[other]]
    theirs = max(levels) if definition.kind in KINDS_WITH_OWN_DEFENDERS else min(levels)
    return _best_total(table, able, definition, 0) - theirs - definition.challenge_bonuses[1]


def _best_total(table: Rm2kTable, users: Sequence[int], definition: Card, side: int) -> float:
    """What the best choice of ``users`` comes to: of many all that add something, at least one."""
    adds = sorted(
        (current_level(table, user, _skill(definition)) + definition.challenge_bonuses[side] for user in users),
        reverse=True,
    )
    if definition.kind not in KINDS_WITH_MANY_ATTACKERS or (side == 1 and definition.kind != "team"):
        return float(adds[0])
    return float(adds[0] + sum(add for add in adds[1:] if add > 0))


def _skill(definition: Card) -> int:
    assert definition.skill is not None
    return definition.skill


def challenge_lead(table: Rm2kTable, seat: int) -> float:
    """How far the seat's side is ahead in the Challenge that is on; a third player sides with nobody."""
    contest = table.challenge
    if contest is None or seat not in contest.seats:
        return 0.0
    ours, theirs = challenge_totals(table, contest)
    return float(ours - theirs if seat == contest.seats[0] else theirs - ours)


def challenge_stake(table: Rm2kTable, seat: int) -> float:
    """What it is worth to ``seat`` to win the Challenge that is on, and not to lose it."""
    contest = table.challenge
    if contest is None or seat not in contest.seats:
        return 0.0
    printed = facts(table.cards[contest.card].printed)
    won = effect_value(printed.win, table, seat, contest.card)
    lost = effect_value(printed.lose, table, seat, contest.card)
    return max(0.5, (won if len(contest.seats) == 2 else 0.0) + won - lost if won else -lost)


def swing_value(table: Rm2kTable, seat: int, amount: float) -> float:
    """What so much more for the own side is worth in the Challenge that is on."""
    ahead = challenge_lead(table, seat)
    return (win_odds(ahead + amount) - win_odds(ahead)) * challenge_stake(table, seat)


# --- texts ------------------------------------------------------------------------------------


def text_value(table: Rm2kTable, seat: int, card: int) -> float:
    """What an Event is worth if it were done now."""
    return effect_value(facts(table.cards[card].printed).do, table, seat, card)


def ability_value(table: Rm2kTable, seat: int, user: int) -> float:
    """What the ability of a User is worth now, without its lag."""
    return effect_value(facts(table.cards[user].printed).use.do, table, seat, user)


effect_value = EffectValues()
"""What effects are worth to a seat if they were done now."""


@effect_value.register
def _(effect: Draw, table: Rm2kTable, seat: int, card: int) -> float:
    drawn = min(effect.count, len(table.deck[seat])) if effect.who == "you" else effect.count
    return CARD_VALUE * drawn * {"you": 1, "opponent": -1, "each": 0}[effect.who]


@effect_value.register
def _(effect: Discard, table: Rm2kTable, seat: int, card: int) -> float:
    if effect.who == "you":
        return -0.5 * CARD_VALUE * min(effect.count, len(table.hand[seat]))
    most = max((len(table.hand[other]) for other in opponents(table, seat)), default=0)
    return CARD_VALUE * min(effect.count, most) * (effect.who == "opponent")


@effect_value.register
def _(effect: Score, table: Rm2kTable, seat: int, card: int) -> float:
    return VP_VALUE * effect.amount * {"you": 1, "opponent": -1, "each": 0}[effect.who]


@effect_value.register
def _(effect: Charge, table: Rm2kTable, seat: int, card: int) -> float:
    carried = [table.syncing_cards[user] for user in table.users[seat] if user in table.syncing_cards]
    missing = [table.cards[each].cost - table.tokens[each] for each in carried]
    return LAG_VALUE * max([0, *(min(effect.count, tokens) for tokens in missing)])


@effect_value.register
def _(effect: Boost, table: Rm2kTable, seat: int, card: int) -> float:
    return swing_value(table, seat, -effect.amount if effect.theirs else effect.amount)


@effect_value.register
def _(effect: Cancel, table: Rm2kTable, seat: int, card: int) -> float:
    """A Challenge that is being lost is prevented; an Event or an ability is so for what it might have done."""
    if table.challenge is not None and len(table.stack) == 1:
        contest = table.challenge
        alone = len(contest.seats) == 1
        behind = win_odds(challenge_lead(table, contest.seats[0])) if alone else win_odds(-challenge_lead(table, seat))
        won = effect_value(facts(table.cards[contest.card].printed).win, table, contest.seats[0], contest.card)
        return behind * (won if seat not in contest.seats else challenge_stake(table, seat))
    return 2.0


@effect_value.register
def _(effect: Delete, table: Rm2kTable, seat: int, card: int) -> float:
    return _best_target_value(effect.what, table, seat, card, lambda aim: 0.5 * card_value(table, aim))


@effect_value.register
def _(effect: Return, table: Rm2kTable, seat: int, card: int) -> float:
    return _best_target_value(effect.what, table, seat, card, lambda aim: 0.3 * card_value(table, aim))


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
    """What is done to Users: to the best aim, or to each that is meant."""
    if effect.whom in ("self", "fighters"):
        users = _own_targets(effect, table, seat, card)
        return sum(user_effect_value(effect, table, seat, user) for user in users)
    if effect.whom == "each":
        return sum(
            user_effect_value(effect, table, seat, user) for user in _compiled_filter(effect.user_filter)(table, seat)
        )
    found = possible_targets(table, seat, card, _compiled_filter(effect.user_filter))
    return max((user_effect_value(effect, table, seat, user) for user in found), default=0.0)


def _own_targets(effect: UserEffect, table: Rm2kTable, seat: int, card: int) -> list[int]:
    if effect.whom == "self":
        return [card] if table.cards[card].type == "user" else []
    contest = table.challenge
    side = None if contest is None else contest.side_of(seat)
    if contest is None or side is None:
        return table.users[seat][:1]  # before a Challenge: one is likely to take part
    return contest.sides[side]


@singledispatch
def user_effect_value(effect: Any, table: Rm2kTable, seat: int, user: int) -> float:
    """What it is worth to ``seat`` that an effect is done to ``user``."""
    return 0.0


@user_effect_value.register
def _(effect: Lag, table: Rm2kTable, seat: int, user: int) -> float:
    return -_sign(table, seat, user) * LAG_VALUE * effect.count


@user_effect_value.register
def _(effect: Clear, table: Rm2kTable, seat: int, user: int) -> float:
    return _sign(table, seat, user) * LAG_VALUE * min(effect.count, table.lag.get(user, 0))


@user_effect_value.register
def _(effect: Bandwidth, table: Rm2kTable, seat: int, user: int) -> float:
    """What is for good counts for many turns; the last of it may decide the game."""
    there, each = (
        (lasting_bandwidth(table, user), 3.0) if effect.forever else (current_bandwidth(table, user), LAG_VALUE)
    )
    return _sign(table, seat, user) * each * max(effect.amount, -there)


@user_effect_value.register
def _(effect: Tune, table: Rm2kTable, seat: int, user: int) -> float:
    """A level counts in a Challenge of its skill, for who takes part."""
    contest = table.challenge
    if contest is None or table.cards[contest.card].skill != SKILLS.index(effect.skill):
        return 0.0
    fights = any(user in side for side in contest.sides)
    return swing_value(table, seat, effect.amount * _sign(table, seat, user)) if fights else 0.0


def _sign(table: Rm2kTable, seat: int, card: int) -> int:
    """1 for what is good for ``seat``'s own card, -1 for another's."""
    return 1 if table.owners[card] == seat else -1


def _best_target_value(what: Filter, table: Rm2kTable, seat: int, card: int, harm: Callable[[int], float]) -> float:
    found = possible_targets(table, seat, card, _compiled_filter(what))
    return max((-_sign(table, seat, aim) * harm(aim) for aim in found), default=0.0)


def target_value(table: Rm2kTable, seat: int, card: int, target: int) -> float:
    """What it is worth that the text of ``card`` reaches ``target``: help for one's own, harm for others."""
    return sum(user_effect_value(effect, table, seat, target) for effect in targeted_effects_of(table.cards[card]))


@lru_cache(maxsize=4096)
def targeted_effects_of(card: Card) -> tuple[UserEffect, ...]:
    """The effects of a card that are done to Users it chooses, wherever they stand in its text."""
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
