"""The greedy bot, which plays at the regular level: it values every option and chooses the best one.

It uses only information visible to its seat, and the card values of `card_values`.
"""

from gameplay.engine.bots.policies import OptionValue, greedy_policy
from gameplay.engine.core.asks import Option
from gameplay.games.hagmi.card_values import CARD_VALUE, FUEL_VALUE, card_value, skill_value, target_value, text_value
from gameplay.games.hagmi.damage import is_kept_by_team
from gameplay.games.hagmi.strength import current_armour, current_firepower
from gameplay.games.hagmi.table import HagmiTable, controller, opponents
from gameplay.games.hagmi.terms import RANGES

# --- main phases ---------------------------------------------------------------------------


def value_produce(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Value producing a weapon, higher if its initial fuel is enough to act."""
    definition = table.cards[option[1]]
    crowd = len(table.units[seat])
    fed = 0.5 if definition.cost >= definition.consumption else -0.5
    return card_value(table, option[1]) + fed - 0.5 * definition.cost - 0.4 * crowd


def value_play(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Value the text of an operation, minus the card and its cost."""
    return text_value(table, seat, option[1]) - CARD_VALUE * (0.4 + table.cards[option[1]].cost)


def value_use(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Value a skill with timing: main, lower if the unit could not attack afterwards."""
    definition = table.cards[option[1]]
    skill, fuel = definition.skills[option[2]], len(table.fuel[option[1]])
    spare = fuel - skill.fuel >= definition.consumption or option[1] in table.attacked_units
    price = FUEL_VALUE * skill.fuel + CARD_VALUE * skill.hand + (0.0 if spare or not skill.fuel else 1.0)
    return skill_value(table, seat, option[1], option[2]) - price


def value_losing(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Prefer to lose the card of the lowest value."""
    return -card_value(table, option[1])


# --- battle --------------------------------------------------------------------------------


def value_attack(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Attack with units that deal damage, the strongest first."""
    return current_firepower(table, option[1]) - 0.5


def value_target(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """A target that would be destroyed is worth its card value, others very little."""
    power, target = current_firepower(table, about[1]), option[1]
    left = current_armour(table, target) - table.damage_taken.get(target, 0)
    if not current_armour(table, target):
        return -0.5
    return 0.5 + card_value(table, target) if power >= left else 0.1


def value_player_target(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Value attacking a player: the damage, and much more if it defeats the player."""
    left, power = len(table.damage[option[1]]), current_firepower(table, about[1])
    if not left and is_kept_by_team(table, option[1]):
        return 0.0
    return 20.0 if power and not left else 1.6 * min(power, left) + (2.0 if power >= left else 0.0)


def fight_value(table: HagmiTable, unit: int, attacker: int) -> float:
    """Return the value of a fight between ``unit`` and the attacker, given their ranges."""
    ours, theirs = current_firepower(table, unit), current_firepower(table, attacker)
    kills = ours >= current_armour(table, attacker) - table.damage_taken.get(attacker, 0)
    dies = theirs >= current_armour(table, unit) - table.damage_taken.get(unit, 0)
    reach = RANGES.index(table.cards[unit].range) - RANGES.index(table.cards[attacker].range)
    dies, kills = dies and not (kills and reach < 0), kills and not (dies and reach > 0)
    return card_value(table, attacker) * kills - card_value(table, unit) * dies


def value_counter(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """A target that counters pays only fuel."""
    return fight_value(table, option[1], about[1]) + (0.4 if current_firepower(table, option[1]) else -0.4) + 0.2


def value_guard(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Guard a unit of higher value."""
    saved = card_value(table, option[2]) if current_armour(table, option[2]) and option[2] in table.fuel else 0.3
    return fight_value(table, option[1], about[1]) + 0.5 * saved - 0.6


def value_guard_player(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    return fight_value(table, option[1], about[1]) + player_danger(table, seat, about[1]) - 0.4


def value_emergency(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Value a new guard, lower if its initial fuel is not enough to defend."""
    definition = table.cards[option[1]]
    if definition.cost < definition.consumption:
        return 0.3 * player_danger(table, seat, about[1]) - 1.0
    return player_danger(table, seat, about[1]) + 0.5 * fight_value(table, option[1], about[1]) - 0.5 * definition.cost


def player_danger(table: HagmiTable, seat: int, attacker: int) -> float:
    """Return the value of preventing the damage to the player, or 0 if the player is not an open target."""
    if table.battle is None or ~seat not in table.battle.targets or ~seat in table.battle.closed_targets:
        return 0.0
    power, left = current_firepower(table, attacker), len(table.damage[seat])
    if not left and is_kept_by_team(table, seat):
        return 0.0
    return 20.0 if power and not left else 1.2 * min(power, left)


# --- single cards ---------------------------------------------------------------------------


def value_supply(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Supply units that lack fuel for one attack and one defence."""
    return fuel_demand(table, option[1])


def fuel_demand(table: HagmiTable, unit: int) -> float:
    definition = table.cards[unit]
    short = 2 * definition.consumption - len(table.fuel[unit])
    return card_value(table, unit) * (1.0 if short > 0 else 0.1)


def value_load(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Supply from the hand only a unit that could not attack otherwise."""
    definition = table.cards[option[2]]
    if len(table.fuel[option[2]]) >= definition.consumption or len(table.hand[seat]) < 3:
        return -1.0
    return 1.0 - card_value(table, option[1]) / 10


def value_pick(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Choose the best target in play, the worst card in hand, or the best card in another pile."""
    card = option[1]
    if controller(table, card) is not None:
        return target_value(table, seat, about[1], card) + 0.01 * card_value(table, card)
    if card in table.secrets[seat]:
        return text_value(table, seat, card)
    return -card_value(table, card) if card in table.hand[seat] else card_value(table, card)


def value_pick_player(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    return -float(len(table.damage[option[1]]))


def value_skip(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Give away a turn with nothing to do, to the player with the fewest damage cards."""
    busy = table.units[seat] or table.hand[seat] or not opponents(table, seat)
    return -1.0 if busy else 1.0 - len(table.damage[option[1]]) / 100


def value_play_damage(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    """Play a damage card if its effect is worth more than keeping it to pay costs."""
    return text_value(table, seat, option[1])


def value_keep(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    return 0.5 * CARD_VALUE


def accept_always(table: HagmiTable, seat: int, about: Option, option: Option) -> float:
    return 0.5


OPTION_VALUES: dict[str, OptionValue] = {
    "produce": value_produce,
    "play": value_play,
    "use": value_use,
    "pay": value_losing,
    "burn": value_losing,
    "attack": value_attack,
    "aim": value_target,
    "aim_player": value_player_target,
    "counter": value_counter,
    "guard": value_guard,
    "guard_player": value_guard_player,
    "emergency": value_emergency,
    "step_in_for_player": accept_always,
    "play_damage": value_play_damage,
    "keep": value_keep,
    "supply": value_supply,
    "load": value_load,
    "pick": value_pick,
    "pick_player": value_pick_player,
    "give": value_skip,
    "yes": accept_always,
    "as_they_lie": accept_always,
}

greedy_bot = greedy_policy(OPTION_VALUES)
