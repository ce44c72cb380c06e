"""What cards, texts and attacks are worth to a seat, judged by what it may see.

Worths are in tenths of a victory point, roughly; house values, tuned in games between bots.
Cards of the hand are cheap, since it is filled up every turn: what counts is the play.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp

from gameplay.engine.bots.card_values import Deeds
from gameplay.engine.text.effects import Effect
from gameplay.games.enemy import effects as verbs
from gameplay.games.enemy.filters import Filter, Match, in_play
from gameplay.games.enemy.printed import facts
from gameplay.games.enemy.strength import strength_of, strength_of_pc
from gameplay.games.enemy.table import EnemyTable, opponent
from gameplay.games.enemy.terms import Card

VP, WIN = 10.0, 20.0
WOUND, DEATH = 2.0, 5.0
A_CARD, A_PLAY = 0.6, 3.0
LOST_ATTACK = 1.0


def body(table: EnemyTable, card: int) -> float:
    """What a card is worth to keep, wherever it lies."""
    definition = table.cards[card]
    text = 1.5 * (len(definition.rewards) + len(definition.bonuses) + len(definition.triggers))
    if definition.type == "monster":
        return definition.strength + 3 * definition.vp + text
    if definition.type == "pc":
        return 2 * definition.strength + 2 * definition.tolerance + text
    return 2 * definition.strength + 2 * definition.tolerance + 4 + text


# --- attacks ----------------------------------------------------------------------------------


def odds(margin: float) -> float:
    """About how likely a side ``margin`` ahead before destiny is to win the fight."""
    return 1 / (1 + exp(-margin / 1.6))


def prospect(table: EnemyTable, seat: int, monsters: Sequence[int]) -> float:
    """What an attack of ``seat`` should bring: the defender does what costs less."""
    gift = conceded(table, seat, monsters)
    return min(gift, contested(table, seat, monsters, seat)) if table.party[opponent(table, seat)] else gift


def conceded(table: EnemyTable, seat: int, monsters: Sequence[int]) -> float:
    """What the attacker gets for an attack that is avoided: every reward, every point (ENE-14.4)."""
    points = sum(table.cards[monster].vp for monster in monsters)
    rewards = sum(promise(table, seat, monster, "reward") for monster in monsters)
    return points_worth(table, seat, points) + rewards


def contested(table: EnemyTable, seat: int, monsters: Sequence[int], viewer: int) -> float:
    """What the attacker may expect of the fights, as ``viewer`` sees it: the strongest meet the strongest."""
    defender, value = opponent(table, seat), 0.0
    strengths = sorted(((strength_of(table, monster), monster) for monster in monsters), reverse=True)
    wall = sorted(((strength_of_pc(table, pc), pc) for pc in table.party[defender]), reverse=True)
    edge = 0.5 + expected_help(table, seat, viewer) - expected_help(table, defender, viewer)  # a tie is theirs
    edge += sum(strength for strength, _ in strengths[len(wall) :])
    for (strength, monster), (against, pc) in zip(strengths, wall, strict=False):
        chance = odds(strength + edge - against)
        prize = points_worth(table, seat, table.cards[monster].vp) + promise(table, seat, monster, "reward")
        value += chance * (prize + (DEATH if pc in table.wounded else WOUND)) - (1 - chance) * LOST_ATTACK
        edge = 0.5
    return value


def expected_help(table: EnemyTable, seat: int, viewer: int) -> float:
    """The strength that a seat's hidden cards lend to a fight: its own are known to the viewer."""
    hidden = table.hidden[seat]
    if seat == viewer:
        return 1.5 * sum(table.cards[card].moment == "fight" for card in hidden)
    return 0.8 * len(hidden)


def points_worth(table: EnemyTable, seat: int, points: int) -> float:
    return VP * points + WIN * (table.scores()[seat] + points >= table.variant.target)


# --- texts ------------------------------------------------------------------------------------


def promise(table: EnemyTable, seat: int, card: int, part: str) -> float:
    """What a text of ``card`` is worth to ``seat`` if it were done now: its "do", its "reward", or when "played"..."""
    return deed(texts(table.cards[card], part), table, seat, card)


@lru_cache(maxsize=4096)
def texts(card: Card, part: str) -> tuple[Effect, ...]:
    """The effects that stand under ``part`` on a card: "do", "reward" or something that happens to it."""
    printed = facts(card.printed)
    if part in ("do", "reward"):
        found: tuple[Effect, ...] = getattr(printed, part, ())
        return found
    waiting = [ability for ability in printed.text if isinstance(ability, verbs.trigger.Trigger)]
    return tuple(effect for ability in waiting if ability.happens == part for effect in ability.effects())


