"""Values of cards, texts and attacks for a seat, based on the information visible to it.

Values are roughly in tenths of a victory point. They are our own, tuned in games between bots.
Cards in hand have a low value, because the hand is refilled every turn: plays are scarce, cards are not.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp

from gameplay.engine.bots.card_values import EffectValues
from gameplay.engine.text.effects import Effect
from gameplay.games.enemy import effects as verbs
from gameplay.games.enemy.filters import CompiledFilter, Filter, possible_targets
from gameplay.games.enemy.printed import facts
from gameplay.games.enemy.strength import strength_of, strength_of_pc
from gameplay.games.enemy.table import EnemyTable, opponent_of
from gameplay.games.enemy.terms import Card

VP_VALUE, WIN_VALUE = 10.0, 20.0
WOUND_VALUE, DESTRUCTION_VALUE = 2.0, 5.0
CARD_VALUE, PLAY_VALUE = 0.6, 3.0
LOST_ATTACK_COST = 1.0


def card_value(table: EnemyTable, card: int) -> float:
    """Return the value of keeping a card, whatever its zone."""
    definition = table.cards[card]
    text = 1.5 * (len(definition.rewards) + len(definition.bonuses) + len(definition.triggers))
    if definition.type == "monster":
        return definition.strength + 3 * definition.vp + text
    if definition.type == "pc":
        return 2 * definition.strength + 2 * definition.tolerance + text
    return 2 * definition.strength + 2 * definition.tolerance + 4 + text


# --- attacks ----------------------------------------------------------------------------------


def win_odds(margin: float) -> float:
    """Return the approximate probability that a side ``margin`` ahead before destiny wins the fight."""
    return 1 / (1 + exp(-margin / 1.6))


def attack_value(table: EnemyTable, seat: int, monsters: Sequence[int]) -> float:
    """Return the expected value of an attack of ``seat``; the defender chooses the option that costs less."""
    avoided = avoided_attack_value(table, seat, monsters)
    if not table.party[opponent_of(table, seat)]:
        return avoided
    return min(avoided, fought_attack_value(table, seat, monsters, seat))


def avoided_attack_value(table: EnemyTable, seat: int, monsters: Sequence[int]) -> float:
    """Return the value of an avoided attack for the attacker: every reward and all VP (ENE-14.4)."""
    points = sum(table.cards[monster].vp for monster in monsters)
    rewards = sum(text_value(table, seat, monster, "reward") for monster in monsters)
    return points_value(table, seat, points) + rewards


def fought_attack_value(table: EnemyTable, seat: int, monsters: Sequence[int], viewer: int) -> float:
    """Return the attacker's expected value of the fights, as seen by ``viewer``.

    The strongest monsters are assumed to meet the strongest PCs.
    """
    defender, value = opponent_of(table, seat), 0.0
    strengths = sorted(((strength_of(table, monster), monster) for monster in monsters), reverse=True)
    wall = sorted(((strength_of_pc(table, pc), pc) for pc in table.party[defender]), reverse=True)
    edge = 0.5 + hidden_strength(table, seat, viewer) - hidden_strength(table, defender, viewer)  # monsters win ties
    edge += sum(strength for strength, _ in strengths[len(wall) :])
    for (strength, monster), (against, pc) in zip(strengths, wall, strict=False):
        chance = win_odds(strength + edge - against)
        prize = points_value(table, seat, table.cards[monster].vp) + text_value(table, seat, monster, "reward")
        value += (
            chance * (prize + (DESTRUCTION_VALUE if pc in table.wounded else WOUND_VALUE))
            - (1 - chance) * LOST_ATTACK_COST
        )
        edge = 0.5
    return value


def hidden_strength(table: EnemyTable, seat: int, viewer: int) -> float:
    """Return the strength that a seat's hidden cards are expected to add to a fight; the viewer knows its own."""
    hidden = table.hidden[seat]
    if seat == viewer:
        return 1.5 * sum(table.cards[card].moment == "fight" for card in hidden)
    return 0.8 * len(hidden)


def points_value(table: EnemyTable, seat: int, points: int) -> float:
    return VP_VALUE * points + WIN_VALUE * (table.scores()[seat] + points >= table.variant.target)


# --- texts ------------------------------------------------------------------------------------


def text_value(table: EnemyTable, seat: int, card: int, part: str) -> float:
    """Return the value for ``seat`` of resolving a text of ``card`` now: its "do", its "reward" or a trigger."""
    return effect_value(effects_under(table.cards[card], part), table, seat, card)


@lru_cache(maxsize=4096)
def effects_under(card: Card, part: str) -> tuple[Effect, ...]:
    """Return the effects of one ``part`` of a card: "do", "reward" or the event of a trigger."""
    printed = facts(card.printed)
    if part in ("do", "reward"):
        effects: tuple[Effect, ...] = getattr(printed, part, ())
        return effects
    triggers = [ability for ability in printed.text if isinstance(ability, verbs.trigger.Trigger)]
    return tuple(effect for trigger in triggers if trigger.happens == part for effect in trigger.conditional_effects())


