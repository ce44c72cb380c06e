"""What cards, texts and Challenges are worth to a seat, judged by what it may see.

Worths are in thirds of a victory point, roughly; house values, tried in games between bots.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, singledispatch
from math import exp
from typing import Any

from gameplay.engine.bots.card_values import Deeds
from gameplay.games.rm2k.effects.aimed import Aimed
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
from gameplay.games.rm2k.filters import Filter, Find, aims
from gameplay.games.rm2k.levels import bandwidth, lasting, level
from gameplay.games.rm2k.printed import facts
from gameplay.games.rm2k.table import Rm2kTable, opponents
from gameplay.games.rm2k.terms import AGAINST, ANSWERING, MANY, SKILLS, Card
from gameplay.games.rm2k.totals import totals

VP, A_CARD, A_LAG = 3.0, 1.0, 0.5


def body(table: Rm2kTable, card: int) -> float:
    """What a card is worth to who has it, wherever it lies."""
    definition = table.cards[card]
    if definition.type == "user":
        return 4.0 + 3.0 * definition.bandwidth + 0.4 * sum(each or 0 for each in definition.levels)
    return 2.0 + 0.8 * definition.cost


# --- Challenges -------------------------------------------------------------------------------


def odds(margin: float) -> float:
    """About how likely a side so far ahead is to win, whatever is played in answer; of equals nobody does."""
    return 1 / (1 + exp(0.6 - 1.2 * margin))


def prospect(table: Rm2kTable, seat: int, card: int, *, soon: float = 0.0) -> float:
    """What attacking with a Challenge should bring; ``soon`` is how much better the Users may yet become."""
    able = [user for user in table.users[seat] if user not in table.fought]
    if not able:
        return -VP
    definition, printed = table.cards[card], facts(table.cards[card].printed)
    won, lost = deed(printed.win, table, seat, card), deed(printed.lose, table, seat, card)
    if definition.kind not in AGAINST:
        ahead = _side(table, able, definition, 0) - definition.bonus[1] + soon
        return odds(ahead) * won + odds(-ahead) * lost
    margins = [margin(table, seat, other, definition) + soon for other in opponents(table, seat) if table.users[other]]
    ahead = max(margins, default=-9.0)
    return odds(ahead) * won + odds(-ahead) * (lost - won)


def margin(table: Rm2kTable, seat: int, other: int, definition: Card) -> float:
    """How far the best attack would be ahead of the best defence of ``other``."""
    able = [user for user in table.users[seat] if user not in table.fought]
    if definition.kind == "team":
        return _side(table, able, definition, 0) - _side(table, table.users[other], definition, 1)
    levels = [level(table, user, _skill(definition)) for user in table.users[other]]
    theirs = max(levels) if definition.kind in ANSWERING else min(levels)
    return _side(table, able, definition, 0) - theirs - definition.bonus[1]


def _side(table: Rm2kTable, users: Sequence[int], definition: Card, side: int) -> float:
    """What the best choice of ``users`` comes to: of many all that add something, at least one."""
    adds = sorted((level(table, user, _skill(definition)) + definition.bonus[side] for user in users), reverse=True)
    if definition.kind not in MANY or (side == 1 and definition.kind != "team"):
        return float(adds[0])
    return float(adds[0] + sum(add for add in adds[1:] if add > 0))


def _skill(definition: Card) -> int:
    assert definition.skill is not None
    return definition.skill


def lead(table: Rm2kTable, seat: int) -> float:
    """How far the seat's side is ahead in the Challenge that is on; a third player sides with nobody."""
    contest = table.contest
    if contest is None or seat not in contest.seats:
        return 0.0
    ours, theirs = totals(table, contest)
    return float(ours - theirs if seat == contest.seats[0] else theirs - ours)


