"""Greedy bot policy: it evaluates every option and chooses the one with the highest value.

Values are roughly in tenths of a victory point. The bot uses only information visible to its seat:
its own hand and hidden cards, and face-up cards.
"""

from gameplay.engine.bots.policies import OptionValue, greedy_policy
from gameplay.engine.core.asks import Option
from gameplay.games.enemy.attack import may_join
from gameplay.games.enemy.card_values import (
    DESTRUCTION_VALUE,
    VP_VALUE,
    WOUND_VALUE,
    attack_value,
    avoided_attack_value,
    card_value,
    fought_attack_value,
    text_value,
    win_odds,
)
from gameplay.games.enemy.limits import item_of_same_subtype, may_bear, pc_of_same_name, replaced_fields
from gameplay.games.enemy.strength import fight_tolerance, monster_total, pc_total, strength_of, strength_of_pc
from gameplay.games.enemy.table import EnemyTable, Fight, opponent_of

# --- the play of the turn -------------------------------------------------------------------


def value_attack(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value an attack with the portal monsters that may join it, and the texts it triggers."""
    card = option[1]
    joining = [other for other in table.portal[seat] if may_join_with(table, seat, other, card)]
    return (
        attack_value(table, seat, [card, *joining])
        + text_value(table, seat, card, "attacks")
        + text_value(table, seat, card, "played")
    )


def may_join_with(table: EnemyTable, seat: int, stored: int, attacker: int) -> bool:
    """Return whether a portal monster could join if ``attacker`` were played now."""
    table.attack.append(attacker)
    joins = may_join(table, seat, stored)
    table.attack.pop()
    return joins


def value_store(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value storing a monster for a larger attack later; more than three are of little use."""
    return (2.5 if len(table.portal[seat]) < 3 else 0.5) + text_value(table, seat, option[1], "stored")


def value_pc(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value a PC: the first ones matter most; replacing a wounded or weaker one is worth it."""
    new, party = strength_of(table, option[1]), table.party[seat]
    text = text_value(table, seat, option[1], "played")
    same = pc_of_same_name(table, seat, table.cards[option[1]])
    if same is not None:
        return (4.5 if same in table.wounded else 0.3) + text
    if len(party) < table.variant.party:
        return (9.0, 7.5, 4.0)[len(party)] + new / 4 + text
    return new - min(strength_of(table, other) - 2 * (other in table.wounded) for other in party) + text


def value_item(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value an item on the PC that gains most from it."""
    bearers = [pc for pc in table.party[seat] if may_bear(table, pc, option[1])]
    return max(bearing_value(table, option[1], pc) for pc in bearers) + text_value(table, seat, option[1], "played")


def value_bearer(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return bearing_value(table, about[1], option[1])


def bearing_value(table: EnemyTable, item: int, pc: int) -> float:
    """Return the gain of a PC from an item, minus a replaced item of its subtype. Strong PCs are preferred."""
    old = item_of_same_subtype(table, pc, item)
    gain = 3.5 + gear_value(table, item) - (3.5 + gear_value(table, old) if old is not None else 0.0)
    return gain + 0.1 * strength_of_pc(table, pc) - 0.5 * (pc in table.wounded)


def gear_value(table: EnemyTable, item: int) -> float:
    definition = table.cards[item]
    return 1.3 * definition.strength + 1.2 * definition.tolerance + 0.5 * len(definition.bonuses)


def value_effect(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value the effect of an event or a Grunty."""
    return text_value(table, seat, option[1], "do")


def value_field(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value a field; less if it replaces the seat's own."""
    replaces_own = any(table.owners[old] == seat for old in replaced_fields(table, seat))
    return (0.5 if replaces_own else 3.0) + text_value(table, seat, option[1], "played")


def value_grunty(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return 2.5 - 2.0 * len(table.grunties[seat])


def value_feeding(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value feeding: the least valuable card, and only until the Grunty's effect can be used."""
    is_too_small = len(table.cards_under.get(about[1], ())) < table.cards[about[1]].size
    return 1.0 - card_value(table, option[1]) / 100 if is_too_small else -1.0


def value_hiding(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value hiding a card: an action for later, if there is no better play than a hopeless attack; other cards less.

    In rollouts of 700 plays, hiding an action gained 0.02 of win probability on plays of a value below 1, and lost as
    much or more on plays of a value above 2.
    """
    is_action = table.cards[option[1]].type == "action"
    is_full = len(table.hidden[seat]) >= table.variant.hidden
    value = 1.2 - 0.1 * len(table.hidden[seat]) if is_action and not is_full else 0.3
    return value - card_value(table, option[1]) / 100


def value_redraw(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value a mulligan: high for a hand without monsters and PCs, if this is the last play of the turn."""
    types = {table.cards[card].type for card in table.hand[seat]}
    return 8.0 if table.plays_left == 1 and "pc" not in types and "monster" not in types else 0.1


# --- defending ------------------------------------------------------------------------------


def value_avoiding(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value avoiding: it gives the attacker all VP of the attack, and the game if they are enough to win."""
    attacker = opponent_of(table, seat)
    lost = table.scores()[attacker] + sum(table.cards[monster].vp for monster in table.attack) >= table.variant.target
    return -1000.0 if lost else -avoided_attack_value(table, attacker, table.attack)


def value_fighting(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return 1.0 - fought_attack_value(table, opponent_of(table, seat), table.attack, seat)


def value_pair(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value a pair of PC and monster: high if the PC is likely to win, and if a loss would cost little."""
    pc, monster = option[1:]
    loss = VP_VALUE * table.cards[monster].vp + (DESTRUCTION_VALUE if pc in table.wounded else WOUND_VALUE)
    return -loss * win_odds(strength_of(table, monster) - strength_of_pc(table, pc))


def value_extra_monster(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value adding an extra monster to a fight: highest for the closest fight."""
    joined = next(fight for fight in table.fights if fight.pc == option[1])
    margin = sum(strength_of(table, monster) for monster in joined.monsters) - strength_of_pc(table, option[1])
    return -abs(margin + strength_of(table, option[2]) / 2)


# --- windows ----------------------------------------------------------------------------------


def value_flip(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value flipping an action: in a close fight; outside a fight, as soon as possible."""
    current = table.fight
    if current is None:
        return text_value(table, seat, option[1], "do") - 0.5
    lead = fight_lead(table, current, seat)
    if about[-1] == "destiny":
        return 2.0 if lead <= 0 else -1.0
    return 2.0 if -7 < lead < 3 else -1.0


def fight_lead(table: EnemyTable, current: Fight, seat: int) -> int:
    """Return the lead of the seat's side in the fight; any tolerance of the PC counts 1."""
    margin = pc_total(table, current) - monster_total(table, current)
    if seat == table.active:
        return -margin
    return margin + (1 if fight_tolerance(table, current) else 0)


# --- single cards -------------------------------------------------------------------------------


def value_losing(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value giving up a card: highest for the least valuable card."""
    return -card_value(table, option[1])


def value_hurting(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    """Value removing a card: highest for the opponent's best card, lowest for the seat's own best card."""
    value = card_value(table, option[1]) + 3 * (option[1] in table.wounded)
    return -value if table.owners[option[1]] == seat else value


def value_gaining(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return card_value(table, option[1])


def value_replacing(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return -card_value(table, option[1]) + 6 * (option[1] in table.wounded)


def value_score(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return float(table.cards[option[1]].vp)


def accept_always(table: EnemyTable, seat: int, about: Option, option: Option) -> float:
    return 1.0


OPTION_VALUES: dict[str, OptionValue] = {
    "attack": value_attack,
    "store": value_store,
    "pc": value_pc,
    "item": value_item,
    "event": value_effect,
    "field": value_field,
    "grunty": value_grunty,
    "feed": value_feeding,
    "use": value_effect,
    "hide": value_hiding,
    "redraw": value_redraw,
    "flip": value_flip,
    "avoid": value_avoiding,
    "fight": value_fighting,
    "pair": value_pair,
    "add": value_extra_monster,
    "join": accept_always,
    "reward": accept_always,
    "yes": accept_always,
    "score": value_score,
    "free_place": lambda table, seat, about, option: 3.0,
    "replace": value_replacing,
    "bearer": value_bearer,
    "discard": value_losing,
    "sacrifice": value_losing,
    "sacrifice_hidden": value_losing,
    "destroy": value_hurting,
    "wound": value_hurting,
    "return": value_hurting,
    "heal": value_gaining,
    "recover": value_gaining,
}

greedy_bot = greedy_policy(OPTION_VALUES)