effect_value = EffectValues()
"""The value of an effect for a seat now; 0 for effects that matter only in a fight."""


@effect_value.register
def _(effect: verbs.draw.Draw, table: EnemyTable, seat: int, card: int) -> float:
    return CARD_VALUE * effect.count * {"you": 1, "opponent": -1, "each": 0}[effect.who]


@effect_value.register
def _(effect: verbs.discard.Discard, table: EnemyTable, seat: int, card: int) -> float:
    return CARD_VALUE * effect.count * {"you": -1, "opponent": 1, "each": 0}[effect.who]


@effect_value.register
def _(effect: verbs.play_again.PlayAgain, table: EnemyTable, seat: int, card: int) -> float:
    return PLAY_VALUE * effect.count


@effect_value.register
def _(effect: verbs.heal.Heal, table: EnemyTable, seat: int, card: int) -> float:
    return DESTRUCTION_VALUE - WOUND_VALUE if _targets(effect.what, table, seat) & table.wounded else 0.0


@effect_value.register
def _(effect: verbs.wound.Wound, table: EnemyTable, seat: int, card: int) -> float:
    targets = [pc for pc in _targets(effect.what, table, seat) if table.cards[pc].type == "pc"]
    return max(
        (_signed_value(table, seat, pc, DESTRUCTION_VALUE if pc in table.wounded else WOUND_VALUE) for pc in targets),
        default=0.0,
    )


@effect_value.register
def _(effect: verbs.destroy.Destroy, table: EnemyTable, seat: int, card: int) -> float:
    targets = _targets(effect.what, table, seat)
    return max((_signed_value(table, seat, each, 0.5 * card_value(table, each)) for each in targets), default=0.0)


@effect_value.register
def _(effect: verbs.return_.Return, table: EnemyTable, seat: int, card: int) -> float:
    targets = _targets(effect.what, table, seat)
    return max((_signed_value(table, seat, each, 0.3 * card_value(table, each)) for each in targets), default=0.0)


@effect_value.register
def _(effect: verbs.sacrifice.Sacrifice, table: EnemyTable, seat: int, card: int) -> float:
    mine = any(table.owners[target] == seat for target in _targets(effect.what, table, seat))
    theirs = any(table.owners[target] != seat for target in _targets(effect.what, table, seat))
    return WOUND_VALUE * (theirs * (effect.who != "you") - mine * (effect.who != "opponent"))


@effect_value.register
def _(effect: verbs.destroy.DestroyHidden, table: EnemyTable, seat: int, card: int) -> float:
    return WOUND_VALUE if effect.whose == "theirs" and table.hidden[opponent_of(table, seat)] else 0.0


@effect_value.register
def _(effect: verbs.recover.Recover, table: EnemyTable, seat: int, card: int) -> float:
    matches = _card_test(effect.what)
    return CARD_VALUE * min(effect.count, sum(matches(table.cards[other]) for other in table.discard[seat]))


@effect_value.register
def _(effect: verbs.store.Store, table: EnemyTable, seat: int, card: int) -> float:
    if effect.from_ == "hand":
        return PLAY_VALUE * bool(table.hand[seat])  # the viewer may know only the number of cards in this hand
    matches = _card_test(effect.what)
    return PLAY_VALUE * any(
        table.cards[other].storable and matches(table.cards[other]) for other in table.discard[seat]
    )


@effect_value.register
def _(effect: verbs.stash.Stash, table: EnemyTable, seat: int, card: int) -> float:
    room = table.variant.hidden - len(table.hidden[seat])
    return 0.5 * CARD_VALUE * min(effect.count, room, len(table.hand[seat]))


@effect_value.register
def _(effect: verbs.release.Release, table: EnemyTable, seat: int, card: int) -> float:
    matches = _card_test(effect.what)
    ready = [other for other in table.portal[seat] if table.turn_stored.get(other) != table.turn]
    joining = [other for other in ready if matches(table.cards[other])][: effect.count]
    return attack_value(table, seat, table.attack + joining) if joining and seat == table.active else 0.0


def _signed_value(table: EnemyTable, seat: int, target: int, value: float) -> float:
    """Return ``value`` for an opponent's ``target``, and its negative for the seat's own one."""
    return -value if table.owners[target] == seat else value


def _targets(what: Filter, table: EnemyTable, seat: int) -> set[int]:
    return set(possible_targets(table, seat, _compiled_filter(what)))


@lru_cache(maxsize=1024)
def _compiled_filter(what: Filter) -> CompiledFilter:
    return what.compile()


@lru_cache(maxsize=1024)
def _card_test(what: Filter) -> Callable[[Card], bool]:
    return what.compile_for_card()