def stake(table: Rm2kTable, seat: int) -> float:
    """What it is worth to ``seat`` to win the Challenge that is on, and not to lose it."""
    contest = table.contest
    if contest is None or seat not in contest.seats:
        return 0.0
    printed = facts(table.cards[contest.card].printed)
    won = deed(printed.win, table, seat, contest.card)
    lost = deed(printed.lose, table, seat, contest.card)
    return max(0.5, (won if len(contest.seats) == 2 else 0.0) + won - lost if won else -lost)


def swing(table: Rm2kTable, seat: int, amount: float) -> float:
    """What so much more for the own side is worth in the Challenge that is on."""
    ahead = lead(table, seat)
    return (odds(ahead + amount) - odds(ahead)) * stake(table, seat)


# --- texts ------------------------------------------------------------------------------------


def promise(table: Rm2kTable, seat: int, card: int) -> float:
    """What an Event is worth if it were done now."""
    return deed(facts(table.cards[card].printed).do, table, seat, card)


def ability(table: Rm2kTable, seat: int, user: int) -> float:
    """What the ability of a User is worth now, without its lag."""
    return deed(facts(table.cards[user].printed).use.do, table, seat, user)


deed = Deeds()
"""What effects are worth to a seat if they were done now."""


@deed.register
def _(effect: Draw, table: Rm2kTable, seat: int, card: int) -> float:
    drawn = min(effect.count, len(table.deck[seat])) if effect.who == "you" else effect.count
    return A_CARD * drawn * {"you": 1, "opponent": -1, "each": 0}[effect.who]


@deed.register
def _(effect: Discard, table: Rm2kTable, seat: int, card: int) -> float:
    if effect.who == "you":
        return -0.5 * A_CARD * min(effect.count, len(table.hand[seat]))
    most = max((len(table.hand[other]) for other in opponents(table, seat)), default=0)
    return A_CARD * min(effect.count, most) * (effect.who == "opponent")


@deed.register
def _(effect: Score, table: Rm2kTable, seat: int, card: int) -> float:
    return VP * effect.amount * {"you": 1, "opponent": -1, "each": 0}[effect.who]


@deed.register
def _(effect: Charge, table: Rm2kTable, seat: int, card: int) -> float:
    carried = [table.carries[user] for user in table.users[seat] if user in table.carries]
    missing = [table.cards[each].cost - table.tokens[each] for each in carried]
    return A_LAG * max([0, *(min(effect.count, tokens) for tokens in missing)])


@deed.register
def _(effect: Boost, table: Rm2kTable, seat: int, card: int) -> float:
    return swing(table, seat, -effect.amount if effect.theirs else effect.amount)


@deed.register
def _(effect: Cancel, table: Rm2kTable, seat: int, card: int) -> float:
    """A Challenge that is being lost is prevented; an Event or an ability is so for what it might have done."""
    if table.contest is not None and len(table.stack) == 1:
        contest = table.contest
        alone = len(contest.seats) == 1
        behind = odds(lead(table, contest.seats[0])) if alone else odds(-lead(table, seat))
        won = deed(facts(table.cards[contest.card].printed).win, table, contest.seats[0], contest.card)
        return behind * (won if seat not in contest.seats else stake(table, seat))
    return 2.0


@deed.register
def _(effect: Delete, table: Rm2kTable, seat: int, card: int) -> float:
    return _best(effect.what, table, seat, card, lambda aim: 0.5 * body(table, aim))


@deed.register
def _(effect: Return, table: Rm2kTable, seat: int, card: int) -> float:
    return _best(effect.what, table, seat, card, lambda aim: 0.3 * body(table, aim))


@deed.register
def _(effect: Disrupt, table: Rm2kTable, seat: int, card: int) -> float:
    mine = effect.whose == "yours"
    tokens = [
        1.0 + A_LAG * table.tokens[each] for user, each in table.carries.items() if (table.owners[user] == seat) == mine
    ]
    return max(tokens, default=0.0) * (-1 if mine else 1)