deed = Deeds()
"""What effects are worth to a seat now; nothing is what only matters in a fight."""


@deed.register
def _(effect: verbs.draw.Draw, table: EnemyTable, seat: int, card: int) -> float:
    return A_CARD * effect.count * {"you": 1, "opponent": -1, "each": 0}[effect.who]


@deed.register
def _(effect: verbs.discard.Discard, table: EnemyTable, seat: int, card: int) -> float:
    return A_CARD * effect.count * {"you": -1, "opponent": 1, "each": 0}[effect.who]


@deed.register
def _(effect: verbs.play_again.PlayAgain, table: EnemyTable, seat: int, card: int) -> float:
    return A_PLAY * effect.count


@deed.register
def _(effect: verbs.heal.Heal, table: EnemyTable, seat: int, card: int) -> float:
    return DEATH - WOUND if _aims(effect.what, table, seat) & table.wounded else 0.0


@deed.register
def _(effect: verbs.wound.Wound, table: EnemyTable, seat: int, card: int) -> float:
    aims = [pc for pc in _aims(effect.what, table, seat) if table.cards[pc].type == "pc"]
    return max((_blow(table, seat, pc, DEATH if pc in table.wounded else WOUND) for pc in aims), default=0.0)


@deed.register
def _(effect: verbs.destroy.Destroy, table: EnemyTable, seat: int, card: int) -> float:
    aims = _aims(effect.what, table, seat)
    return max((_blow(table, seat, aim, 0.5 * body(table, aim)) for aim in aims), default=0.0)


@deed.register
def _(effect: verbs.return_.Return, table: EnemyTable, seat: int, card: int) -> float:
    aims = _aims(effect.what, table, seat)
    return max((_blow(table, seat, aim, 0.3 * body(table, aim)) for aim in aims), default=0.0)


@deed.register
def _(effect: verbs.sacrifice.Sacrifice, table: EnemyTable, seat: int, card: int) -> float:
    mine = any(table.owners[aim] == seat for aim in _aims(effect.what, table, seat))
    theirs = any(table.owners[aim] != seat for aim in _aims(effect.what, table, seat))
    return WOUND * (theirs * (effect.who != "you") - mine * (effect.who != "opponent"))


@deed.register
def _(effect: verbs.destroy.Expose, table: EnemyTable, seat: int, card: int) -> float:
    return WOUND if effect.whose == "theirs" and table.hidden[opponent(table, seat)] else 0.0


@deed.register
def _(effect: verbs.recover.Recover, table: EnemyTable, seat: int, card: int) -> float:
    matches = _of_card(effect.what)
    return A_CARD * min(effect.count, sum(matches(table.cards[other]) for other in table.discard[seat]))


@deed.register
def _(effect: verbs.store.Store, table: EnemyTable, seat: int, card: int) -> float:
    if effect.from_ == "hand":
        return A_PLAY * bool(table.hand[seat])  # whose it is may not be the one who judges: only the number is known
    matches = _of_card(effect.what)
    return A_PLAY * any(table.cards[other].storable and matches(table.cards[other]) for other in table.discard[seat])


@deed.register
def _(effect: verbs.stash.Stash, table: EnemyTable, seat: int, card: int) -> float:
    room = table.variant.hidden - len(table.hidden[seat])
    return 0.5 * A_CARD * min(effect.count, room, len(table.hand[seat]))


@deed.register
def _(effect: verbs.release.Release, table: EnemyTable, seat: int, card: int) -> float:
    matches = _of_card(effect.what)
    ready = [other for other in table.portal[seat] if table.stored.get(other) != table.turn]
    joining = [other for other in ready if matches(table.cards[other])][: effect.count]
    return prospect(table, seat, table.attack + joining) if joining and seat == table.active else 0.0


def _blow(table: EnemyTable, seat: int, aim: int, worth: float) -> float:
    """What a blow is worth that must hit ``aim``, whosever it is."""
    return -worth if table.owners[aim] == seat else worth


def _aims(what: Filter, table: EnemyTable, seat: int) -> set[int]:
    return set(in_play(table, seat, _match(what)))


@lru_cache(maxsize=1024)
def _match(what: Filter) -> Match:
    return what.compile()


@lru_cache(maxsize=1024)
def _of_card(what: Filter) -> Callable[[Card], bool]:
    return what.of_card()