@deed.register
def _(effect: Recover, table: Rm2kTable, seat: int, card: int) -> float:
    matches = effect.what.of_card()
    return 1.3 * A_CARD * any(matches(table.cards[each]) for each in table.discard[seat])


@deed.register
def _(effect: Lag | Clear | Bandwidth | Tune, table: Rm2kTable, seat: int, card: int) -> float:
    """What is done to Users: to the best aim, or to each that is meant."""
    if effect.whom in ("self", "fighters"):
        users = _own(effect, table, seat, card)
        return sum(touch(effect, table, seat, user) for user in users)
    if effect.whom == "each":
        return sum(touch(effect, table, seat, user) for user in _match(effect.users)(table, seat))
    found = aims(table, seat, card, _match(effect.users))
    return max((touch(effect, table, seat, user) for user in found), default=0.0)


def _own(effect: Aimed, table: Rm2kTable, seat: int, card: int) -> list[int]:
    if effect.whom == "self":
        return [card] if table.cards[card].type == "user" else []
    contest = table.contest
    side = None if contest is None else contest.side_of(seat)
    if contest is None or side is None:
        return table.users[seat][:1]  # before a Challenge: one is likely to take part
    return contest.sides[side]


@singledispatch
def touch(effect: Any, table: Rm2kTable, seat: int, user: int) -> float:
    """What it is worth to ``seat`` that an effect is done to ``user``."""
    return 0.0


@touch.register
def _(effect: Lag, table: Rm2kTable, seat: int, user: int) -> float:
    return -_for(table, seat, user) * A_LAG * effect.count


@touch.register
def _(effect: Clear, table: Rm2kTable, seat: int, user: int) -> float:
    return _for(table, seat, user) * A_LAG * min(effect.count, table.lag.get(user, 0))


@touch.register
def _(effect: Bandwidth, table: Rm2kTable, seat: int, user: int) -> float:
    """What is for good counts for many turns; the last of it may decide the game."""
    there, each = (lasting(table, user), 3.0) if effect.forever else (bandwidth(table, user), A_LAG)
    return _for(table, seat, user) * each * max(effect.amount, -there)


@touch.register
def _(effect: Tune, table: Rm2kTable, seat: int, user: int) -> float:
    """A level counts in a Challenge of its skill, for who takes part."""
    contest = table.contest
    if contest is None or table.cards[contest.card].skill != SKILLS.index(effect.skill):
        return 0.0
    fights = any(user in side for side in contest.sides)
    return swing(table, seat, effect.amount * _for(table, seat, user)) if fights else 0.0


def _for(table: Rm2kTable, seat: int, card: int) -> int:
    """1 for what is good for ``seat``'s own card, -1 for another's."""
    return 1 if table.owners[card] == seat else -1


def _best(what: Filter, table: Rm2kTable, seat: int, card: int, harm: Callable[[int], float]) -> float:
    found = aims(table, seat, card, _match(what))
    return max((-_for(table, seat, aim) * harm(aim) for aim in found), default=0.0)


def aimed(table: Rm2kTable, seat: int, card: int, target: int) -> float:
    """What it is worth that the text of ``card`` reaches ``target``: help for one's own, harm for others."""
    return sum(touch(effect, table, seat, target) for effect in spoken(table.cards[card]))


@lru_cache(maxsize=4096)
def spoken(card: Card) -> tuple[Aimed, ...]:
    """The effects of a card that are done to Users it chooses, wherever they stand in its text."""
    printed = facts(card.printed)
    texts = [printed, *printed.text]
    found = []
    while texts:
        text = texts.pop()
        if isinstance(text, Aimed) and text.whom == "one":
            found.append(text)
        for part in ("do", "one", "other", "win", "lose"):
            texts += getattr(text, part, ())
        if getattr(text, "use", None):
            texts.append(text.use)
    return tuple(found)


@lru_cache(maxsize=1024)
def _match(what: Filter) -> Find:
    return what.compile()
